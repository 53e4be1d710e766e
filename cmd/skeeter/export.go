package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
)

const exportHelp = `Writes observations as CSV (Darwin Core headers), GeoParquet, Arrow, GeoPackage or an Excel workbook with the same columns, GeoJSON,
GeoJSON-Seq, or a Darwin Core archive. The filter flags mean what the query parameters of the API mean:

  skeeter export --format dwca --data-source modirisk -o modirisk.zip
  skeeter export --species "Aedes aegypti" --start-date 2010-01-01 > aegypti.csv

An archive, CSV, GeoParquet, GeoPackage and a workbook import again without loss: into the same database they change nothing, into an empty
one they bring the same records. All but the archive lack citation and address of the data sources, sampling events and pools: an archive has all that match, with or without a
catch. --format pools is a table of pools alone, which imports again as well. Without other filters than --data-source and --status
they hold absences too. The records of several data sources make a zip with one archive each.

The file is your own copy: it names observers, users and pictures. With --public it does not, like a download from the server.
Records that a review rejected are in it with --status all.`

// filterFlags are the flags of the Filter.
var filterFlags = []struct{ flag, meaning string }{
	{"species", "names, ids or synonyms, comma-separated"},
	{"genus", "for example Anopheles"},
	{"vector-status", "High, Moderate, Low, None, Unknown"},
	{"disease", "ids of diseases: the species that transmit them"},
	{"start-date", "first day, YYYY-MM-DD"},
	{"end-date", "last day, YYYY-MM-DD"},
	{"bbox", "min_lon,min_lat,max_lon,max_lat in degrees"},
	{"country", "ISO 3166-1 codes, or names in English, Spanish, French, Portuguese or Russian"},
	{"region", "ids or names of regions"},
	{"data-source", "ids or names of data sources"},
	{"status", "unverified, verified, rejected, or all; default: all but rejected"},
	{"life-stage", "for example adult"},
	{"sex", "for example female"},
	{"sampling-protocol", "collection methods"},
	{"months", "1 to 12"},
	{"max-uncertainty-m", "metres"},
	{"flags", "records with one of these quality flags"},
	{"without-flags", "records with none of these quality flags"},
	{"qualifier", "certain or uncertain: whether the name is in doubt"},
	{"exact", "true: names alone, without the subspecies, members and undivided names that they include"},
	{"identified", "true: records identified to species; false: the others"},
	{"event-id", "Darwin Core eventIDs"},
	{"area", "ids of areas, drawn or of sets; skeeter areas list shows the sets"},
}

func exportCommand() *cobra.Command {
	var format, output string
	var include []string
	var o exporting.Options
	c := &cobra.Command{
		Use: "export", Short: "Export observations", Long: exportHelp, Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			f, ok := exporting.FindFormat(format)
			if !ok {
				return usageError{fmt.Errorf("--format is %q: want %s", format, strings.Join(exporting.FormatNames(), ", "))}
			}
			for _, item := range include {
				if !slices.Contains(exporting.Includes, strings.ToLower(strings.TrimSpace(item))) {
					return usageError{fmt.Errorf("--include is %q: want %s", item, strings.Join(exporting.Includes, ", "))}
				}
				o.Absences = true
			}
			return export(c, f, output, o)
		},
	}
	c.Flags().StringVar(&format, "format", "csv", strings.Join(exporting.FormatNames(), ", "))
	c.Flags().StringVarP(&output, "output", "o", "-", "file to write; - is standard output")
	c.Flags().BoolVar(&o.BOM, "excel", false, "CSV: begin with a byte order mark, for spreadsheet programs")
	c.Flags().BoolVar(&o.Raw, "raw", false, "CSV: write cells as they are, also those that a spreadsheet program takes for formulas")
	c.Flags().StringSliceVar(&include, "include", nil, "what to add: "+strings.Join(exporting.Includes, ", "))
	c.Flags().Bool("public", false, "leave out who observed: observers, users, pictures, predictions")
	for _, f := range filterFlags {
		c.Flags().String(f.flag, "", f.meaning)
	}
	return c
}

