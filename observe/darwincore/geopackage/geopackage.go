// Package geopackage reads a layer of points of a GeoPackage (OGC 12-128r19) as the rows of a table. A GeoPackage is an SQLite
// database, which modernc.org/sqlite reads: SQLite itself, translated to Go.
//
// The file is opened to be read only and believed as little as SQLite can: its views, triggers and virtual tables are not
// used, and SQLite's memory is limited.
//
// The package imports text and geometry, and nothing else of the project.
package geopackage

// Limits of a file.
const (
	maxHeapBytes = 64 << 20 // that SQLite takes
	cacheKiB     = 8 << 10
	maxLayers    = 1000
	maxSQLLength = 1 << 20 // of a statement, which grows with the columns
	listedLayers = 20      // in a message
)

// The numbers by which SQLite knows its limits: https://sqlite.org/c3ref/c_limit_attached.html.
const (
	limitLength    = 0
	limitSQLLength = 1
)
