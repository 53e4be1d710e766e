package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

func datasetCommand() *cobra.Command {
	return group("dataset", "List, remove or restore data sources", "list, remove, removed or restore", &cobra.Command{
		Use: "list", Short: "List the data sources", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return listDatasets(c) },
	}, &cobra.Command{
		Use: "remove NAME", Short: "Remove a data source, by id or name, with its records", Args: exactlyOne("name a data source; skeeter dataset list shows them"),
		RunE: func(c *cobra.Command, args []string) error { return removeDataset(c, args[0]) },
	}, &cobra.Command{
		Use: "removed", Short: "List what was removed and can be restored, for 30 days", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return listRemovals(c) },
	}, &cobra.Command{
		Use: "restore ID", Short: "Undo a removal", Args: exactlyOne("name a removal by its id; skeeter dataset removed lists them"),
		RunE: func(c *cobra.Command, args []string) error { return restoreDataset(c, args[0]) },
	})
}

// inEachPool works on what is public, then on each private data source.
func inEachPool(c *cobra.Command, work func(pool *pgxpool.Pool, private bool) error) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	pools, err := db.All(c.Context())
	for _, pool := range pools {
		if err == nil {
			err = work(pool, pool != db.Pool)
		}
	}
	return errors.Join(err, db.Close())
}

func listDatasets(c *cobra.Command) error {
	var list []datasets.Dataset
	if err := inEachPool(c, func(pool *pgxpool.Pool, private bool) error {
		some, err := datasets.List(c.Context(), pool)
		for i := range some {
			if private {
				some[i].Name += " (private)"
			}
		}
		list = append(list, some...)
		return err
	}); err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b datasets.Dataset) int { return cmp.Compare(a.ID, b.ID) })
	if len(list) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "nothing was imported yet")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tOBSERVATIONS\tABSENCES\tEVENTS\tPOOLS\tIMPORTED\tLICENCE\tNAME")
	for _, d := range list {
		imported, name := "", d.Name
		if d.ImportedAt != nil {
			imported = d.ImportedAt.Format(time.DateTime)
		}
		if d.Synthetic {
			name += " (synthetic)"
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n", d.ID, d.Observations, d.Absences, d.Events, d.Pools, imported, d.Licence, name)
	}
	return out.Flush()
}

func removeDataset(c *cobra.Command, name string) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	pool, err := db.Of(c.Context(), name)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	removed, err := datasets.Remove(c.Context(), pool, name)
	if errors.Is(err, datasets.ErrNotFound) {
		err = fmt.Errorf("%w; skeeter dataset list shows the data sources", err)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "removed %q with %d observations, %d sampling events and %d pools\n", name, removed.Observations, removed.Events, removed.Pools)
	if err == nil && removed.ID != uuid.Nil {
		_, err = fmt.Fprintf(c.OutOrStdout(), "for %d days this undoes it: skeeter dataset restore %s\n", datasets.KeepRemoved, removed.ID)
	}
	return err
}

func listRemovals(c *cobra.Command) error {
	var list []datasets.Removal
	if err := inEachPool(c, func(pool *pgxpool.Pool, _ bool) error {
		some, err := datasets.Removals(c.Context(), pool)
		list = append(list, some...)
		return err
	}); err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b datasets.Removal) int { return b.RemovedAt.Compare(a.RemovedAt) })
	if len(list) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "nothing was removed in the last 30 days")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tREMOVED\tOBSERVATIONS\tABSENCES\tEVENTS\tPOOLS\tDATA SOURCE")
	for _, r := range list {
		fmt.Fprintf(out, "%s\t%s\t%d\t%d\t%d\t%d\t%s\n", r.ID, r.RemovedAt.Format(time.DateTime), r.Observations, r.Absences, r.Events, r.Pools, r.DataSource)
	}
	return out.Flush()
}

func restoreDataset(c *cobra.Command, arg string) error {
	id, err := uuid.Parse(arg)
	if err != nil {
		return usageError{errors.New("that is no id of a removal; skeeter dataset removed lists them")}
	}
	var source string
	var observations int64
	undone := false
	err = inEachPool(c, func(pool *pgxpool.Pool, _ bool) error {
		if undone {
			return nil
		}
		of, n, err := datasets.Restore(c.Context(), pool, id)
		if errors.Is(err, datasets.ErrNoRemoval) {
			return nil
		}
		source, observations, undone = of, n, err == nil
		return err
	})
	if err != nil {
		return err
	}
	if !undone {
		return fmt.Errorf("%w; skeeter dataset removed lists them", datasets.ErrNoRemoval)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "restored %d observations of %q\n", observations, source)
	return err
}
