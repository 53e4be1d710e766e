// Package xlsx reads a sheet of an Excel workbook (ECMA-376, Office Open XML) as the rows of a table.
//
// github.com/xuri/excelize reads what the workbook says of itself: its sheets, number formats and system of dates. Cells are
// read here, one row at a time. excelize's own iterator of rows gives texts without their formats, so that a date is a
// number or what somebody's Excel showed, and took 240 MB and 47 s for a million rows of seven columns with two million
// different texts. This one takes less than 60 MB and 20 s: different texts lie in a temporary file.
//
// A number is written with the 15 digits that Excel has of it. A cell with a format of dates becomes ISO 8601, as exact as
// the format shows it. A formula counts with the value that was stored with it, an error (#N/A) is an empty value, hidden
// rows are rows, and a value that several rows share in one merged cell counts for each of them.
//
// The package imports text, and nothing else of the project.
package xlsx

import (
	"errors"
	"fmt"
)

// Limits of a workbook.
const (
	maxPartBytes    = 16 << 20 // of the parts that describe the workbook, inflated, each
	maxPartsBytes   = 32 << 20 // of all of them
	maxSheetBytes   = 32 << 30 // of a sheet, inflated; it is read as a stream
	maxTextsBytes   = 2 << 30  // of the different texts in the temporary folder; a full sheet of seven columns has a tenth of that
	maxInflateRatio = 400      // inflated to compressed bytes of a sheet,
	inflateGrace    = 64 << 20 // looked at beyond this many
	maxTokenBytes   = 8 << 20  // of one element or one text between two
	maxTextBytes    = 1 << 20  // of one text; Excel's own limit is 32,767 characters
	maxMerges       = 100_000  // merged cells over several rows
	maxSheets       = 1000
	headerRows      = 20 // looked at for the header, which titles may stand above
	maxRow          = 1 << 20
)

var (
	errInflates = errors.New("it inflates beyond what a sheet does")
	errToken    = errors.New("an element or a text is too long")
	errTexts    = fmt.Errorf("its different texts need more than %d GiB of the temporary folder; save the sheet as .csv", maxTextsBytes>>30)
)
