package main

import (
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

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

const importHelp = `Reads Darwin Core archives (zipped or a folder), GBIF simple downloads, CSV and TSV with Darwin Core headers,
and GeoJSON points. --map names columns with other headers:

  skeeter import records.csv --map species=VECTOR,lat=Y,lon=X,date=YEAR

Each file is one transaction, and importing it again changes nothing. Rows without coordinates, date or name, and rows that
repeat an id, go to FILE.rejected.csv with line number and reason.`

func importCommand() *cobra.Command {
	var mapping, dataset, rejects string
	c := &cobra.Command{
		Use: "import FILE...", Short: "Import occurrence records", Long: importHelp, Args: atLeastOne("name at least one file"),
		RunE: func(c *cobra.Command, files []string) error {
			columns, err := darwincore.ParseMap(mapping)
			if err != nil {
				return usageError{fmt.Errorf("--map: %w", err)}
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
			for _, file := range files {
				if err = importFile(c, importer, file, transfer.ImportOptions{Map: columns, Dataset: dataset, Rejects: rejects}); err != nil {
					break
				}
			}
			return errors.Join(err, db.Close())
		},
	}
	addCreateFlag(c)
	c.Flags().StringVar(&mapping, "map", "", "columns by key, KEY=COLUMN,...; keys: species lat lon date count id sex life_stage notes source")
	c.Flags().StringVar(&dataset, "dataset", "", "name of the data source; default: the file's own title or name")
	c.Flags().StringVar(&rejects, "rejects", "", "file for rejected rows; default: FILE.rejected.csv beside the file")
	return c
}

// checkFiles fails for a missing file before a database is started or made.
func checkFiles(files []string) error {
	for _, file := range files {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such file or folder", file)
		}
	}
	return nil
}

func importFile(c *cobra.Command, importer *transfer.Importer, file string, o transfer.ImportOptions) error {
	progress := newProgress(os.Stderr, file)
	o.Progress = progress.show
	report, err := importer.Import(c.Context(), file, o)
	progress.end()
	if err != nil {
		return fmt.Errorf("%w (nothing was imported from it)", named(file, err))
	}
	return printReport(c.OutOrStdout(), report)
}

// named puts the path of the file, as given, before an error. A FileError begins with the file's name already, or with that of a part
// of the archive.
func named(file string, err error) error {
	if broken := new(darwincore.FileError); errors.As(err, &broken) && broken.File == filepath.Base(file) {
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
		fmt.Fprintf(w, "  note: %s: %d rows, the first in line %d\n", warning.Message, warning.Count, warning.Line)
	}
	if r.DemoRemoved > 0 {
		fmt.Fprintf(w, "  the demonstration set was removed (%d synthetic records)\n", r.DemoRemoved)
	}
	if sum := r.Inserted + r.Updated + r.Unchanged + r.Absences + r.Rejected; sum != r.Rows {
		return fmt.Errorf("%s: %d rows were read and %d accounted for; please report this", r.File, r.Rows, sum)
	}
	return nil
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

func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
