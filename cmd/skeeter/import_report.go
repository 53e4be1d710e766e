package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// printReport says what became of a file, or in a check would.
func printReport(w io.Writer, r importing.Report, check bool) error {
	rate := float64(r.Rows) / max(r.Took.Seconds(), 0.001)
	into, would := "into", ""
	if check {
		into, would = "would go into", "would be "
	}
	fmt.Fprintf(w, "%s: %d rows in %s (%.0f rows/s) %s %q\n", r.File, r.Rows, r.Took.Round(10*time.Millisecond), rate, into, r.DataSource)
	fmt.Fprintf(w, "  %sinserted %d, updated %d, unchanged %d, absences %d, rejected %d", would, r.Inserted, r.Updated, r.Unchanged, r.Absences, r.Rejected)
	if r.EventRows > 0 {
		fmt.Fprintf(w, ", rows of events alone %d", r.EventRows)
	}
	if r.PoolRows > 0 {
		fmt.Fprintf(w, ", rows of pools alone %d", r.PoolRows)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(w, ", skipped %d", r.Skipped)
	}
	fmt.Fprintln(w)
	if e := r.Events; e.Inserted+e.Updated+e.Unchanged > 0 {
		fmt.Fprintf(w, "  sampling events: %sinserted %d, updated %d, unchanged %d; %d caught nothing\n", would, e.Inserted, e.Updated, e.Unchanged, e.WithoutCatch)
	}
	if p := r.Pools; p.Inserted+p.Updated+p.Unchanged+p.Rejected > 0 {
		fmt.Fprintf(w, "  pools: %sinserted %d, updated %d, unchanged %d", would, p.Inserted, p.Updated, p.Unchanged)
		if p.Rejected > 0 {
			fmt.Fprintf(w, ", rejected %d", p.Rejected)
		}
		fmt.Fprintln(w)
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(w, "  rejected: %s: %d\n", reason.Reason, reason.Rows)
		if check {
			printExamples(w, reason.Examples)
		}
	}
	if r.RejectsFile != "" {
		fmt.Fprintf(w, "  rejected rows are in %s\n", r.RejectsFile)
	}
	printNotes(w, r)
	printSource(w, r, check)
	if check {
		return printCheck(w, r)
	}
	if sum := r.Accounted(); sum != r.Rows {
		return fmt.Errorf("%s: %d rows were read and %d accounted for; please report this", r.File, r.Rows, sum)
	}
	return nil
}

// printExamples shows rejected rows as the file has them.
func printExamples(w io.Writer, examples []importing.Example) {
	for _, example := range examples {
		values := strings.Join(example.Values, " | ")
		if example.Line > 0 {
			values = fmt.Sprintf("line %d: %s", example.Line, values)
		}
		fmt.Fprintf(w, "    %s\n", values)
	}
}

// printNotes says what a reader should know of the rows.
func printNotes(w io.Writer, r importing.Report) {
	for _, note := range r.Notes {
		switch {
		case note.Line > 0:
			fmt.Fprintf(w, "  note: %s: %d rows, the first in line %d\n", note.Message, note.Rows, note.Line)
		case note.Rows > 1:
			fmt.Fprintf(w, "  note: %s: %d rows\n", note.Message, note.Rows)
		default: // of the file, not of its rows
			fmt.Fprintf(w, "  note: %s\n", note.Message)
		}
	}
	if len(r.Flags) > 0 {
		flags := make([]string, len(r.Flags))
		for i, f := range r.Flags {
			flags[i] = fmt.Sprintf("%s %d", f.Flag, f.Rows)
		}
		fmt.Fprintf(w, "  flags: %s\n", strings.Join(flags, ", "))
	}
}

// printSource says how the rows stand to what is stored.
func printSource(w io.Writer, r importing.Report, check bool) {
	for _, shared := range r.Shared {
		left := "; --skip-duplicates leaves them out"
		if r.Skipped > r.Held {
			left = ", left out"
		}
		fmt.Fprintf(w, "  note: %d rows have the occurrenceID of records of %s%s\n", shared.Rows, sourceName(shared.DataSource), left)
	}
	if r.Held > 0 {
		fmt.Fprintf(w, "  note: %d rows left out, because their records are withdrawn or wait for a review\n", r.Held)
	}
	switch {
	case r.Removed+r.Events.Removed+r.Pools.Removed > 0:
		removed := "removed"
		if check {
			removed = "would remove"
		}
		reviewed := ""
		if r.Removed > 0 {
			reviewed = fmt.Sprintf(", %d of the records reviewed", r.Reviewed)
		}
		fmt.Fprintf(w, "  %s %s that the file does not have%s\n", removed, importing.Counted(r.Removed, r.Events.Removed, r.Pools.Removed), reviewed)
	case r.Missing+r.Events.Missing+r.Pools.Missing > 0:
		fmt.Fprintf(w, "  stored of the data source, but not in the file: %s; --replace removes them\n", importing.Counted(r.Missing, r.Events.Missing, r.Pools.Missing))
	}
	if r.DemoRemoved > 0 {
		fmt.Fprintf(w, "  the demonstration set was removed (%d synthetic records)\n", r.DemoRemoved)
	}
}

