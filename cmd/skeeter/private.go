package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/observe/private"
)

func privateCommand() *cobra.Command {
	var source, until string
	var off bool
	c := &cobra.Command{
		Use: "private [--source ID [--until DAY | --off]]", Short: "Keep a data source from the public, or list those that are",
		Long: "Without a flag, list the private data sources. With --source, make one private: its records leave everything public at once, and stay for\n" +
			"those who may write them, who ask with data_source=ID. --until names the day (UTC) from which it is public again; --off makes it public now.",
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			var from *time.Time
			switch {
			case source == "" && (off || until != ""):
				return usageError{errors.New("name a data source by --source")}
			case until != "":
				day, err := time.Parse(time.DateOnly, until)
				if err != nil || !day.After(time.Now()) {
					return usageError{errors.New("--until is a day to come, such as 2030-01-31")}
				}
				from = &day
			}
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				if source != "" {
					err := private.Set(history.By(ctx, history.Command), db, lang.Slug(source), !off, from)
					if errors.Is(err, private.ErrNoSource) {
						err = fmt.Errorf("%w; skeeter dataset list shows the data sources", err)
					}
					if err != nil {
						return err
					}
				}
				return listPrivate(ctx, c, db)
			})
		},
	}
	c.Flags().StringVar(&source, "source", "", "id of a data source")
	c.Flags().StringVar(&until, "until", "", "day from which it is public")
	c.Flags().BoolVar(&off, "off", false, "make it public")
	c.MarkFlagsMutuallyExclusive("until", "off")
	return c
}

func listPrivate(ctx context.Context, c *cobra.Command, db *pgxpool.Pool) error {
	sources, err := private.List(ctx, db)
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "all data sources are public")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "DATA SOURCE\tPUBLIC FROM")
	for _, s := range sources {
		from := "-"
		if s.PublicFrom != nil {
			from = s.PublicFrom.Format(time.DateOnly)
		}
		fmt.Fprintf(out, "%s\t%s\n", s.ID, from)
	}
	return out.Flush()
}
