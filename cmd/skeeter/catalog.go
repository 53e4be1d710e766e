package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/catalog/images"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

const imagesHelp = `Store the photographs of a folder, JPEG, PNG or WebP, that its file credits.csv names: a row for each, with the columns
file, species, author and licence, and if you like source (a web address), caption, life_stage, sex. The first
row of a species is the photograph that lists show. Photographs that an earlier run stored under the same
names are replaced. Rows that lack something are refused and named; nothing is stored of a run that fails.

  skeeter catalog images photographs --dry-run
  skeeter catalog images --remove`

func catalogCommand() *cobra.Command {
	var dry, remove bool
	store := &cobra.Command{
		Use: "images FOLDER", Short: "Store photographs of species", Long: imagesHelp, Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case remove && (len(args) > 0 || dry):
				return usageError{errors.New("--remove takes no folder and no --dry-run: it removes all photographs")}
			case remove:
				return removeImages(c)
			case len(args) == 0:
				return usageError{errors.New("name the folder with the photographs and credits.csv")}
			}
			return storeImages(c, args[0], dry)
		},
	}
	store.Flags().BoolVar(&dry, "dry-run", false, "tell what would be stored, and store nothing")
	store.Flags().BoolVar(&remove, "remove", false, "remove all photographs")
	return group("catalog", "Store photographs of species", "images", store)
}

func storeImages(c *cobra.Command, folder string, dry bool) error {
	credits, err := readCredits(c.Context(), folder)
	if err != nil {
		return err
	}
	db, log, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	lookups := postgres.NewLookups(db.Pool, log, prometheus.NewRegistry())
	var report images.Report
	if err = lookups.Refresh(c.Context()); err == nil {
		report, err = images.Store(c.Context(), db.Pool, lookups.Current(), folder, credits, dry)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	writeImages(c.OutOrStdout(), folder, report, dry)
	if report.Stored == 0 {
		return statusError{exitNothing, errors.New("no photograph could be stored")}
	}
	return nil
}

// writeImages writes what a run did, or would do.
func writeImages(out io.Writer, folder string, r images.Report, dry bool) {
	did := ""
	if dry {
		did = "nothing is stored; would be stored: "
	}
	fmt.Fprintf(out, "%s: %s%s of %d species, %s, %s\n", folder, did, count(r.Stored, "photograph", "photographs"), r.Species,
		count(r.Replaced, "replaced an earlier one", "replaced earlier ones"), count(len(r.Refused), "row refused", "rows refused"))
	for _, refused := range r.Refused {
		file := ""
		if refused.File != "" {
			file = fmt.Sprintf(" (%q)", refused.File)
		}
		fmt.Fprintf(out, "  line %d%s: %s\n", refused.Line, file, refused.Reason)
	}
	for _, name := range r.Uncredited {
		fmt.Fprintf(out, "  no row in %s: %q\n", creditsFile, name)
	}
}

func removeImages(c *cobra.Command) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	removed, err := images.Remove(c.Context(), db.Pool)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "removed %s\n", count(int(removed), "photograph", "photographs"))
	return err
}
