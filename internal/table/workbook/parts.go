package workbook

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	sheetPart   = "xl/worksheets/sheet1.xml"
	xmlBegins   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	main        = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relations   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packages    = "http://schemas.openxmlformats.org/package/2006/"
	sheetBegins = xmlBegins + `<worksheet xmlns="` + main + `"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`
	sheetEnds   = `</sheetData></worksheet>`
)

// part is a file of the zip.
type part struct{ name, text string }

// parts are the files beside the sheet: what the workbook holds, and where. A sheet's name is at most 31 characters.
func parts(sheet string) []part {
	const ofMain = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	relation := func(kind, target string) string {
		return xmlBegins + `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + relations + `/` + kind + `" Target="` + target + `"/></Relationships>`
	}
	return []part{
		{"[Content_Types].xml", xmlBegins + `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + ofMain + `sheet.main+xml"/><Override PartName="/` + sheetPart + `" ContentType="` + ofMain + `worksheet+xml"/></Types>`},
		{"_rels/.rels", relation("officeDocument", "xl/workbook.xml")},
		{"xl/workbook.xml", xmlBegins + `<workbook xmlns="` + main + `" xmlns:r="` + relations + `"><sheets><sheet name="` + sheet + `" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")},
	}
}

// looksEscaped matches what a reader takes for an escaped character (ECMA-376, 22.9.2.19).
var looksEscaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// appendText appends the text of a cell, and its end. Characters that XML does not have are escaped as the standard has it.
func appendText(b []byte, text string) []byte {
	b = append(b, `<is><t xml:space="preserve">`...)
	if strings.Contains(text, "_x") {
		text = looksEscaped.ReplaceAllStringFunc(text, func(s string) string { return "_x005F" + s })
	}
	for _, r := range text {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			b = fmt.Appendf(b, "_x%04X_", r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, "</t></is></c>"...)
}

// units returns how many units of UTF-16 a text has.
func units(text []byte) (n int) {
	for _, r := range string(text) {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
