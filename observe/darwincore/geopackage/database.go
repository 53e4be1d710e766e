package geopackage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"modernc.org/sqlite"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// database is an open file of SQLite.
type database struct {
	pool *sql.DB
	conn *sql.Conn
}

// openDatabase opens a file that no other program changes meanwhile; a journal beside it is not looked at.
func openDatabase(ctx context.Context, path string) (*database, error) {
	address := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: "mode=ro&immutable=1"}
	pool, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	d := &database{pool: pool}
	if d.conn, err = pool.Conn(ctx); err == nil {
		err = d.guard(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// guard limits what a file can make SQLite do.
func (d *database) guard(ctx context.Context) error {
	for limit, value := range map[int]int{limitLength: text.MaxRowBytes, limitSQLLength: maxSQLLength} {
		if _, err := sqlite.Limit(d.conn, limit, value); err != nil {
			return err
		}
	}
	for _, pragma := range []string{
		"trusted_schema=off", "query_only=on", "cell_size_check=on", "mmap_size=0", "temp_store=file",
		fmt.Sprintf("cache_size=-%d", cacheKiB), fmt.Sprintf("hard_heap_limit=%d", maxHeapBytes),
	} {
		if _, err := d.conn.ExecContext(ctx, "pragma "+pragma); err != nil {
			return err
		}
	}
	return nil
}

func (d *database) close() error {
	var err error
	if d.conn != nil {
		err = d.conn.Close()
	}
	return errors.Join(err, d.pool.Close())
}

// layer is a table of features, or one without geometries.
type layer struct {
	name     string
	geometry string // its column; empty without
	kind     string // of its geometries
	crs      struct {
		authority, name string
		code            int
	}
}

// layers lists the tables that the GeoPackage says it has. Those that are no plain tables, such as views, are left out.
func (d *database) layers(ctx context.Context) (layers []layer, err error) {
	found, err := d.conn.QueryContext(ctx, `
		select c.table_name, coalesce(g.column_name, ''), coalesce(g.geometry_type_name, ''),
			coalesce(s.organization, ''), coalesce(s.organization_coordsys_id, 0), coalesce(s.srs_name, '')
		from gpkg_contents c
		left join gpkg_geometry_columns g on lower(g.table_name) = lower(c.table_name)
		left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
		join sqlite_master m on m.type = 'table' and lower(m.name) = lower(c.table_name) and m.sql not like 'create virtual%'
		where c.data_type in ('features', 'attributes')
		order by c.table_name
		limit ?`, maxLayers)
	if err != nil {
		return nil, err
	}
	defer found.Close() //nolint:errcheck // it was only read
	for found.Next() {
		var l layer
		if err := found.Scan(&l.name, &l.geometry, &l.kind, &l.crs.authority, &l.crs.code, &l.crs.name); err != nil {
			return nil, err
		}
		layers = append(layers, l)
	}
	return layers, found.Err()
}

// isGeoPackage reports whether the database has the tables that every GeoPackage has.
func (d *database) isGeoPackage(ctx context.Context) (bool, error) {
	var n int
	err := d.conn.QueryRowContext(ctx, `select count(*) from sqlite_master
		where type = 'table' and name in ('gpkg_contents', 'gpkg_spatial_ref_sys', 'gpkg_geometry_columns')`).Scan(&n)
	return n == 3, err
}

// columns lists the columns of a layer beside its geometry.
func (d *database) columns(ctx context.Context, l layer) (names []string, err error) {
	found, err := d.conn.QueryContext(ctx, "select name from pragma_table_info(?) where lower(name) <> lower(?) order by cid", l.name, l.geometry)
	if err != nil {
		return nil, err
	}
	defer found.Close() //nolint:errcheck // it was only read
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, found.Err()
}

// rows reads a layer: its columns as texts, as SQLite writes them, then the geometry.
func (d *database) rows(ctx context.Context, l layer, columns []string) (found *sql.Rows, total int64, err error) {
	if err := d.conn.QueryRowContext(ctx, "select count(*) from "+quote(l.name)).Scan(&total); err != nil {
		return nil, 0, err
	}
	values := make([]string, 0, len(columns)+1)
	for _, column := range columns {
		values = append(values, fmt.Sprintf("case typeof(%[1]s) when 'blob' then null else cast(%[1]s as text) end", quote(column)))
	}
	if l.geometry != "" {
		values = append(values, quote(l.geometry))
	}
	found, err = d.conn.QueryContext(ctx, "select "+strings.Join(values, ", ")+" from "+quote(l.name)) //nolint:gosec // names are quoted
	return found, total, err
}

// quote writes the name of a table or a column.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
