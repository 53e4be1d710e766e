package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/observe/private"
)

func migrateCommand() *cobra.Command {
	c := group("migrate", "Migrate the database schema up or down", "up, down or version",
		migrateUpCommand(),
		&cobra.Command{
			Use: "down [STEPS]", Short: "Revert the last migration, or STEPS migrations, or `all`; the records in their tables are lost",
			Args: atMost(1),
			RunE: func(c *cobra.Command, args []string) error {
				steps, err := parseSteps(args)
				if err != nil {
					return err
				}
				return withMigrator(c, func(_ *app.Database, mg *schema.Migrator) error { return report(c, mg, mg.Down(steps)) })
			},
		},
		&cobra.Command{
			Use: "version", Short: "Print the version of the schema", Args: atMost(0),
			RunE: func(c *cobra.Command, _ []string) error {
				return withMigrator(c, func(_ *app.Database, mg *schema.Migrator) error { return report(c, mg, nil) })
			},
		},
	)
	c.Long = "Migrates the schema under golang-migrate's lock. `serve` and the other commands migrate up by themselves."
	return c
}

func migrateUpCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "up", Short: "Apply all missing migrations", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return withMigrator(c, func(db *app.Database, mg *schema.Migrator) error {
				err := mg.Up()
				if err == nil {
					// The server may have a role that may not do it (deploy/roles.sql).
					db.Pool.Reset() // a session that began before PostGIS was installed does not know its types
					err = private.Renew(c.Context(), db.Pool)
				}
				return report(c, mg, err)
			})
		},
	}
	addCreateFlag(c)
	return c
}

// parseSteps returns the number of steps, -1 for all.
func parseSteps(args []string) (int, error) {
	if len(args) == 0 {
		return 1, nil
	}
	if args[0] == "all" {
		return -1, nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		return 0, usageError{fmt.Errorf("STEPS is %q: want a number from 1, or all", args[0])}
	}
	return n, nil
}

func withMigrator(c *cobra.Command, work func(*app.Database, *schema.Migrator) error) error {
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	ctx := c.Context()
	db, err := app.StartDatabase(ctx, cfg, existing(c), newLogger(cfg))
	if err != nil {
		return withAdvice(c, err)
	}
	mg, err := schema.NewMigrator(ctx, db.URL)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(work(db, mg), mg.Close(), db.Close())
}

func report(c *cobra.Command, mg *schema.Migrator, err error) error {
	if err != nil {
		return err
	}
	v, dirty, err := mg.Version()
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	state := ""
	if dirty {
		state = " (the last migration broke off)"
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "schema version %d%s\n", v, state)
	return err
}