func export(c *cobra.Command, format exporting.Format, output string, o exporting.Options) error {
	ctx := c.Context()
	criteria, whole, err := filterCriteria(c)
	if err != nil {
		return err
	}
	table := format.Name != "geojson" && format.Name != "geojsonseq"
	public, _ := c.Flags().GetBool("public")
	o.Private = table && !public
	o.Absences = o.Absences || table && whole
	db, log, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	source, _ := c.Flags().GetString("data-source")
	pool, err := db.Of(ctx, source)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	lookups := postgres.NewLookups(pool, log, prometheus.NewRegistry())
	if err := lookups.Refresh(ctx); err != nil {
		return errors.Join(err, db.Close())
	}
	names, err := lookups.NamesFor(ctx, criteria)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	f, err := resolveFilter(criteria, names)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	var done exporting.Exported
	err = writeOutput(c.OutOrStdout(), output, func(w io.Writer) error {
		done, err = exporting.New(pool, lookups).Export(ctx, w, format, f, o)
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	personal := ""
	if o.Private && format.Name != "pools" {
		personal = "; they name observers and users (--public leaves them out)"
	}
	if format.Name == "pools" {
		_, err = fmt.Fprintf(c.ErrOrStderr(), "exported %d pools%s\n", done.Pools, personal)
		return err
	}
	more := ""
	if done.Events > 0 {
		more += fmt.Sprintf(" and %d sampling events", done.Events)
	}
	if done.Pools > 0 {
		more += fmt.Sprintf(" and %d pools", done.Pools)
	}
	if done.EventsLeftOut {
		more += " (without sampling events: --format dwca has them)"
	}
	if done.PoolsLeftOut {
		more += " (without pools: --format dwca and --format pools have them)"
	}
	_, err = fmt.Fprintf(c.ErrOrStderr(), "exported %d records%s%s\n", done.Records, more, personal)
	return err
}

// filterCriteria reads the flags of the Filter that a command has. whole reports that there are no filters but --data-source and --status.
func filterCriteria(c *cobra.Command) (criteria *surveillance.Criteria, whole bool, err error) {
	criteria, whole = surveillance.NewCriteria(), true
	var errs []error
	for _, flag := range filterFlags {
		if v, _ := c.Flags().GetString(flag.flag); v != "" {
			if flag.flag == "status" && strings.EqualFold(strings.TrimSpace(v), "all") {
				v = strings.Join(surveillance.Statuses, ",")
			}
			if err := criteria.Set(strings.ReplaceAll(flag.flag, "-", "_"), v); err != nil {
				errs = append(errs, fmt.Errorf("--%s: %w", flag.flag, err))
			}
			whole = whole && (flag.flag == "data-source" || flag.flag == "status")
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, false, usageError{err}
	}
	return criteria, whole, nil
}

// resolveFilter resolves the filter. A place or a data source that there is none of is a usage error.
func resolveFilter(criteria *surveillance.Criteria, names *surveillance.Names) (surveillance.Filter, error) {
	f, err := criteria.Resolve(names)
	var unknown surveillance.UnknownError
	if !errors.As(err, &unknown) {
		return f, err
	}
	var errs []error
	for _, u := range unknown {
		switch u.Parameter {
		case "data_source":
			errs = append(errs, fmt.Errorf("--data-source: there is no %s; skeeter dataset list shows the data sources", u.Name))
		case "area":
			errs = append(errs, fmt.Errorf("--area: there is no %s; skeeter areas list shows the areas of sets", u.Name))
		default:
			errs = append(errs, fmt.Errorf("--%s: there is no %s; want an id or a name", u.Parameter, u.Name))
		}
	}
	return f, usageError{errors.Join(errs...)}
}

// writeOutput writes standard output, or a file under a temporary name that it renames when the file is complete.
func writeOutput(stdout io.Writer, path string, write func(io.Writer) error) error {
	if path == "-" {
		out := bufio.NewWriter(stdout)
		return errors.Join(write(out), out.Flush())
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".skeeter-export-*")
	if err != nil {
		return fmt.Errorf("create the export: %w", err)
	}
	out := bufio.NewWriter(file)
	err = errors.Join(write(out), out.Flush(), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("write the export: %w", err)
	}
	return nil
}
