package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

const exportHelp = `Writes observations as CSV (Darwin Core headers), GeoJSON, GeoJSON-Seq, or a Darwin Core archive that imports again
without loss. The filter flags mean what the query parameters of the API mean:

  skeeter export --format dwca --data-source modirisk -o modirisk.zip
  skeeter export --species "Aedes aegypti" --start-date 2010-01-01 > aegypti.csv

An archive or CSV without other filters than --data-source holds absences too.`

// exportFilters are the flags of the Filter.
var exportFilters = []struct{ flag, meaning string }{
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
	{"status", "unverified, verified, rejected"},
	{"life-stage", "for example adult"},
	{"sex", "for example female"},
	{"sampling-protocol", "collection methods"},
	{"months", "1 to 12"},
	{"max-uncertainty-m", "metres"},
	{"flags", "records with one of these quality flags"},
	{"without-flags", "records with none of these quality flags"},
	{"qualifier", "certain or uncertain: whether the name is in doubt"},
	{"exact", "true: names alone, without the subspecies, members and undivided names that they include"},
	{"event-id", "Darwin Core eventIDs"},
}

func exportCommand() *cobra.Command {
	var format, output string
	var excel bool
	c := &cobra.Command{
		Use: "export", Short: "Export observations", Long: exportHelp, Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			f, ok := transfer.FindFormat(format)
			if !ok {
				return usageError{fmt.Errorf("--format is %q: want %s", format, strings.Join(transfer.FormatNames(), ", "))}
			}
			return export(c, f, output, excel)
		},
	}
	c.Flags().StringVar(&format, "format", "csv", strings.Join(transfer.FormatNames(), ", "))
	c.Flags().StringVarP(&output, "output", "o", "-", "file to write; - is standard output")
	c.Flags().BoolVar(&excel, "excel", false, "CSV: begin with a byte order mark, for spreadsheet programs")
	for _, f := range exportFilters {
		c.Flags().String(f.flag, "", f.meaning)
	}
	return c
}

func export(c *cobra.Command, format transfer.Format, output string, excel bool) error {
	ctx := c.Context()
	criteria, bySource, err := exportCriteria(c)
	if err != nil {
		return err
	}
	db, log, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	lookups := postgres.NewLookups(db.Pool, log, prometheus.NewRegistry())
	if err := lookups.Refresh(ctx); err != nil {
		return errors.Join(err, db.Close())
	}
	f, err := resolveExport(criteria, lookups.Current())
	if err != nil {
		return errors.Join(err, db.Close())
	}
	var n int64
	err = writeOutput(c.OutOrStdout(), output, func(w io.Writer) error {
		n, err = transfer.NewExporter(db.Pool, lookups).Export(ctx, w, format, f, transfer.ExportOptions{BOM: excel, Absences: bySource})
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.ErrOrStderr(), "exported %d records\n", n)
	return err
}

// exportCriteria reads the flags. bySource reports that --data-source is the only filter, or that there is none.
func exportCriteria(c *cobra.Command) (criteria *surveillance.Criteria, bySource bool, err error) {
	criteria, bySource = surveillance.NewCriteria(), true
	var errs []error
	for _, flag := range exportFilters {
		if v, _ := c.Flags().GetString(flag.flag); v != "" {
			if err := criteria.Set(strings.ReplaceAll(flag.flag, "-", "_"), v); err != nil {
				errs = append(errs, fmt.Errorf("--%s: %w", flag.flag, err))
			}
			bySource = bySource && flag.flag == "data-source"
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, false, usageError{err}
	}
	return criteria, bySource, nil
}

// resolveExport resolves the filter. A place or a data source that there is none of is a usage error.
func resolveExport(criteria *surveillance.Criteria, names *surveillance.Names) (surveillance.Filter, error) {
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
