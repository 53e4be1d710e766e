package geopackage

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// What a file says it is: "GPKG", version 1.3.
const (
	applicationID = 0x47504B47
	userVersion   = 10300
)

// wgs84 is the definition of EPSG:4326 that every file has (12-128r18, requirement 11).
const wgs84 = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`

// types are the columns' types in SQL (12-128r18, table 1).
var types = map[table.Type]string{
	table.Text: "TEXT", table.Integer: "INTEGER", table.Number: "REAL", table.Boolean: "BOOLEAN", table.Time: "DATETIME", table.Date: "DATE",
}

// tables returns the statements that make the tables of a file, and say of them what the standard wants said.
func tables(s table.Schema) []string {
	kind, srid := "attributes", table.WGS84
	columns := []string{"fid integer primary key autoincrement not null"}
	for _, c := range s.Columns {
		columns = append(columns, name(c.Name)+" "+types[c.Type])
	}
	if s.Geometry != nil {
		kind, srid = "features", s.Geometry.SRID
		columns = append(columns, name(table.GeometryName)+" "+shape(*s.Geometry))
	}
	statements := []string{
		`create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer primary key, organization text not null, organization_coordsys_id integer not null,
			definition text not null, description text)`,
		`insert into gpkg_spatial_ref_sys values ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', null),
			('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', null), ('WGS 84 geodetic', 4326, 'EPSG', 4326, ` + text(wgs84) + `, 'longitude and latitude')`,
		`create table gpkg_contents (table_name text not null primary key, data_type text not null, identifier text unique, description text default '',
			last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x double, min_y double, max_x double, max_y double,
			srs_id integer references gpkg_spatial_ref_sys(srs_id))`,
		`create table gpkg_geometry_columns (table_name text not null references gpkg_contents(table_name), column_name text not null, geometry_type_name text not null,
			srs_id integer not null references gpkg_spatial_ref_sys(srs_id), z tinyint not null, m tinyint not null, primary key (table_name, column_name), unique (table_name))`,
		"create table " + name(s.Name) + " (" + strings.Join(columns, ", ") + ")",
	}
	if srid != table.WGS84 {
		title, definition := systemOf(*s.Geometry)
		statements = append(statements, fmt.Sprintf("insert into gpkg_spatial_ref_sys values (%[2]s, %[1]d, 'EPSG', %[1]d, %[3]s, null)", srid, text(title), text(definition)))
	}
	statements = append(statements, fmt.Sprintf("insert into gpkg_contents (table_name, data_type, identifier, description, srs_id) values (%s, '%s', %s, %s, %d)",
		text(s.Name), kind, text(s.Title), text(s.Description), srid))
	if s.Geometry != nil {
		statements = append(statements, index(s)...)
		statements = append(statements, fmt.Sprintf("insert into gpkg_geometry_columns values (%s, '%s', '%s', %d, 0, 0)", text(s.Name), table.GeometryName, shape(*s.Geometry), srid))
	}
	return statements
}

// systemOf returns the name and the definition of a coordinate reference system.
func systemOf(g table.Geometry) (title, definition string) {
	title, definition = fmt.Sprintf("EPSG:%d", g.SRID), "undefined"
	if g.WKT == "" {
		return title, definition
	}
	if parts := strings.SplitN(g.WKT, `"`, 3); len(parts) == 3 {
		title = parts[1]
	}
	return title, g.WKT
}

func shape(g table.Geometry) string {
	if g.Polygons {
		return "MULTIPOLYGON"
	}
	return "POINT"
}

func insertStatement(s table.Schema) string {
	var columns []string
	for _, c := range s.Columns {
		columns = append(columns, name(c.Name))
	}
	if s.Geometry != nil {
		columns = append(columns, name(table.GeometryName))
	}
	return "insert into " + name(s.Name) + " (" + strings.Join(columns, ", ") + ") values (?" + strings.Repeat(", ?", len(columns)-1) + ")"
}

// name quotes a name, text a text.
func name(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
func text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// appendGeometry appends a geometry in the format of GeoPackage (12-128r18, 2.1.3): little-endian, with its box where it is no point.
func appendGeometry(b []byte, srid int, shape []byte, box wkb.Box) []byte {
	const littleEndian, withBox, empty = 1, 1 << 1, 1 << 4
	_, _, isPoint := wkb.Point(shape)
	flags := byte(littleEndian)
	switch {
	case box == wkb.NoBox:
		flags |= empty
	case !isPoint:
		flags |= withBox
	}
	b = append(b, 'G', 'P', 0, flags)
	b = binary.LittleEndian.AppendUint32(b, uint32(srid))
	if flags&withBox != 0 {
		for _, v := range []float64{box[0], box[2], box[1], box[3]} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return append(b, shape...)
}
