package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/app"
)

const areasHelp = `Import a GeoJSON FeatureCollection of polygons (longitude and latitude, WGS 84) as a set of areas. Records can
then be asked for by area=ID. An area's id is the slug of a property: DE111 becomes de111. Importing a file
again updates the areas that changed. When a feature is invalid, nothing is stored.

  skeeter areas import NUTS_RG_03M_2024_4326_LEVL_3.geojson --set nuts3 --id NUTS_ID --name NAME_LATN`

func areasCommand() *cobra.Command {
	var o areas.ImportOptions
	load := &cobra.Command{
		Use: "import FILE", Short: "Import a set of areas from GeoJSON", Long: areasHelp, Args: exactlyOne("name a GeoJSON file"),
		RunE: func(c *cobra.Command, args []string) error { return importAreas(c, args[0], o) },
	}
	load.Flags().StringVar(&o.Set, "set", "", "set that the areas belong to, such as nuts3")
	load.Flags().StringVar(&o.ID, "id", "", "property that has the id of an area")
	load.Flags().StringVar(&o.Name, "name", "", "property that has its name")
	addCreateFlag(load)
	var listed, removed string
	list := &cobra.Command{
		Use: "list", Short: "List the sets, or the areas of a set", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return listAreas(c, listed) },
	}
	list.Flags().StringVar(&listed, "set", "", "list the areas of this set")
	remove := &cobra.Command{
		Use: "remove --set SET", Short: "Remove a set with its areas", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return removeAreas(c, removed) },
	}
	remove.Flags().StringVar(&removed, "set", "", "set to remove")
	return group("areas", "Import, list or remove sets of areas", "import, list or remove", load, list, remove)
}

func importAreas(c *cobra.Command, path string, o areas.ImportOptions) error {
	if o.Set == "" || o.ID == "" {
		return usageError{errors.New("name the set with --set and the property of the ids with --id")}
	}
	if err := areas.CheckSet(o.Set); err != nil {
		return usageError{fmt.Errorf("--set: %w", err)}
	}
	file, err := os.Open(path)
	if err != nil {
		return usageError{err}
	}
	defer func() { _ = file.Close() }() // it was read only
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	report, err := areas.Import(c.Context(), db.Pool, bufio.NewReader(file), o)
	for _, f := range report.Invalid {
		id := ""
		if f.ID != "" {
			id = " (" + f.ID + ")"
		}
		fmt.Fprintf(c.ErrOrStderr(), "  feature %d%s: %s\n", f.Index, id, f.Reason)
	}
	err = errors.Join(err, db.Close())
	if errors.Is(err, areas.ErrInvalid) {
		return statusError{exitNothing, err}
	}
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	fmt.Fprintf(out, "%s: set %s: %d new, %d changed, %d unchanged\n", path, o.Set, report.New, report.Changed, report.Unchanged)
	if report.Repaired > 0 {
		fmt.Fprintf(out, "  repaired %d that crossed themselves\n", report.Repaired)
	}
	return nil
}

func listAreas(c *cobra.Command, set string) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	if set == "" {
		err = writeSets(c, db, out)
	} else {
		err = writeAreas(c, db, out, set)
	}
	return errors.Join(err, db.Close(), out.Flush())
}

func writeSets(c *cobra.Command, db *app.Database, out io.Writer) error {
	sets, err := areas.Sets(c.Context(), db.Pool)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		fmt.Fprintln(out, "there are no sets; skeeter areas import FILE makes one")
		return nil
	}
	fmt.Fprintln(out, "SET\tAREAS\tVERTICES\tNEWEST")
	for _, s := range sets {
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", s.Set, s.Areas, s.Vertices, s.CreatedAt.Format(time.DateTime))
	}
	return nil
}

func writeAreas(c *cobra.Command, db *app.Database, out io.Writer, set string) error {
	list, err := areas.List(c.Context(), db.Pool, set)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return noSet(set)
	}
	fmt.Fprintln(out, "ID\tKM2\tNAME")
	for _, a := range list {
		name := ""
		if a.Name != nil {
			name = *a.Name
		}
		fmt.Fprintf(out, "%s\t%.1f\t%s\n", a.ID, a.AreaKM2, name)
	}
	return nil
}

func removeAreas(c *cobra.Command, set string) error {
	if set == "" {
		return usageError{errors.New("name the set with --set")}
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	removed, err := areas.RemoveSet(c.Context(), db.Pool, set)
	if err == nil && removed == 0 {
		err = noSet(set)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "removed the set %s with %d areas\n", set, removed)
	return err
}

func noSet(set string) error {
	return fmt.Errorf("there is no set %s; skeeter areas list shows the sets", set)
}
