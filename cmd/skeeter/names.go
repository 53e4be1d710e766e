package main

import (
	"encoding/json"
	"errors"
	"fmt"
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
	var file namesFile
	var asJSON bool
	check := &cobra.Command{
		Use: "check FILE", Short: "Tell what the names of a file mean", Args: exactlyOne("name a file, or - for standard input"),
		Long: "Reads a text with a name in each line, or a column of any table that an import reads, - for standard input, and tells of each different\n" +
			"name what an import makes of it. A misspelling is proposed; an import keeps it as it is written.",
		RunE: func(c *cobra.Command, args []string) error {
			file.path = args[0]
			return checkNames(c, file, asJSON)
		},
	}
	check.Flags().StringVar(&file.column, "column", "", "the column of a table that holds the names, by its header")
	check.Flags().StringVar(&file.sheet, "sheet", "", "with --column: sheet of a workbook, or layer of a GeoPackage; default: the only one with data")
	check.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return group("names", "Check names of mosquitoes", "check", check)
}

// checkedName is what the check tells of a name.
type checkedName struct {
	Rows int `json:"rows"` // in which it stands
	catalog.ResolvedName
}

func checkNames(c *cobra.Command, file namesFile, asJSON bool) error {
	written, rows, err := file.read(c.Context(), c.InOrStdin())
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
