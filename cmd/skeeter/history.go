package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
)

// maxHistory is how many entries the command shows, the newest ones.
const maxHistory = 500

const historyHelp = `Show who changed something and how, the newest change first: an observation, or something of another kind.

  skeeter history 01a209cf-00ad-70c3-abba-5989c1d50f53
  skeeter history account ada          by login or id; erased for those who were erased
  skeeter history area nuts3           a set of areas
  skeeter history undo 17              puts back what the entry with this number changed of an observation

Kinds: `

func historyCommand() *cobra.Command {
	var asJSON bool
	kinds := strings.Join(history.Entities, ", ")
	c := &cobra.Command{
		Use: "history [KIND] ID", Short: "Show who changed an observation, an account or something else", Long: historyHelp + kinds + ".",
		Args: func(c *cobra.Command, args []string) error {
			return errors.Join(atLeastOne("name an observation by its id, or a kind and an id")(c, args), atMost(2)(c, args))
		},
		RunE: func(c *cobra.Command, args []string) error {
			kind, id := history.Observation, args[0]
			if len(args) == 2 {
				kind, id = args[0], args[1]
			}
			if !slices.Contains(history.Entities, kind) {
				return usageError{fmt.Errorf("unknown kind %q; there are %s", kind, kinds)}
			}
			return showHistory(c, kind, id, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.AddCommand(&cobra.Command{
		Use: "undo ENTRY", Short: "Put back what a change of an observation changed", Args: exactlyOne("name an entry by its number; skeeter history ID shows them"),
		RunE: func(c *cobra.Command, args []string) error { return undoEntry(c, args[0]) },
	})
	return c
}

// undoEntry undoes a change of an observation, of the public or of a private data source.
func undoEntry(c *cobra.Command, arg string) error {
	entry, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || entry < 1 {
		return usageError{errors.New("that is no number of an entry; skeeter history ID shows them")}
	}
	var kind, name string
	var undone *observe.Observation
	err = inEachPool(c, func(pool *pgxpool.Pool, private bool) error {
		var err error
		if !private { // the history of everything lies there
			if kind, name, err = history.Find(c.Context(), pool, entry); err != nil {
				return err
			}
		}
		if kind != history.Observation || undone != nil {
			return nil
		}
		return workOn(c, pool, func(ctx context.Context, _ *postgres.Lookups, o *observe.Observe) error {
			id, err := uuid.Parse(name)
			if err != nil {
				return fmt.Errorf("entry %d of the history: %w", entry, err)
			}
			rec, err := o.Undo(ctx, id, entry)
			var refused *httpapi.Error
			switch {
			case err == nil:
				undone = &rec
			case errors.As(err, &refused) && refused.Status == http.StatusNotFound: // it is in another pool
				return nil
			}
			return err
		})
	})
	switch {
	case err != nil:
		return err
	case kind != history.Observation:
		return fmt.Errorf("entry %d is about the %s %s: only changes of observations are undone so", entry, kind, name)
	case undone == nil:
		return fmt.Errorf("the observation of entry %d is gone", entry)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: undone, %s %s\n", undone.ID, undone.Status, undone.Publication)
	return err
}

// historyID returns the id by which the history knows something that is named in an argument.
func historyID(ctx context.Context, db postgres.Querier, kind, name string) (string, error) {
	id, err := uuid.Parse(name)
	switch {
	case err == nil:
		return id.String(), nil
	case kind == history.Observation:
		return "", usageError{errors.New("that is no id of an observation")}
	case kind != history.Account || name == "erased":
		return name, nil
	}
	a, err := accounts.Named(ctx, db, name)
	return a.ID.String(), advised(err)
}

func showHistory(c *cobra.Command, kind, name string, asJSON bool) error {
	var entries []history.Stored
	err := withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
		id, err := historyID(ctx, db, kind, name)
		if err != nil {
			return err
		}
		entries, err = history.List(ctx, db, kind, id, nil, maxHistory)
		return err
	})
	if err != nil {
		return err
	}
	if asJSON {
		encoder := json.NewEncoder(c.OutOrStdout())
		encoder.SetIndent("", "  ")
		return encoder.Encode(entries)
	}
	if len(entries) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "the history has nothing of this "+kind)
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ENTRY\tWHEN\tWHAT\tWHO\tWAS\tIS")
	for _, e := range entries {
		who := e.ActorKind
		if e.Actor != nil {
			who += " " + *e.Actor
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\n", e.ID, e.At.Format(time.DateTime), e.Action, who, e.Was, e.Is)
	}
	return out.Flush()
}
