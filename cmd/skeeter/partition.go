package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/partitioning"
)

const partitionHelp = `Divides observations and sampling events into a partition a year, of PostgreSQL's own, so that queries with days read
those years alone. Servers go on meanwhile: requests wait for a moment at the beginning and at the end. Interrupted, it goes on
where it was when it is run again, or begins anew after a restore or an upgrade. It needs the size of the tables once more on
the disk. --undo makes one table of each again.`

func partitionCommand() *cobra.Command {
	var dryRun, undo bool
	c := &cobra.Command{
		Use: "partition", Short: "Divide observations and sampling events by year, also while the server runs", Args: atMost(0), Long: partitionHelp,
		RunE: func(c *cobra.Command, _ []string) error { return partition(c, dryRun, undo) },
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say whether the tables are partitioned and how far an interrupted run came, and change nothing")
	c.Flags().BoolVar(&undo, "undo", false, "make one table of each again")
	return c
}

// partitionProgressEvery is how often the progress is written.
const partitionProgressEvery = 5 * time.Second

func partition(c *cobra.Command, dryRun, undo bool) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	if dryRun {
		states, err := partitioning.States(c.Context(), db.Pool)
		for _, s := range states {
			fmt.Fprintln(c.OutOrStdout(), partitionState(s))
		}
		return errors.Join(err, db.Close())
	}
	began, last := time.Now(), time.Now()
	says := func(table, what string) { fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", table, what) }
	progress := func(table, what string) {
		if time.Since(last) >= partitionProgressEvery {
			last = time.Now()
			says(table, what)
		}
	}
	changed, err := partitioning.Run(c.Context(), db.Pool, partitioning.Options{
		Undo:     undo,
		Progress: func(table string, done, pages int64) { progress(table, fmt.Sprintf("page %d of %d", done, pages)) },
		Stage:    says,
		Waiting: func(table string) {
			progress(table, "waiting for transactions that use the table or what it refers to")
		},
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	are := "partitioned"
	if undo {
		are = "one table each"
	}
	if len(changed) == 0 {
		_, err = fmt.Fprintf(c.OutOrStdout(), "the tables are %s already\n", are)
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s now, in %s\n", strings.Join(changed, ", "), are, time.Since(began).Round(10*time.Millisecond))
	return err
}

// partitionState says whether a table is partitioned, and how far an interrupted run came.
func partitionState(s partitioning.State) string {
	is := s.Table + ": one table"
	if s.Partitioned {
		is = s.Table + ": partitioned"
	}
	if s.Becomes == nil || s.Page == nil {
		return is
	}
	return fmt.Sprintf("%s; a run was interrupted at page %d of %d", is, *s.Page, *s.Pages)
}