func sourceName(name string) string {
	if name == "" {
		return "no data source"
	}
	return fmt.Sprintf("%q", name)
}

// printCheck shows the first rows as they would be, and why an import would stop.
func printCheck(w io.Writer, r importing.Report) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(r.Preview) > 0 {
		fmt.Fprintln(out, "LINE\tOUTCOME\tNAME\tCOUNT\tDATE\tLATITUDE\tLONGITUDE\tCOUNTRY\tFLAGS")
	}
	for _, row := range r.Preview {
		name := strings.TrimSpace(row.ScientificName + " " + row.Qualifier)
		fmt.Fprintf(out, "%d\t%s\t%s\t%d\t%s\t%g\t%g\t%s\t%s\n", row.Line, row.Outcome, name, row.Count, previewDate(row), row.Lat, row.Lon,
			row.CountryID, strings.Join(row.Flags, " "))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := printEvents(w, r.PreviewEvents); err != nil {
		return err
	}
	if err := printPools(w, r.PreviewPools); err != nil {
		return err
	}
	var stops []error
	for _, stop := range r.Stops {
		stops = append(stops, fmt.Errorf("%s: an import would stop: %w", r.File, stop))
	}
	fmt.Fprintln(w, "  this was a check: nothing was stored")
	return errors.Join(stops...)
}

// printEvents shows the first sampling events as they would be.
func printEvents(w io.Writer, events []importing.PreviewEvent) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(events) > 0 {
		fmt.Fprintln(out, "LINE\tOUTCOME\tEVENT\tSITE\tDAYS\tPROTOCOL\tEFFORT\tTARGETS\tNOTES")
	}
	for _, e := range events {
		site := cmp.Or(e.SiteID, fmt.Sprintf("%.5f %.5f", e.Lat, e.Lon))
		effort := ""
		if e.Effort != nil {
			effort = fmt.Sprintf("%g %s (%s)", *e.Effort, e.EffortUnit, e.EffortSource)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Line, e.Outcome, e.EventID, site, spanDays(e.StartedAt, e.EndedAt, e.UTCOffset), e.SamplingProtocol, effort,
			strings.Join(e.Targets, ", "), strings.Join(eventNotes(e), ", "))
	}
	return out.Flush()
}

// printPools shows the first pools as they would be.
func printPools(w io.Writer, pools []importing.PreviewPool) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(pools) > 0 {
		fmt.Fprintln(out, "LINE\tOUTCOME\tPOOL\tEVENT\tNAME\tSIZE\tDAYS\tPROTOCOL\tPATHOGEN\tMETHOD\tRESULT\tTESTED")
	}
	for _, p := range pools {
		tested := ""
		if p.TestedOn != nil {
			tested = p.TestedOn.Format(time.DateOnly)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Line, p.Outcome, p.PoolID, p.EventID, p.ScientificName, p.Size,
			spanDays(p.StartedAt, p.EndedAt, p.UTCOffset), p.SamplingProtocol, p.Pathogen, p.Method, p.Result, tested)
	}
	return out.Flush()
}

// spanDays writes the local days of a collection; utcOffset is in minutes.
func spanDays(started *time.Time, ended time.Time, utcOffset int) string {
	zone := time.FixedZone("", utcOffset*60)
	days := ended.In(zone).Format(time.DateOnly)
	if started == nil {
		return days
	}
	if first := started.In(zone).Format(time.DateOnly); first != days {
		return first + "/" + days
	}
	return days
}

// eventNotes says what keeps a sampling event from the rates, and whether it caught nothing.
func eventNotes(e importing.PreviewEvent) (notes []string) {
	if e.Problem {
		notes = append(notes, "problem")
	}
	if e.Complete != nil && !*e.Complete {
		notes = append(notes, "incomplete")
	}
	if !e.Caught {
		notes = append(notes, "caught nothing")
	}
	return notes
}

// previewDate writes a date as eventDate does.
func previewDate(row importing.PreviewRow) string {
	local := row.ObservedAt.In(time.FixedZone("", row.UTCOffset*60))
	switch row.DatePrecision {
	case "time":
		return local.Format(time.RFC3339)
	case "month":
		return local.Format("2006-01")
	case "year":
		return local.Format("2006")
	case "interval":
		return local.Format(time.DateOnly) + "/" + row.ObservedUntil.Format(time.DateOnly)
	}
	return local.Format(time.DateOnly)
}
