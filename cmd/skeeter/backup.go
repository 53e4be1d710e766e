package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/backup"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
)

func backupCommand() *cobra.Command {
	return &cobra.Command{
		Use: "backup FILE", Short: "Save the database in a file, also while the server runs",
		Long: "Writes a file in pg_dump's custom format: one snapshot of all records, sampling events, pools, alert rules, alerts, areas,\n" +
			"names, data sources, predictions and photographs of species, and the roles of grant-readonly. The file holds records that are not\n" +
			"public. It does not hold pictures of reports: copy SKEETER_IMAGES_PATH.",
		Args: exactlyOne("name the file to write"),
		RunE: func(c *cobra.Command, args []string) error { return makeBackup(c, args[0]) },
	}
}

func makeBackup(c *cobra.Command, file string) error {
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	db, err := app.StartDatabase(c.Context(), cfg, existing(c), newLogger(cfg))
	if err != nil {
		return withAdvice(c, err)
	}
	source := backup.Source{URL: db.URL, BinDir: cfg.PostgresBin, Embedded: db.Cluster != nil, Version: version}
	if db.Cluster != nil {
		source.BinDir = db.Cluster.Programs()
	}
	began := time.Now()
	contents, err := backup.Make(c.Context(), source, file)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	out := c.OutOrStdout()
	fmt.Fprintf(out, "%s: %s, %d bytes in %s\n", file, contents, info.Size(), time.Since(began).Round(time.Millisecond))
	if contents.Predictions > 0 {
		fmt.Fprintf(out, "Saved pictures are not in the file: copy %s as well.\n", picturesPlace(cfg))
	}
	return nil
}

// picturesPlace is where saved pictures are.
func picturesPlace(cfg config.Config) string {
	if _, _, inBucket := cfg.ImagesBucket(); inBucket {
		return cfg.ImagesPath
	}
	return "the folder " + cfg.ImagesPath
}

func restoreCommand() *cobra.Command {
	var replace bool
	c := &cobra.Command{
		Use: "restore FILE", Short: "Restore the embedded database from a file of skeeter backup",
		Long: "Reads the file into a new database and then replaces the old one by it in one step. When a step fails, the old database\n" +
			"stays. The server must not run. A database that holds anything but synthetic records (others, data sources, named areas,\n" +
			"photographs of species, rules, accounts, invitations, tokens) is replaced only with --replace.\n" +
			"Accounts that the old database knows to be erased are erased in the new one. Where the old database is lost, do so before the\n" +
			"server starts: skeeter user erasures --apply FILE.",
		Args: exactlyOne("name the file to restore"),
		RunE: func(c *cobra.Command, args []string) error { return restoreBackup(c, args[0], replace) },
	}
	c.Flags().BoolVar(&replace, "replace", false, "replace a database that holds more than synthetic records")
	return c
}

func restoreBackup(c *cobra.Command, file string, replace bool) error {
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	if cfg.DatabaseURL != "" {
		return usageError{fmt.Errorf("%sDATABASE_URL is set, and restore replaces the embedded database alone. To restore into an empty database with the extension postgis:\n"+
			"  pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname=<its address> %s", config.Prefix, file)}
	}
	log := newLogger(cfg)
	started, err := cluster.Start(c.Context(), cluster.Options{
		Dir: cfg.DatabasePath, BinDir: cfg.PostgresBin, Log: func(text string) { log.InfoContext(c.Context(), text) },
	})
	if err != nil {
		return err
	}
	sayDatabase(c, started)
	return errors.Join(restoreInto(c.Context(), c.OutOrStdout(), cfg, backup.Target{Cluster: started, Replace: replace, Carry: carryErasures}, file), started.Stop())
}

func restoreInto(ctx context.Context, out io.Writer, cfg config.Config, t backup.Target, file string) error {
	began := time.Now()
	did, err := backup.Restore(ctx, t, file)
	if errors.Is(err, backup.ErrNotEmpty) {
		return fmt.Errorf("%w; give --replace to put the backup in its place", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s in %s\n", file, did.Is, time.Since(began).Round(time.Millisecond))
	if did.Readers > 0 {
		fmt.Fprintf(out, "%d roles may read the schema gis, with the passwords from the backup.\n", did.Readers)
	}
	if did.Erased > 0 {
		fmt.Fprintf(out, "Erased again, as they were since the backup: %s.\n", count(did.Erased, "account", "accounts"))
	}
	if !did.Was.Empty() {
		fmt.Fprintf(out, "What was there before is gone: %s.\n", did.Was)
	}
	if did.Is.Predictions > 0 {
		fmt.Fprintf(out, "Saved pictures are not in the file: copy theirs to %s.\n", picturesPlace(cfg))
	}
	return nil
}
