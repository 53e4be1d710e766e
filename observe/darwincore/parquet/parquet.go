// Package parquet reads Parquet and GeoParquet 1.1 (geoparquet.org) as the rows of a table, through
// github.com/parquet-go/parquet-go. Columns are read page by page, next to each other.
//
// The library believes what a page says of its size and makes room for it. So that a file cannot take any amount of memory,
// the headers of all pages are read first.
//
// The package imports text and geometry, and nothing else of the project.
package parquet

import "errors"

// Limits of a file.
const (
	maxFooterBytes     = 16 << 20
	maxPageHeaderBytes = 16 << 20
	maxPagesBytes      = 128 << 20 // that the pages of all columns take at once
	batchRows          = 256       // read of a column at once
)

var errMalformed = errors.New("the file is malformed")

// guard runs what reads a file of which nothing is known: the library panics for some that are malformed.
func guard(read func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errMalformed
		}
	}()
	return read()
}
