package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/distributing"
)

const distributeHelp = `Copies observations, absences, sampling events and pools to the workers of a Citus cluster whose coordinator is the database, beside running
servers. From then on reads that count or draw many records, and exports, go to the copies, where every worker takes part, and
servers bring the copies up to date. All else stays with the coordinator. Interrupted, it goes on where it was when it is run again. It makes the copies anew after an
upgrade, or with another --shards. --undo removes them.`

func distributeCommand() *cobra.Command {
	var dryRun, undo bool
	var shards int
	c := &cobra.Command{
		Use: "distribute", Short: "Let the workers of a Citus cluster scan the records, also while the server runs", Args: atMost(0), Long: distributeHelp,
		RunE: func(c *cobra.Command, _ []string) error {
			if shards < 0 || shards > distributing.MaxShards {
				return usageError{fmt.Errorf("--shards is from 1 to %d", distributing.MaxShards)}
			}
			return distribute(c, dryRun, undo, shards)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say whether there are distributed tables and all workers answer, and change nothing")
	c.Flags().BoolVar(&undo, "undo", false, "remove the distributed tables; the records are in the others")
	c.Flags().IntVar(&shards, "shards", 0, fmt.Sprintf("of each table; a multiple of the number of workers (default %d, or as they are)", distributing.DefaultShards))
	return c
}

// distributeProgressEvery is how often the progress is written.
const distributeProgressEvery = 5 * time.Second

func distribute(c *cobra.Command, dryRun, undo bool, shards int) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	began, last := time.Now(), time.Now()
	var said string
	switch {
	case dryRun:
		var state *distributing.State
		state, err = distributing.StateOf(c.Context(), db.Pool)
		said = distributedState(state)
		if state != nil {
			if askErr := state.Ask(c.Context(), db.Pool); askErr != nil {
				err = fmt.Errorf("%s; %w", said, askErr)
			}
		}
	case undo:
		var dropped bool
		dropped, err = distributing.Drop(c.Context(), db.Pool)
		said = "nothing is distributed"
		if dropped {
			said = "the distributed tables are removed"
		}
	default:
		var made bool
		made, err = distributing.Run(c.Context(), db.Pool, distributing.Options{
			Shards: shards,
			Progress: func(table string, rows int64) {
				if time.Since(last) >= distributeProgressEvery {
					last = time.Now()
					fmt.Fprintf(c.ErrOrStderr(), "%s: %d rows\n", table, rows)
				}
			},
			Stage: func(table, name string) { fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", table, name) },
		})
		said = "the tables are distributed already"
		if made {
			said = fmt.Sprintf("the tables are distributed, in %s", time.Since(began).Round(10*time.Millisecond))
		}
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), said)
	return err
}

// distributedState says whether there are distributed tables.
func distributedState(s *distributing.State) string {
	switch {
	case s == nil:
		return "nothing is distributed"
	case !s.Valid:
		return "the distributed tables are those of an earlier state of the database: skeeter distribute makes them anew"
	case !s.Copied:
		return "a run was interrupted: skeeter distribute goes on"
	case !s.Complete:
		return fmt.Sprintf("the tables are distributed, %d shards each; many changes are being copied", s.Shards)
	default:
		return fmt.Sprintf("the tables are distributed, %d shards each", s.Shards)
	}
}
