package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/catalog/images"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// creditsFile is the table with a row for each photograph of a folder.
const creditsFile = "credits.csv"

// creditColumn is a column of the credits, by its header and other words for it.
type creditColumn struct {
	header, others string
	needed         bool
	value          func(*images.Credit) *string
}

var creditColumns = []creditColumn{
	{"file", "filename", true, func(c *images.Credit) *string { return &c.File }},
	{"species", "scientificname name", true, func(c *images.Credit) *string { return &c.Species }},
	{"author", "creator photographer rightsholder", true, func(c *images.Credit) *string { return &c.Author }},
	{"licence", "license", true, func(c *images.Credit) *string { return &c.Licence }},
	{"source", "sourceurl url references", false, func(c *images.Credit) *string { return &c.Source }},
	{"caption", "description title", false, func(c *images.Credit) *string { return &c.Caption }},
	{"life_stage", "stage", false, func(c *images.Credit) *string { return &c.LifeStage }},
	{"sex", "", false, func(c *images.Credit) *string { return &c.Sex }},
}

// findColumns returns where each column of the credits stands in a header, -1 for none.
func findColumns(header []string) []int {
	plain := func(s string) string {
		return strings.NewReplacer("_", "", " ", "", "-", "").Replace(strings.ToLower(s))
	}
	at := make([]int, len(creditColumns))
	for i, column := range creditColumns {
		words := append([]string{plain(column.header)}, strings.Fields(column.others)...)
		at[i] = -1
		for _, word := range words {
			if at[i] = slices.IndexFunc(header, func(h string) bool { return plain(h) == word }); at[i] >= 0 {
				break
			}
		}
	}
	return at
}

// readCredits reads the rows of the credits of a folder, in any encoding and with any separator that an import reads.
func readCredits(ctx context.Context, folder string) (credits []images.Credit, err error) {
	if err := checkFolder(folder); err != nil {
		return nil, err
	}
	files, err := tables.Open(ctx, filepath.Join(folder, creditsFile), "", "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	known := func(header []string) (names int, unquoted bool) {
		for _, at := range findColumns(header) {
			if at >= 0 {
				names++
			}
		}
		return names, false
	}
	table, file, err := files.Table(known, &text.Warnings{})
	if err != nil {
		return nil, err
	}
	defer table.Close() //nolint:errcheck // it was only read
	columns := findColumns(table.Header())
	var missing []string
	for i, column := range creditColumns {
		if column.needed && columns[i] < 0 {
			missing = append(missing, column.header)
		}
	}
	if missing != nil {
		return nil, text.Fail(file, 0, fmt.Sprintf("the header lacks %s; it has %s", strings.Join(missing, ", "), text.List(table.Header())), nil)
	}
	err = eachRow(table, func(row text.Row) {
		if len(credits) > images.MaxCredits {
			return // one more than are stored is refused as a whole
		}
		credit := images.Credit{Line: row.Line, Fault: row.Fault}
		for i, at := range columns {
			if at >= 0 && at < len(row.Values) {
				*creditColumns[i].value(&credit) = row.Values[at]
			}
		}
		credits = append(credits, credit)
	})
	if err == nil && len(credits) == 0 {
		return nil, text.Fail(file, 0, "there are no rows below the header: write one for each photograph", nil)
	}
	return credits, err
}

// checkFolder says what is missing before a photograph can be stored.
func checkFolder(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", folder)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder: name the one with the photographs and %s", folder, creditsFile)
	}
	if _, err := os.Stat(filepath.Join(folder, creditsFile)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no %s, the table with a row for each photograph; see skeeter catalog images --help", folder, creditsFile)
	}
	return nil
}
