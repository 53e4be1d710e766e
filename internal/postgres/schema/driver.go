package schema

import (
	"errors"
	"fmt"
	"io"
	"strings"

	migratedb "github.com/golang-migrate/migrate/v4/database"
)

// atomicDriver runs a migration and writes its version in one transaction. golang-migrate's driver writes a version as dirty before
// a migration and as clean after it: a process that ends in between leaves a dirty version, which every later start refuses. A
// migration must not begin or end transactions of its own.
type atomicDriver struct {
	migratedb.Driver
	check func() error // fails for a schema that is too old for the migrations
	table string       // of the version, quoted
	to    int          // version after the next migration, migratedb.NilVersion for no schema
}

// Lock takes golang-migrate's lock. It releases the lock when the schema is too old.
func (d *atomicDriver) Lock() error {
	if err := d.Driver.Lock(); err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return errors.Join(err, d.Unlock())
	}
	return nil
}

// SetVersion remembers the version for Run before a migration. After it, Run has written the version already.
func (d *atomicDriver) SetVersion(version int, dirty bool) error {
	if dirty {
		d.to = version
		return nil
	}
	if written, dirty, err := d.Version(); err == nil && !dirty && written == version {
		return nil
	}
	return d.Driver.SetVersion(version, false)
}

// Run runs a migration and writes its version. PostgreSQL runs the statements of one message in one transaction.
func (d *atomicDriver) Run(migration io.Reader) error {
	text, err := io.ReadAll(migration)
	if err != nil {
		return fmt.Errorf("read a migration: %w", err)
	}
	version := "\n;truncate " + d.table
	if d.to != migratedb.NilVersion {
		version += fmt.Sprintf("; insert into %s (version, dirty) values (%d, false)", d.table, d.to)
	}
	return d.Driver.Run(strings.NewReader(string(text) + version))
}
