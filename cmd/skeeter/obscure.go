package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
)

func obscureCommand() *cobra.Command {
	var source, taxon string
	var degrees float64
	var off bool
	c := &cobra.Command{
		Use: "obscure [--source ID | --taxon NAME] [--degrees N | --off]", Short: "Hide exact places from the public, or list what is hidden",
		Long: "Without a flag, list the data sources and taxa whose places the public sees drawn at random in a cell. With one, change that:\n" +
			"stored records follow at once, and writers wait meanwhile. Backups, and the API for those who may write or review, have the exact places.",
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			switch named := source != "" || taxon != ""; {
			case !named && !off && !c.Flags().Changed("degrees"):
				return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error { return listObscured(ctx, c, db) })
			case (source == "") == (taxon == ""):
				return usageError{errors.New("name a data source by --source, or a species, group or genus by --taxon")}
			case off == c.Flags().Changed("degrees"):
				return usageError{errors.New("say --degrees, the size of the cells, or --off")}
			case !off && (degrees < form.MinCell || degrees > form.MaxCell):
				return usageError{fmt.Errorf("--degrees is %g to %g", form.MinCell, form.MaxCell)}
			}
			wanted := &degrees
			if off {
				wanted = nil
			}
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				ctx = history.By(ctx, history.Command)
				var err error
				if source != "" {
					err = obscuring.Source(ctx, db, lang.Slug(source), wanted)
				} else {
					err = obscuring.Taxon(ctx, db, lang.Slug(taxon), wanted)
				}
				switch {
				case errors.Is(err, obscuring.ErrNoSource):
					err = fmt.Errorf("%w; skeeter dataset list shows the data sources", err)
				case errors.Is(err, obscuring.ErrNoTaxon):
					err = fmt.Errorf("%w; skeeter names check tells how a name is understood", err)
				}
				if err != nil {
					return err
				}
				return listObscured(ctx, c, db)
			})
		},
	}
	c.Flags().StringVar(&source, "source", "", "id of a data source")
	c.Flags().StringVar(&taxon, "taxon", "", "scientific name of a species, a group or a genus")
	c.Flags().Float64Var(&degrees, "degrees", 0, "size of the cells, 0.01 to 0.2 degrees")
	c.Flags().BoolVar(&off, "off", false, "show the exact places again")
	return c
}

func listObscured(ctx context.Context, c *cobra.Command, db *pgxpool.Pool) error {
	rules, err := obscuring.List(ctx, db)
	if err != nil {
		return err
	}
	if len(rules) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "all places are exact, but those of records whose reporters wish otherwise")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "DEGREES\tOF")
	for _, r := range rules {
		of := "taxon "
		if r.Source != nil {
			of, r.Taxon = "data source ", r.Source
		}
		fmt.Fprintf(out, "%g\t%s%s\n", r.Degrees, of, *r.Taxon)
	}
	return out.Flush()
}
