// Package geopackage writes tables as GeoPackage 1.3 (OGC 12-128r18), through modernc.org/sqlite: SQLite itself, translated to Go. The file
// is made in the temporary folder, where it has no name, and copied when it is complete. A table of places has
// a spatial index. The package imports internal/table and internal/wkb.
package geopackage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// ContentType of the format.
const ContentType = "application/geopackage+sqlite3"

// Limits of a file.
const (
	MaxBytes = 4 << 30 // in the temporary folder
	pageSize = 4 << 10
	cacheKiB = 16 << 10
)

type writer struct {
	schema   table.Schema
	out      io.Writer
	file     *os.File // nil after Discard
	db       *sql.DB
	conn     *sql.Conn // the one connection: what is set for it holds
	insert   *sql.Stmt
	index    *sql.Stmt // nil for a table without places
	values   []any
	rows     int64
	maxBytes int64 // of the file
	blob     []byte
	box      wkb.Box
}

// New begins a file.
func New(w io.Writer, s table.Schema) (table.Writer, error) { return newWriter(w, s, MaxBytes) }

func newWriter(w io.Writer, s table.Schema, maxBytes int64) (table.Writer, error) {
	out := &writer{schema: s, out: w, box: wkb.NoBox}
	if err := out.open(context.Background(), maxBytes); err != nil {
		out.Discard()
		return nil, out.fail(err)
	}
	return out, nil
}

func (w *writer) open(ctx context.Context, maxBytes int64) (err error) {
	w.maxBytes = maxBytes
	if w.file, err = os.CreateTemp("", "skeeter-*.gpkg"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(w.file.Name())) }()
	address := url.URL{Scheme: "file", OmitHost: true, Path: w.file.Name()}
	if w.db, err = sql.Open("sqlite", address.String()); err != nil {
		return err
	}
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	for _, statement := range append([]string{
		fmt.Sprintf("pragma page_size=%d", pageSize), fmt.Sprintf("pragma max_page_count=%d", maxBytes/pageSize), fmt.Sprintf("pragma cache_size=-%d", cacheKiB),
		"pragma journal_mode=off", "pragma synchronous=off", "pragma locking_mode=exclusive", // nobody else has the file, and half of one is thrown away
		fmt.Sprintf("pragma application_id=%d", applicationID), fmt.Sprintf("pragma user_version=%d", userVersion), "begin",
	}, tables(w.schema)...) {
		if _, err := w.conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if w.schema.Geometry != nil {
		if w.index, err = w.conn.PrepareContext(ctx, insertIndexStatement(w.schema)); err != nil {
			return err
		}
	}
	w.insert, err = w.conn.PrepareContext(ctx, insertStatement(w.schema))
	return err
}

// fail says what was attempted, and knows a file that is full.
func (w *writer) fail(err error) error {
	var failed *sqlite.Error
	if errors.As(err, &failed) && failed.Code() == sqlite3.SQLITE_FULL {
		info, statErr := w.file.Stat()
		if statErr == nil && info.Size() < w.maxBytes-cacheKiB<<10 {
			return fmt.Errorf("write GeoPackage: %w", syscall.ENOSPC) // SQLite has one code for both
		}
		return &table.TooLargeError{Limit: fmt.Sprintf("at most %d GiB", MaxBytes>>30)}
	}
	return fmt.Errorf("write GeoPackage: %w", err)
}

// Write implements table.Writer.
func (w *writer) Write(row *table.Row) error {
	w.values = w.values[:0]
	for i, c := range w.schema.Columns {
		w.values = append(w.values, valueOf(c.Type, row.Values[i]))
	}
	box := wkb.NoBox
	switch {
	case w.schema.Geometry == nil:
	case row.WKB == nil:
		w.values = append(w.values, nil)
	default:
		var err error
		if box, err = wkb.BoxOf(row.WKB); err != nil {
			return err
		}
		w.box = w.box.With(box)
		w.blob = appendGeometry(w.blob[:0], w.schema.Geometry.SRID, row.WKB, box)
		w.values = append(w.values, w.blob)
	}
	if _, err := w.insert.Exec(w.values...); err != nil {
		return w.fail(err)
	}
	w.rows++ // the row's fid
	if box == wkb.NoBox {
		return nil
	}
	if _, err := w.index.Exec(w.rows, box[0], box[2], box[1], box[3]); err != nil {
		return w.fail(err)
	}
	return nil
}

// valueOf returns a value as SQLite stores it (12-128r18, table 1): instants and days are texts. Instants have milliseconds; what they are more
// precise is left out.
func valueOf(t table.Type, v table.Value) any {
	switch {
	case !v.Valid:
		return nil
	case t == table.Text:
		return string(v.Text)
	case t == table.Number:
		return v.Number
	case t == table.Date:
		return time.Unix(0, 0).UTC().AddDate(0, 0, int(v.Bits)).Format(time.DateOnly)
	case t == table.Time:
		return time.UnixMicro(v.Bits).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return v.Bits
}

// Close implements table.Writer.
func (w *writer) Close() error {
	defer w.Discard()
	ctx := context.Background()
	statements := []string{"commit"}
	if w.schema.Geometry != nil {
		statements = append(triggers(w.schema), statements...)
	}
	if w.box != wkb.NoBox {
		statements = append([]string{fmt.Sprintf("update gpkg_contents set min_x=%v, min_y=%v, max_x=%v, max_y=%v", w.box[0], w.box[1], w.box[2], w.box[3])}, statements...)
	}
	if _, err := w.conn.ExecContext(ctx, strings.Join(statements, ";")); err != nil {
		return w.fail(err)
	}
	if _, err := io.Copy(w.out, w.file); err != nil {
		return fmt.Errorf("write GeoPackage: %w", err)
	}
	return nil
}

// Discard implements table.Writer. The file has no name: it is gone when it is closed.
func (w *writer) Discard() {
	if w.file == nil {
		return
	}
	for _, statement := range []*sql.Stmt{w.insert, w.index} {
		if statement != nil {
			_ = statement.Close()
		}
	}
	if w.conn != nil {
		_ = w.conn.Close()
	}
	if w.db != nil {
		_ = w.db.Close()
	}
	_ = w.file.Close()
	w.file = nil
}
