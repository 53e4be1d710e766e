package ogc

import (
	"bytes"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// csvFormat writes one line a feature (RFC 4180): id, the place of points as two numbers, properties. Shapes of polygons are
// left out.
var csvFormat = itemFormat{
	described: described{"csv", "text/csv; charset=utf-8; header=present", "CSV"},
	begin: func(b []byte, l *layout) []byte {
		b = append(b, l.collection.key.name...)
		if l.isPoint() {
			b = append(b, ","+l.crs.axes()...)
		}
		for _, f := range l.fields {
			b = append(b, ","+f.name...)
		}
		return append(b, "\r\n"...)
	},
	feature: func(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
		b = e.appendText(b, l.collection.key, l.key(row))
		if l.isPoint() {
			var err error
			b = append(b, ',')
			if b, err = l.crs.coordinates.AppendPoint(b, l.wkb(row)); err != nil {
				return b, err
			}
		}
		for i, f := range l.fields {
			b = append(b, ',')
			from := len(b)
			b = quoteCell(e.appendText(b, f, l.value(row, i)), from)
		}
		return append(b, "\r\n"...), nil
	},
}

// quoteCell puts the bytes from an offset on between quotes where RFC 4180 asks for it.
func quoteCell(b []byte, from int) []byte {
	if !bytes.ContainsAny(b[from:], ",\"\r\n") {
		return b
	}
	cell := bytes.ReplaceAll(b[from:], []byte(`"`), []byte(`""`))
	b = append(b[:from], '"')
	b = append(b, cell...)
	return append(b, '"')
}
