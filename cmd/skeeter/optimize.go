package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/optimizing"
)

const optimizeHelp = `Stores the records that lie near each other side by side, so that the records of a box are in few pages of the disk,
and builds the indexes anew. Servers go on meanwhile: requests that read do not wait, those that write wait for a second
at times. Interrupted, it goes on where it was. It needs the size of the table once more on the disk.`

func optimizeCommand() *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use: "optimize", Short: "Store the records by place and time, also while the server runs", Args: atMost(0), Long: optimizeHelp,
		RunE: func(c *cobra.Command, _ []string) error { return optimize(c, dryRun) },
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say how much lies scattered, and change nothing")
	return c
}

// optimizeProgressEvery is how often the progress is written.
const optimizeProgressEvery = 5 * time.Second

func optimize(c *cobra.Command, dryRun bool) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	began, last := time.Now(), time.Now()
	report, err := optimizing.Records(c.Context(), db.Pool, optimizing.Options{
		DryRun: dryRun,
		Progress: func(done, parts int) {
			if time.Since(last) >= optimizeProgressEvery {
				last = time.Now()
				fmt.Fprintf(c.ErrOrStderr(), "part %d of %d\n", done, parts)
			}
		},
		Stage: func(name string) { fmt.Fprintln(c.ErrOrStderr(), name) },
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	out := c.OutOrStdout()
	if dryRun {
		_, err = fmt.Fprintf(out, "%d of %d parts of %d records lie scattered\n", report.Scattered, report.Parts, optimizing.PartRows)
		return err
	}
	_, err = fmt.Fprintf(out, "stored %d of %d parts of %d records anew in %s\n", report.Scattered, report.Parts, optimizing.PartRows, time.Since(began).Round(10*time.Millisecond))
	return err
}
