// Package text reads delimited text as the field writes it: in any encoding, with any separator, quoting and line ends.
// Files come from strangers, so memory stays bounded whatever they hold.
//
// A File is an open text whose encoding is known. A Dialect says what separates its values; OpenTable finds it. A Reader
// splits a File into Rows, and a Table is a Reader whose first row names the columns. Beside them stands what every
// reader of the field's files needs: FileError, Warnings, and functions that clean single values.
//
// The package imports the standard library and golang.org/x/text, and nothing of the project.
package text

// Row is one row of a table before it becomes a record.
type Row struct {
	Line   int      // of the file, 1-based, where the row begins
	Values []string // as the header of its table has them; more when the row itself is longer
	Fault  error    // why the row cannot become a record; nil when it may
}

// Limits of what is read.
const (
	MaxColumns    = 2000    // of one row
	MaxFieldBytes = 1 << 20 // of one value
	MaxRowBytes   = 4 << 20 // of one row, line breaks in quotes included

	sniffBytes   = 1 << 20 // prefix that decides the encoding
	dialectBytes = 256 << 10
	dialectRows  = 500
)
