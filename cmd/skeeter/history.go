package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/history"
)

// maxHistory is how many entries the command shows, the newest ones.
const maxHistory = 500

func historyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "history OBSERVATION", Short: "Show who changed an observation, the newest change first", Args: exactlyOne("name an observation by its id"),
		RunE: func(c *cobra.Command, args []string) error { return showHistory(c, args[0], asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func showHistory(c *cobra.Command, arg string, asJSON bool) error {
	id, err := uuid.Parse(arg)
	if err != nil {
		return usageError{errors.New("that is no id of an observation")}
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	entries, err := history.List(c.Context(), db.Pool, history.Observation, id.String(), nil, maxHistory)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if asJSON {
		encoder := json.NewEncoder(c.OutOrStdout())
		encoder.SetIndent("", "  ")
		return encoder.Encode(entries)
	}
	if len(entries) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "the history has nothing of this observation")
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
