package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skeeter-surveillance/skeeter/internal/fetch"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
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
repeat an id, go to FILE.rejected.csv with line number and reason. --check says what would happen, and stores nothing.

Exit status: 0 stored, 1 failed, 2 usage, 3 no row of a file could be stored.`

func importCommand() *cobra.Command {
	var read readFlags
	var o importing.Options
	var yes bool
	c := &cobra.Command{
		Use: "import FILE...", Short: "Import occurrence records", Long: importHelp, Args: atLeastOne("name at least one file"),
		RunE: func(c *cobra.Command, files []string) error {
			options, profile, err := read.options()
			if err != nil {
				return usageError{err}
			}
			if o.Rejects != "" && len(files) > 1 {
				return usageError{errors.New("--rejects names one file; import the files one by one")}
			}
			if err := checkFiles(files); err != nil {
				return err
			}
			limitImportMemory()
			db, log, err := openDatabase(c, existing(c))
			if err != nil {
				return err
			}
			pool, err := db.Of(c.Context(), cmp.Or(o.Dataset, profile.Dataset))
			if err != nil {
				return errors.Join(err, db.Close())
			}
			importer := importing.New(pool, log)
			if profile.Note != "" {
				fmt.Fprintf(c.OutOrStdout(), "profile %s: %s\n", profile.Name, profile.Note)
			}
			o.Options, o.Dataset = options, cmp.Or(o.Dataset, profile.Dataset)
			return errors.Join(importFiles(c, importer, files, o, yes), db.Close())
		},
	}
	addCreateFlag(c)
	read.register(c)
	c.Flags().StringVar(&o.Dataset, "dataset", "", "id or name of the data source; default: what the file says of itself, else its name")
	c.Flags().StringVar(&o.Rejects, "rejects", "", "file for rejected rows; default: FILE.rejected.csv beside the file")
	c.Flags().BoolVar(&o.Check, "check", false, "say what would happen, with the first rows as they would be, and store nothing")
	c.Flags().BoolVar(&o.Replace, "replace", false, "remove the records of the data source that the file does not have; asks first")
	c.Flags().BoolVar(&o.ReplaceEvents, "replace-events", false, "remove of the sampling events of the file the records without ids that it does not have; asks first")
	c.Flags().BoolVar(&o.Add, "add", false, "store the records of a file that looks corrected beside the stored ones")
	c.MarkFlagsMutuallyExclusive("replace", "replace-events", "add")
	c.Flags().BoolVar(&yes, "yes", false, "with --replace and --replace-events: do not ask")
	c.Flags().BoolVar(&o.SkipDuplicates, "skip-duplicates", false, "leave out rows whose occurrenceID another data source has")
	c.Flags().BoolVar(&o.CorrectNames, "correct-names", false, "store misspelled names under the name that they look like")
	return c
}

// importMemory is the memory, in bytes, from which on the garbage collector works harder: with the program itself an import stays below
// 220 MB.
const importMemory = 120 << 20

func limitImportMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(importMemory)
	}
}

// importFiles imports files one after the other. A file of which no row can be stored does not keep the next ones from being stored.
func importFiles(c *cobra.Command, importer *importing.Importer, files []string, o importing.Options, yes bool) error {
	var nothing error
	for _, file := range files {
		err := importFile(c, importer, file, o, yes)
		switch {
		case errors.Is(err, importing.ErrNothingAcceptable):
			nothing = statusError{exitNothing, err}
		case err != nil:
			return err
		}
	}
	return nothing
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

// importFile imports a file, or what lies at an address, with every archive in it. Its rejected rows are beside it, or in the working
// folder.
func importFile(c *cobra.Command, importer *importing.Importer, file string, o importing.Options, yes bool) error {
	path := file
	if fetch.IsAddress(file) {
		downloaded, err := downloadFile(c.Context(), file)
		if err != nil {
			return err
		}
		defer downloaded.Remove() //nolint:errcheck // a folder of the system's for temporary files
		path = downloaded.Path
	}
	parts, err := tables.Parts(c.Context(), path)
	if err != nil || len(parts) == 0 { // the import says what is wrong
		parts = []string{""}
	}
	if o.Rejects != "" && len(parts) > 1 {
		return usageError{fmt.Errorf("--rejects names one file; %s holds %d archives", file, len(parts))}
	}
	var nothing error
	for _, part := range parts {
		of := o
		of.Part = part
		if of.Rejects == "" && path != file {
			of.Rejects = importing.RejectsPath(filepath.Base(path), part)
		}
		if err := importPart(c, importer, file, path, of, yes); errors.Is(err, importing.ErrNothingAcceptable) {
			nothing = err
		} else if err != nil {
			return err
		}
	}
	return nothing
}

func importPart(c *cobra.Command, importer *importing.Importer, file, path string, o importing.Options, yes bool) error {
	progress := newProgress(os.Stderr, file)
	o.Progress = progress.show
	var asked *importing.Replacement
	o.Confirm = func(r importing.Replacement) (bool, error) {
		if !yes {
			asked = &r
		}
		return yes, nil
	}
	report, err := importer.Import(c.Context(), path, o)
	progress.end()
	if asked != nil && err != nil {
		// The question is asked while nothing is locked. What is removed then is what it named.
		if yes, askErr := confirmReplacement(c, *asked); askErr != nil || yes {
			o.Confirm = func(r importing.Replacement) (bool, error) { return r == *asked, nil }
			report, err = importer.Import(c.Context(), path, o)
			err = errors.Join(askErr, err)
			progress.end()
		}
	}
	if path != file {
		report.File = file
	}
	switch {
	case errors.Is(err, importing.ErrNothingAcceptable):
		return errors.Join(printReport(c.OutOrStdout(), report, o.Check), fmt.Errorf("%s: %w", file, err))
	case c.Context().Err() != nil:
		return fmt.Errorf("%s: interrupted; nothing was imported from it", file)
	case err != nil:
		return fmt.Errorf("%w (nothing was imported from it)", named(file, path, err))
	}
	return printReport(c.OutOrStdout(), report, o.Check)
}

// confirmReplacement asks on the terminal. Without one nobody can confirm.
func confirmReplacement(c *cobra.Command, r importing.Replacement) (bool, error) {
	in, ok := c.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return false, nil
	}
	fmt.Fprintf(c.ErrOrStderr(), "%s. Go on? [y/N] ", r)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
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
