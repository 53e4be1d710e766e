package main

import (
	"context"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/erasures"
)

func eraseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "erase LOGIN", Short: "Erase a person; the records stay",
		Long: "Remove an account with all by which the person signs in, and take the person from the records and the history. This cannot be undone.\n" +
			"Backups of before hold the person: keep the list of skeeter user erasures beside them.",
		Args: exactlyOne("name a person by login or id; skeeter user list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				a, err := accounts.Named(ctx, db, args[0])
				if err != nil {
					return advised(err)
				}
				if err := erasures.Erase(history.By(ctx, history.Command), db, a.ID); err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "erased %s\n", a.ID)
				return err
			})
		},
	}
}

func erasuresCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "erasures [--apply FILE]", Short: "List the accounts that were erased, or erase those of a list",
		Long: "Print a line for each account that was erased: the SHA-256 of its id, and the day. After an older backup was restored elsewhere,\n" +
			"--apply erases the accounts of such a list that are back, before the server starts.",
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if file != "" {
				return applyErasures(c, file)
			}
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				all, err := erasures.List(ctx, db)
				for _, e := range all {
					fmt.Fprintln(c.OutOrStdout(), e)
				}
				return err
			})
		},
	}
	c.Flags().StringVar(&file, "apply", "", "file with the lines that this command printed")
	return c
}

func applyErasures(c *cobra.Command, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open the list: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is read alone
	all, err := erasures.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
		erased, err := erasures.Apply(history.By(ctx, history.Command), db, all)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "erased %s\n", count(erased, "account", "accounts"))
		return err
	})
}

// carryErasures erases from a restored database the accounts that the one before it knows to be erased.
func carryErasures(ctx context.Context, from, to *pgxpool.Pool) (int, error) {
	return erasures.Carry(history.By(ctx, history.Command), from, to)
}
