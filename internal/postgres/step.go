package postgres

import (
	"errors"
	"fmt"
	"io"
	"strings"

	migratedb "github.com/golang-migrate/migrate/v4/database"
)

// stepDriver makes a step of the schema and the note that it was taken one transaction. golang-migrate's driver writes before a
// step that it has begun and after it that it is done; a process that ends in between leaves a schema that is called dirty,
// and every start after that refuses it. A step must not begin or end transactions of its own.
type stepDriver struct {
	migratedb.Driver
	check func() error // refuses a schema that no step leads from
	table string       // of the note, quoted
	to    int          // where the step leads that runs next, migratedb.NilVersion for no schema
}

// Lock takes golang-migrate's lock and keeps it when there are steps from the schema that is there.
func (d *stepDriver) Lock() error {
	if err := d.Driver.Lock(); err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return errors.Join(err, d.Unlock())
	}
	return nil
}

// SetVersion remembers where a step leads that begins; one that is done has noted it itself.
func (d *stepDriver) SetVersion(version int, begins bool) error {
	if begins {
		d.to = version
		return nil
	}
	if noted, dirty, err := d.Version(); err == nil && !dirty && noted == version {
		return nil
	}
	return d.Driver.SetVersion(version, false)
}

// Run takes a step. PostgreSQL makes the statements of one message one transaction.
func (d *stepDriver) Run(step io.Reader) error {
	text, err := io.ReadAll(step)
	if err != nil {
		return fmt.Errorf("read a step of the schema: %w", err)
	}
	note := "\n;truncate " + d.table
	if d.to != migratedb.NilVersion {
		note += fmt.Sprintf("; insert into %s (version, dirty) values (%d, false)", d.table, d.to)
	}
	return d.Driver.Run(strings.NewReader(string(text) + note))
}
