package filetype

import (
	"path"
	"slices"
	"strings"
)

// zips are the formats that are zips, by a file that each of them has.
var zips = []struct {
	holds  string
	format Format
	refuse string
}{
	{"xl/workbook.xml", Workbook, ""},
	{"xl/workbook.bin", Refused, xlsb},
	{"word/document.xml", Refused, word},
	{"ppt/presentation.xml", Refused, slides},
	{"Index/Document.iwa", Refused, numbers},
}

// OfZip tells what a zip is by the names of all files in it, and by what its file "mimetype" says; a Zip is a container of files.
func OfZip(names []string, mimetype string) Type {
	for _, known := range zips {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, known.holds) }) {
			return Type{Format: known.format, refuse: known.refuse}
		}
	}
	if kind, document := strings.CutPrefix(mimetype, "application/vnd.oasis.opendocument."); document {
		if strings.HasPrefix(kind, "spreadsheet") {
			return refused(ods)
		}
		return refused(odt)
	}
	return Type{Format: Zip}
}

// OfFolder tells what a folder or zip without a table is by the endings of its files, where these belong together.
func OfFolder(names []string) Type {
	for _, known := range []struct{ ending, refuse string }{{".shp", shapefile}, {".gdbtable", geodata}} {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(path.Ext(name), known.ending) }) {
			return refused(known.refuse)
		}
	}
	return Type{}
}
