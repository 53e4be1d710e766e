package format

import (
	"bytes"

	"github.com/skeeter-surveillance/skeeter/internal/formula"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// csv writes one line a feature (RFC 4180): the id, the two coordinates of a point, the properties. It leaves polygons out.
var csv = Format{
	Format: resource.Format{Name: "csv", ContentType: "text/csv; charset=utf-8; header=present", Title: "CSV"}, Extension: "csv",
	Begin: func(b []byte, _ *Encoder, l *query.Layout) ([]byte, error) {
		b = append(b, l.Collection.Key.Name...)
		if l.IsPoint() {
			b = append(b, ","+l.CRS.Axes()...)
		}
		for _, f := range l.Fields {
			b = append(b, ","+f.Name...)
		}
		return append(b, "\r\n"...), nil
	},
	Feature: func(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
		b = e.AppendText(b, l.Collection.Key, l.Key(row))
		if l.IsPoint() {
			var err error
			b = append(b, ',')
			if b, err = l.CRS.Coordinates.AppendPoint(b, l.WKB(row)); err != nil {
				return b, err
			}
		}
		for i, f := range l.Fields {
			b = append(b, ',')
			from := len(b)
			b = guardCell(e.AppendText(b, f, l.Value(row, i)), from)
		}
		return append(b, "\r\n"...), nil
	},
}

// guardCell puts an apostrophe before the bytes from an index on, if a spreadsheet program would run them, and quotes them.
func guardCell(b []byte, from int) []byte {
	if text := string(b[from:]); formula.Starts(text) {
		b = append(b[:from], formula.Guard(text)...)
	}
	return quoteCell(b, from)
}

// quoteCell puts the bytes from an index on between quotes, if RFC 4180 asks for that.
func quoteCell(b []byte, from int) []byte {
	if !bytes.ContainsAny(b[from:], ",\"\r\n") {
		return b
	}
	cell := bytes.ReplaceAll(b[from:], []byte(`"`), []byte(`""`))
	b = append(b[:from], '"')
	b = append(b, cell...)
	return append(b, '"')
}
