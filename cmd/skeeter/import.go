package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skeeter-surveillance/skeeter/internal/fetch"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

const importHelp = `Reads Darwin Core archives (zipped or a folder), GBIF simple downloads, and tables with Darwin Core headers: CSV, TSV,
Excel (.xlsx), GeoJSON, GeoPackage, FlatGeobuf, Parquet, also packed in .gz, .tar.gz or .zip. FILE may be an address of http or
https, of a file up to 2 GiB. --map names columns with other headers, and says what values mean; --profile keeps it in a file, and
"skeeter profiles" lists those of known sources:

  skeeter import records.csv --map species=VECTOR,lat=Y,lon=X,date=YEAR
  skeeter import records.csv --map 'date="Date, collected",country:=BE,status:0=absent'
  skeeter import collections.csv --profile vectorsurv-collections

Dates that are not ISO 8601 are read as the whole column tells; --dates says it where it does not.

Each file is one transaction, and importing it again changes nothing. Rows without coordinates, date or name, and rows that
repeat an id, go to FILE.rejected.csv with line number and reason.`

func importCommand() *cobra.Command {
	var read readFlags
	var dataset, rejects string
	c := &cobra.Command{
		Use: "import FILE...", Short: "Import occurrence records", Long: importHelp, Args: atLeastOne("name at least one file"),
		RunE: func(c *cobra.Command, files []string) error {
			options, profile, err := read.options()
			if err != nil {
				return usageError{err}
			}
			if rejects != "" && len(files) > 1 {
				return usageError{errors.New("--rejects names one file; import the files one by one")}
			}
			if err := checkFiles(files); err != nil {
				return err
			}
			db, log, err := openDatabase(c, existing(c))
			if err != nil {
				return err
			}
			importer := transfer.NewImporter(db.Pool, log)
			if profile.Note != "" {
				fmt.Fprintf(c.OutOrStdout(), "profile %s: %s\n", profile.Name, profile.Note)
			}
			for _, file := range files {
				if err = importFile(c, importer, file, transfer.ImportOptions{
					Options: options, Dataset: cmp.Or(dataset, profile.Dataset), Rejects: rejects,
				}); err != nil {
					break
				}
			}
			return errors.Join(err, db.Close())
		},
	}
	addCreateFlag(c)
	read.register(c)
	c.Flags().StringVar(&dataset, "dataset", "", "name of the data source; default: the file's own title or name")
	c.Flags().StringVar(&rejects, "rejects", "", "file for rejected rows; default: FILE.rejected.csv beside the file")
	return c
}

// checkFiles fails for a missing file before a database is started or made.
func checkFiles(files []string) error {
	for _, file := range files {
		if fetch.IsAddress(file) {
			continue
		}
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such file or folder", file)
		}
	}
	return nil
}

// importFile imports a file, or what lies at an address. Its rejected rows are beside it, or in the working folder.
func importFile(c *cobra.Command, importer *transfer.Importer, file string, o transfer.ImportOptions) error {
	path := file
	if fetch.IsAddress(file) {
		downloaded, err := downloadFile(c.Context(), file)
		if err != nil {
			return err
		}
		defer downloaded.Remove() //nolint:errcheck // a folder of the system's for temporary files
		path = downloaded.Path
		o.Rejects = cmp.Or(o.Rejects, transfer.RejectsPath(filepath.Base(path)))
	}
	progress := newProgress(os.Stderr, file)
	o.Progress = progress.show
	report, err := importer.Import(c.Context(), path, o)
	progress.end()
	if err != nil {
		return fmt.Errorf("%w (nothing was imported from it)", named(file, path, err))
	}
	report.File = file
	return printReport(c.OutOrStdout(), report)
}

// downloadFile downloads a file and shows how far it is.
func downloadFile(ctx context.Context, address string) (*fetch.File, error) {
	progress := newProgress(os.Stderr, address)
	defer progress.end()
	return fetch.Download(ctx, address, fetch.Options{Progress: progress.showDownload})
}

