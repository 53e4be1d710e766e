package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
)

func demoCommand() *cobra.Command {
	var count int
	var remove bool
	c := &cobra.Command{
		Use: "demo", Short: "Make or remove synthetic records", Args: atMost(0),
		Long: "Makes synthetic records in a data source of their own, marked as synthetic: trap sites around towns, seasons by latitude,\na community of species by site; from 35,000 on also a network of traps around one\ntown. The same count gives the same records. They replace earlier synthetic records and the demonstration set of an\nempty database; --remove removes both.",
		RunE: func(c *cobra.Command, _ []string) error {
			if count < 1 || count > demo.MaxCount {
				return usageError{fmt.Errorf("--count is %d: want 1 to %d", count, demo.MaxCount)}
			}
			use := existing(c)
			use.Existing = remove // there is nothing to remove where there is no database
			db, _, err := openDatabase(c, use)
			if err != nil {
				return err
			}
			if remove {
				removed, err := demo.Remove(c.Context(), db.Pool)
				if err = errors.Join(err, db.Close()); err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "removed %d synthetic records\n", removed)
				return err
			}
			began := time.Now()
			err = demo.Make(c.Context(), db.Pool, count, func(n int) {
				fmt.Fprintf(c.ErrOrStderr(), "%d of %d records, %.0f records/s\n", n, count, float64(n)/time.Since(began).Seconds())
			})
			if err = errors.Join(err, db.Close()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "made %d synthetic records in %s; skeeter demo --remove removes them\n", count, time.Since(began).Round(10*time.Millisecond))
			return err
		},
	}
	c.Flags().IntVar(&count, "count", 100_000, "records to make, at most 100,000,000")
	c.Flags().BoolVar(&remove, "remove", false, "remove all synthetic records instead, also the demonstration set")
	return c
}
