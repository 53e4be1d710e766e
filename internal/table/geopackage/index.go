package geopackage

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// The spatial index of a table (12-128r18, annex F.3): an R-tree of SQLite, and triggers that keep it true when somebody changes the file.

// indexName is the name of the index of a table's geometries.
func indexName(s table.Schema) string { return "rtree_" + s.Name + "_" + table.GeometryName }

// index returns the statements that make the index, to be filled by the Writer.
func index(s table.Schema) []string {
	return []string{
		`create table gpkg_extensions (table_name text, column_name text, extension_name text not null, definition text not null, scope text not null,
			unique (table_name, column_name, extension_name))`,
		"insert into gpkg_extensions values (" + text(s.Name) + ", '" + table.GeometryName + "', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
		"create virtual table " + name(indexName(s)) + " using rtree(id, minx, maxx, miny, maxy)",
	}
}

// triggers returns the statements that make the triggers. They call functions that programs which write GeoPackages have.
func triggers(s table.Schema) []string {
	const (
		filled = "(NEW.{geometry} NOTNULL AND NOT ST_IsEmpty(NEW.{geometry}))"
		empty  = "(NEW.{geometry} ISNULL OR ST_IsEmpty(NEW.{geometry}))"
		put    = "INSERT OR REPLACE INTO {index} VALUES (NEW.fid, ST_MinX(NEW.{geometry}), ST_MaxX(NEW.{geometry}), ST_MinY(NEW.{geometry}), ST_MaxY(NEW.{geometry}));"
		remove = "DELETE FROM {index} WHERE id = OLD.fid;"
	)
	var all []string
	for _, t := range []struct{ name, event, condition, does string }{
		{"insert", "AFTER INSERT", filled, put},
		{"update1", "AFTER UPDATE OF {geometry}", "OLD.fid = NEW.fid AND " + filled, put},
		{"update2", "AFTER UPDATE OF {geometry}", "OLD.fid = NEW.fid AND " + empty, remove},
		{"update3", "AFTER UPDATE", "OLD.fid != NEW.fid AND " + filled, remove + " " + put},
		{"update4", "AFTER UPDATE", "OLD.fid != NEW.fid AND " + empty, "DELETE FROM {index} WHERE id IN (OLD.fid, NEW.fid);"},
		{"delete", "AFTER DELETE", "OLD.{geometry} NOTNULL", remove},
	} {
		statement := "CREATE TRIGGER " + name(indexName(s)+"_"+t.name) + " " + t.event + " ON {table} WHEN " + t.condition + " BEGIN " + t.does + " END"
		all = append(all, strings.NewReplacer("{geometry}", name(table.GeometryName), "{index}", name(indexName(s)), "{table}", name(s.Name)).Replace(statement))
	}
	return all
}

func insertIndexStatement(s table.Schema) string {
	return "insert into " + name(indexName(s)) + " values (?, ?, ?, ?, ?)"
}
