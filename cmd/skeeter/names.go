package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func namesCommand() *cobra.Command {
	var column string
	var asJSON bool
	check := &cobra.Command{
		Use: "check FILE", Short: "Tell what the names of a file mean", Args: exactlyOne("name a file, or - for standard input"),
		Long: "Reads a text with a name in each line, or a column of a CSV file, - for standard input, and tells of each different name what an import\n" +
			"makes of it. A misspelling is proposed; an import keeps it as it is written.",
		RunE: func(c *cobra.Command, args []string) error { return checkNames(c, args[0], column, asJSON) },
	}
	check.Flags().StringVar(&column, "column", "", "the column of a CSV file, by its header; separated by commas, semicolons or tabs")
	check.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return group("names", "Check names of mosquitoes", "check", check)
}

// checkedName is what the check tells of a name.
type checkedName struct {
	Rows int `json:"rows"` // in which it stands
	catalog.ResolvedName
}

func checkNames(c *cobra.Command, path, column string, asJSON bool) error {
	written, rows, err := readNames(c.InOrStdin(), path, column)
	if err != nil {
		return err
	}
	db, log, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	lookups := postgres.NewLookups(db.Pool, log, prometheus.NewRegistry())
	if err := errors.Join(lookups.Refresh(c.Context()), db.Close()); err != nil {
		return err
	}
	known := lookups.Current()
	checked := make([]checkedName, 0, len(written))
	for _, name := range written {
		checked = append(checked, checkedName{rows[name], catalog.NewResolvedName(known.Resolve(name))})
	}
	if asJSON {
		encoder := json.NewEncoder(c.OutOrStdout())
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(checked)
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "WRITTEN\tROWS\tNAME\tHOW\tNOTE")
	for _, n := range checked {
		name, coverage := "-", surveillance.Covered
		if n.Name != nil {
			name, coverage = *n.Name, known.Coverage(*n.Name)
		}
		fmt.Fprintf(out, "%s\t%d\t%s\t%s\t%s\n", n.Written, n.Rows, name, n.Match, noteOf(n.ResolvedName, coverage))
	}
	return out.Flush()
}

// noteOf says what a person should know of a resolved name.
func noteOf(n catalog.ResolvedName, coverage surveillance.Coverage) string {
	var notes []string
	if n.Qualifier != nil {
		notes = append(notes, "doubt: "+*n.Qualifier)
	}
	if len(n.Alternatives) > 0 {
		notes = append(notes, string(n.Rank)+": "+strings.Join(n.Alternatives, ", "))
	}
	var near []string
	for _, candidate := range n.Candidates {
		near = append(near, candidate.Name+letters(candidate.Distance))
	}
	if near != nil {
		notes = append(notes, "perhaps "+strings.Join(near, " or "))
	}
	if n.SpeciesID != nil && near != nil {
		notes = append(notes, "stored as it is written")
	}
	switch {
	case n.Name == nil:
		parsed, _ := names.Parse(n.Written)
		notes = append(notes, parsed.Reason())
	case coverage == surveillance.Foreign:
		notes = append(notes, "of no mosquito genus")
	case coverage == surveillance.Uncatalogued:
		notes = append(notes, "not in the catalog")
	}
	return strings.Join(notes, "; ")
}

// letters says how far a misspelling is from a name.
func letters(distance int) string {
	switch distance {
	case 0:
		return ""
	case 1:
		return " (1 letter)"
	}
	return fmt.Sprintf(" (%d letters)", distance)
}

// readNames reads the different names of a file, in their order, and in how many rows each stands.
func readNames(stdin io.Reader, path, column string) (written []string, rows map[string]int, err error) {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, nil, fmt.Errorf("open the names: %w", err)
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	rows = map[string]int{}
	add := func(name string) {
		if name = strings.TrimSpace(name); name == "" {
			return
		}
		if rows[name]++; rows[name] == 1 {
			written = append(written, name)
		}
	}
	if column != "" {
		err = readColumn(in, column, add)
	} else {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			add(lines.Text())
		}
		err = lines.Err()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the names of %s: %w", path, err)
	}
	return written, rows, nil
}

// readColumn reads a column of a table. What stands most often in the header between its names separates it.
func readColumn(in io.Reader, column string, add func(string)) error {
	buffered := bufio.NewReader(in)
	table := csv.NewReader(buffered)
	table.FieldsPerRecord, table.LazyQuotes, table.ReuseRecord = -1, true, true
	head, err := buffered.Peek(buffered.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	first, _, _ := strings.Cut(string(head), "\n")
	for _, separator := range "\t;" {
		if n := strings.Count(first, string(separator)); n > 0 && n >= strings.Count(first, string(table.Comma)) {
			table.Comma = separator
		}
	}
	header, err := table.Read()
	if err != nil {
		return fmt.Errorf("the header: %w", err)
	}
	header = slices.Clone(header)
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	at := slices.IndexFunc(header, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), column) })
	if at < 0 {
		return fmt.Errorf("there is no column %q; the columns are %s", column, strings.Join(header, ", "))
	}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if at < len(row) {
			add(row[at])
		}
	}
}