// named puts the file, as given, before an error. A FileError begins with the name of the file at path already, or with that of a
// part of the archive.
func named(file, path string, err error) error {
	if broken := new(darwincore.FileError); errors.As(err, &broken) && broken.File == filepath.Base(path) {
		here := *broken
		here.File = file
		return &here
	}
	return fmt.Errorf("%s: %w", file, err)
}

func printReport(w io.Writer, r transfer.ImportReport) error {
	rate := float64(r.Rows) / max(r.Took.Seconds(), 0.001)
	fmt.Fprintf(w, "%s: %d rows in %s (%.0f rows/s) into %q\n", r.File, r.Rows, r.Took.Round(10*time.Millisecond), rate, r.DataSource)
	fmt.Fprintf(w, "  inserted %d, updated %d, unchanged %d, absences %d, rejected %d\n", r.Inserted, r.Updated, r.Unchanged, r.Absences, r.Rejected)
	for _, reason := range slices.Sorted(maps.Keys(r.Reasons)) {
		fmt.Fprintf(w, "  rejected: %s: %d\n", reason, r.Reasons[reason])
	}
	if r.RejectsFile != "" {
		fmt.Fprintf(w, "  rejected rows are in %s\n", r.RejectsFile)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "  note: %s\n", note(warning))
	}
	if r.DemoRemoved > 0 {
		fmt.Fprintf(w, "  the demonstration set was removed (%d synthetic records)\n", r.DemoRemoved)
	}
	if sum := r.Inserted + r.Updated + r.Unchanged + r.Absences + r.Rejected; sum != r.Rows {
		return fmt.Errorf("%s: %d rows were read and %d accounted for; please report this", r.File, r.Rows, sum)
	}
	return nil
}

// note writes a warning: how many rows it is about and the first of them, if it is about rows.
func note(w darwincore.Warning) string {
	switch {
	case w.Line > 0:
		return fmt.Sprintf("%s: %d rows, the first in line %d", w.Message, w.Count, w.Line)
	case w.Count > 1:
		return fmt.Sprintf("%s: %d", w.Message, w.Count)
	}
	return w.Message
}

// progress shows a bar on a terminal, and a line every plainEvery elsewhere.
type progress struct {
	w       io.Writer
	file    string
	bar     *progressbar.ProgressBar
	began   time.Time
	printed time.Time
}

// plainEvery is the time between two plain lines.
const plainEvery = 5 * time.Second

func newProgress(f *os.File, file string) *progress {
	p := &progress{w: f, file: file, began: time.Now(), printed: time.Now()}
	if term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(-1, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription(file),
			progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionFullWidth())
	}
	return p
}

func (p *progress) show(s transfer.Progress) {
	rate := float64(s.Rows) / max(time.Since(p.began).Seconds(), 0.001)
	if p.bar != nil {
		p.bar.ChangeMax64(max(s.Total, 1))
		p.bar.Describe(fmt.Sprintf("%s %s %d rows, %.0f rows/s", p.file, s.Stage, s.Rows, rate))
		_ = p.bar.Set64(min(s.Done, s.Total))
		return
	}
	if s.Stage == "reading" && time.Since(p.printed) < plainEvery {
		return
	}
	p.printed = time.Now()
	left := ""
	if s.Stage == "reading" && s.Done > 0 {
		rest := time.Duration(float64(time.Since(p.began)) * float64(s.Total-s.Done) / float64(s.Done))
		left = fmt.Sprintf(", about %s left", rest.Round(time.Second))
	}
	fmt.Fprintf(p.w, "%s: %s, %d rows, %.0f rows/s%s\n", p.file, s.Stage, s.Rows, rate, left)
}

// showDownload shows how many bytes have come, of how many; total is -1 when nobody knows.
func (p *progress) showDownload(done, total int64) {
	if p.bar != nil {
		p.bar.ChangeMax64(max(total, done, 1))
		p.bar.Describe(fmt.Sprintf("%s downloading, %d MB", p.file, done/1e6))
		_ = p.bar.Set64(done)
		return
	}
	if time.Since(p.printed) < plainEvery {
		return
	}
	p.printed = time.Now()
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total/1e6)
	}
	fmt.Fprintf(p.w, "%s: downloading, %d%s MB\n", p.file, done/1e6, of)
}

func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
