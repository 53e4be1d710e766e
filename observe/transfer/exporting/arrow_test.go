package exporting_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
)

// TestArrowSaysWhatCSVSays compares each cell. No import reads Arrow.
func TestArrowSaysWhatCSVSays(t *testing.T) {
	t.Parallel()
	const records = 200
	db := pgtest.Pool(t)
	fillAtRandom(t, db, rand.New(rand.NewPCG(7, 8)), records)
	o := exporting.Options{Private: true, Raw: true, Absences: true}
	file, err := os.Open(exported(t, db, "csv", everyStatus, o))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	want, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	stream, err := os.Open(exported(t, db, "arrow", everyStatus, o))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stream.Close() }()
	reader, err := ipc.NewReader(stream)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Release()
	n := 0
	for reader.Next() {
		batch := reader.RecordBatch()
		for row := range int(batch.NumRows()) {
			n++
			for i, name := range want[0] {
				got := strings.ReplaceAll(cellOf(t, batch, name, row), "\r\n", "\n") // as encoding/csv reads them
				if got != want[n][i] {
					t.Errorf("row %d: %s is %q, want %q", n, name, got, want[n][i])
				}
			}
		}
	}
	if reader.Err() != nil || n != records {
		t.Errorf("%d rows, %v", n, reader.Err())
	}
}

// cellOf returns a value as CSV has it. The place is in the geometry.
func cellOf(t *testing.T, batch arrow.RecordBatch, name string, row int) string {
	t.Helper()
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	column := func(name string) arrow.Array {
		at := batch.Schema().FieldIndices(name)
		if len(at) != 1 {
			t.Fatalf("there are %d columns %s", len(at), name)
		}
		return batch.Column(at[0])
	}
	if name == "decimalLongitude" || name == "decimalLatitude" {
		x, y, ok := wkb.Point(column(table.GeometryName).(*array.Binary).Value(row))
		if !ok {
			t.Fatalf("row %d has no point", row)
		}
		return number(map[string]float64{"decimalLongitude": x, "decimalLatitude": y}[name])
	}
	c := column(name)
	if c.IsNull(row) {
		return ""
	}
	if numbers, ok := c.(*array.Float64); ok {
		return number(numbers.Value(row))
	}
	return c.ValueStr(row)
}
