// Package darwincore reads and writes the exchange formats of the field: Darwin Core archives, GBIF downloads, and tables with
// Darwin Core headers as delimited text, Excel workbooks, GeoJSON, GeoPackage, FlatGeobuf and Parquet. Files go in, records come out, and back. The terms are those of
// https://dwc.tdwg.org/terms/.
//
// Open finds out what a file is and returns a Reader of its rows; each is a Record or says why it is none. NewCSV and
// NewArchive write records as Occurrences. How a row becomes a record is in this package: layout.go says which column means
// what, builder.go and the files beside it read the fields.
//
// What needs no record has a package of its own, and none of them imports this one:
//
//	text        encodings, dialects, rows of delimited text, clean values, FileError; imports nothing of the project
//	names       scientific names; imports nothing of the project
//	filetype    what a file is by its bytes, and what to do with one that is not read; imports nothing of the project
//	geometry    points in binary, names of reference systems; imports nothing of the project
//	dates       dates, intervals, precision; imports text
//	terms       the names of Darwin Core's terms; imports text
//	xlsx        sheets as rows; imports text
//	geojson     features as rows; imports text and geometry
//	geopackage  layers as rows; imports text and geometry
//	flatgeobuf  features as rows; imports text and geometry
//	parquet     columns as rows; imports text and geometry
//	archive     zips, tars and folders, meta.xml, eml.xml, joined tables, writing; imports text, terms and filetype
//
// Features have their place in the columns decimalLatitude and decimalLongitude: y and x as the file has them, of the system
// that Reader.CRS names. A file in another system than WGS 84 is read as it is; who stores records transforms them.
//
// All of it imports the standard library, golang.org/x/text and, in the rooms of the formats, their libraries; none of it
// knows a database or HTTP.
package darwincore

import (
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Types of the packages below that Open and Reader return.
type (
	// FileError is a file that cannot be read as a whole.
	FileError = text.FileError
	// Warning is one kind of thing that the reader changed or left out, and how often.
	Warning = text.Warning
	// Source says where the records of a file come from.
	Source = archive.Source
)

// Options of Open. The zero value reads Darwin Core names and detects everything.
type Options struct {
	// Map names the file's own header for a key of MapKeys. A header is matched exactly, then case-insensitively.
	Map map[string]string
	// Sheet names the sheet of a workbook or the layer of a GeoPackage; "" is the only one with data.
	Sheet string
	// Now is the clock that says which dates lie in the future; nil is time.Now.
	Now func() time.Time
}
