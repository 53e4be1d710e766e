package export

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// types are those of the columns that hold no texts.
var types = map[string]table.Type{
	"individualCount": table.Integer, "coordinateUncertaintyInMeters": table.Number, "decimalLatitude": table.Number, "decimalLongitude": table.Number,
}

// TableWriter writes occurrences as the rows of a file with typed columns. It is a Writer.
type TableWriter struct {
	out  table.Writer
	rows rowWriter
	row  tableRow
	err  error
}

// NewTable writes a file of typed columns with Darwin Core terms; dates are texts, because many are no instant. The kind says whether it
// is Private and Placed. Open reads what it can open of these back as it reads CSV.
func NewTable(w io.Writer, open table.Open, kind Kind) (*TableWriter, error) {
	kind.Table, kind.Raw = true, true
	columns := kind.occurrenceColumns()
	s := table.Schema{Name: "observations", Title: "Observations"}
	if kind.Placed {
		columns = columns[:len(columns)-len(placeColumns)]
		s.Geometry = &table.Geometry{SRID: table.WGS84}
	}
	for _, column := range columns {
		s.Columns = append(s.Columns, table.Column{Name: column, Type: types[column], Key: column == "id"})
	}
	out, err := open(w, s)
	if err != nil {
		return nil, err
	}
	return &TableWriter{out: out, rows: rowWriter{Kind: kind}}, nil
}

// Write implements Writer.
func (t *TableWriter) Write(o Occurrence) error {
	if t.err != nil {
		return t.err
	}
	t.row.begin(coordinates.Round(o.Lon), coordinates.Round(o.Lat))
	t.rows.occurrence(&t.row, &o)
	t.err = t.out.Write(&t.row.Row)
	return t.err
}

// Close completes the file.
func (t *TableWriter) Close() error {
	if t.err == nil {
		t.err = t.out.Close()
	}
	return t.err
}

// Discard gives up a file that is not completed. After Close it does nothing.
func (t *TableWriter) Discard() { t.out.Discard() }

// tableRow is the cells of a row of a table.
type tableRow struct {
	table.Row
	texts []byte
}

// begin empties the row and gives it a place.
func (r *tableRow) begin(lon, lat float64) {
	r.Values, r.texts = r.Values[:0], r.texts[:0]
	const point = 1 // OGC 06-103r4, section 8: a byte for little-endian, the type, two coordinates
	r.WKB = binary.LittleEndian.AppendUint32(append(r.WKB[:0], 1), point)
	for _, v := range []float64{lon, lat} {
		r.WKB = binary.LittleEndian.AppendUint64(r.WKB, math.Float64bits(v))
	}
}

func (r *tableRow) text(v string) { appendText(r, v) }

func (r *tableRow) bytes(v []byte) { appendText(r, v) }

func appendText[T string | []byte](r *tableRow, v T) {
	from := len(r.texts)
	r.texts = append(r.texts, v...)
	r.Values = append(r.Values, table.Value{Valid: len(v) > 0, Text: r.texts[from:len(r.texts):len(r.texts)]})
}

func (r *tableRow) integer(v int64) {
	r.Values = append(r.Values, table.Value{Valid: true, Bits: v})
}

func (r *tableRow) number(v *float64) {
	value := table.Value{}
	if v != nil {
		value = table.Value{Valid: true, Number: *v}
	}
	r.Values = append(r.Values, value)
}
