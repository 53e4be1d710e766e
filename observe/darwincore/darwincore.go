// Package darwincore reads and writes the exchange formats of the field: Darwin Core archives, GBIF downloads, and tables with
// Darwin Core headers as delimited text, Excel workbooks, GeoJSON, GeoPackage, FlatGeobuf and Parquet. Files go
// in, records come out, and back. The terms are those of https://dwc.tdwg.org/terms/.
//
// Open finds out what a file is and returns a Reader of its rows; each is a Record or says why it is none. How a
// row becomes a record is in this package: builder.go and the files beside it read the fields.
//
// A row may state a sampling event (https://dwc.tdwg.org/terms/#event), beside its record or alone: rows of an event core, of a table whose
// Mapping names the event, and of one with eventID and effort. events.go and the files beside it read the Event: dated.go its days, worked.go
// its effort.
//
// What needs no record has a package of its own, and none of these imports this one:
//
//	text        encodings, dialects, rows of delimited text, clean values, FileError; imports nothing of the project
//	coordinates degrees in all spellings, names of reference systems; imports nothing of the project
//	filetype    what a file is by its bytes, and what to do with one that is not read; imports nothing of the project
//	geometry    points in binary, names of reference systems; imports nothing of the project
//	dates       dates, intervals, precision, the format of a column; imports text
//	effort      how much was done to catch mosquitoes, in words of five languages; imports nothing of the project
//	terms       the names of Darwin Core's terms; imports text
//	headers     which column means what to a record, and what a person may have meant; imports terms, text and internal/editdistance
//	xlsx        sheets as rows; imports text
//	geojson     features as rows; imports text and geometry
//	geopackage  layers as rows; imports text and geometry
//	flatgeobuf  features as rows; imports text and geometry
//	parquet     columns as rows; imports text and geometry
//	archive     zips, tars and folders, meta.xml, eml.xml, joined tables, writing; imports text, terms and filetype
//	tables      what lies at a path as one table; imports archive, filetype and the formats
//	export      our own files, written without loss and known again; imports archive, coordinates, dates and internal/names
//
// profiles keeps the mappings of known sources in YAML; it imports this package.
//
// Features have their place in the columns decimalLatitude and decimalLongitude: y and x as the file has them, of the system
// that Reader.CRS names. A file in another system than WGS 84 is read as it is; who stores records transforms them.
//
// filetest makes the files that the tests of several of them read.
//
// All of it imports the standard library, golang.org/x/text and, in the rooms of the formats, their libraries; none of it
// knows a database or HTTP.
package darwincore

import (
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Types of the packages below that Open and Reader return.
type (
	// SheetsError is a file with several tables, of which none was named. A FileError wraps it.
	SheetsError = text.SheetsError
	// FileError is a file that cannot be read as a whole.
	FileError = text.FileError
	// Warning is one kind of thing that the reader changed or left out, and how often.
	Warning = text.Warning
	// Source says where the records of a file come from.
	Source = archive.Source
)

// Options of Open. The zero value reads Darwin Core names and detects everything.
type Options struct {
	Map headers.Mapping
	// Sheet names the sheet of a workbook or the layer of a GeoPackage; "" is the only one with data.
	Sheet string
	// Dates is how dates are written that are not ISO 8601: what dates.ParseFormat reads. Empty finds it from the whole column.
	Dates string
	// CRS is the reference system of all coordinates, by a name that coordinates.ParseCRS knows. Empty takes what the file says.
	CRS string
	// Swap takes the latitude for the longitude and the longitude for the latitude.
	Swap bool
	// Weeks are those of a column of weeks, and of dates such as 2020-W53: WeeksISO or WeeksMMWR. Empty is WeeksISO.
	Weeks string
	// Part is the archive to read where tables.Parts lists several; empty for all other files.
	Part string
	// Now is the clock that says which dates lie in the future; nil is time.Now.
	Now func() time.Time
}

// Weeks of a year: ISO 8601's, from Monday, and CDC's MMWR weeks, from Sunday.
const (
	WeeksISO  = "iso"
	WeeksMMWR = "mmwr"
)

// checked are Options that are known to be right.
type checked struct {
	Options
	dates dates.Format
	crs   coordinates.CRS
}

// untouched reports whether the options leave the meaning of a file to the file.
func (o Options) untouched() bool {
	return len(o.Map.Columns)+len(o.Map.Likely)+len(o.Map.Values) == 0 && o.Dates == "" && o.CRS == "" && !o.Swap
}

// Validate says what is wrong with Options, if anything is.
func (o Options) Validate() error {
	_, err := o.check()
	return err
}

func (o Options) check() (checked, error) {
	c := checked{Options: o}
	if err := o.Map.Check(); err != nil {
		return c, err
	}
	var err error
	if o.Dates != "" {
		if c.dates, err = dates.ParseFormat(o.Dates); err != nil {
			return c, err
		}
	}
	if o.CRS != "" {
		var stated coordinates.Stated
		if c.crs, stated = coordinates.ParseCRS(o.CRS); stated != coordinates.Known {
			return c, fmt.Errorf("%q is no coordinate reference system that is known; write EPSG:n, for example EPSG:31370", o.CRS)
		}
	}
	if o.Weeks != "" && o.Weeks != WeeksISO && o.Weeks != WeeksMMWR {
		return c, fmt.Errorf("weeks are %s or %s, not %q", WeeksISO, WeeksMMWR, o.Weeks)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c, nil
}
