// Package flatgeobuf reads the points of FlatGeobuf 3 (flatgeobuf.org, schemas header.fbs and feature.fbs) as the rows of a
// table, one feature at a time. github.com/google/flatbuffers reads the tables; no library for the format itself is kept up
// to date for Go.
//
// The package imports text and geometry, and nothing else of the project.
package flatgeobuf

import "errors"

// Limits of a file.
const (
	maxHeaderBytes  = 10 << 20
	maxFeatureBytes = 4 << 20
	maxNodeSize     = 1 << 16 // of the index, by its type in header.fbs
)

var errMalformed = errors.New("a table in it is malformed")
