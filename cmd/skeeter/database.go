package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
)

// createFlag lets a command make the embedded database where there is none.
const createFlag = "create-database"

// addCreateFlag adds the flag to a command that may be the first one of a database.
func addCreateFlag(c *cobra.Command) {
	c.Flags().Bool(createFlag, false, "make the database where there is none")
}

// mayCreate says whether the flag is there and set.
func mayCreate(c *cobra.Command) bool {
	may, err := c.Flags().GetBool(createFlag)
	return err == nil && may
}

// existing is the use of a database that has to be there, unless a flag allows to make it. The first line of the command says which
// database it is.
func existing(c *cobra.Command) app.DatabaseUse {
	return app.DatabaseUse{Existing: !mayCreate(c), Opened: func(db *app.Database) { sayDatabase(c, db) }}
}

// sayDatabase says in a line which database a command works on.
func sayDatabase(c *cobra.Command, db fmt.Stringer) {
	fmt.Fprintf(c.ErrOrStderr(), "database: %s\n", db)
}

// openDatabase reads the settings and opens the database for a command that works on records and ends.
func openDatabase(c *cobra.Command, use app.DatabaseUse) (*app.Database, *slog.Logger, error) {
	cfg, err := loadConfig()
	if err != nil {
		return nil, nil, err
	}
	log := newLogger(cfg)
	db, err := app.OpenDatabase(c.Context(), cfg, use, log)
	return db, log, withAdvice(c, err)
}

// withAdvice says what to do where no database was found.
func withAdvice(c *cobra.Command, err error) error {
	if !errors.Is(err, cluster.ErrNone) {
		return err
	}
	advice := "name the server's folder with SKEETER_DATABASE_PATH, or run the command in the server's folder"
	if c.Flags().Lookup(createFlag) != nil {
		advice += "; --" + createFlag + " makes a database"
	}
	return fmt.Errorf("%w: %s", err, advice)
}
