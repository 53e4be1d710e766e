package flatgeobuf

import (
	"bytes"
	"encoding/binary"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"
)

// dataset is what a test reads back: field numbers as in header.fbs and feature.fbs.
type dataset struct {
	header   flatbuffers.Table
	features []flatbuffers.Table
}

func read(t testing.TB, file []byte) dataset {
	t.Helper()
	if !bytes.HasPrefix(file, magic) {
		t.Fatalf("the file begins with % x", file[:min(len(file), len(magic))])
	}
	var d dataset
	for rest := file[len(magic):]; len(rest) > 0; {
		size := int(binary.LittleEndian.Uint32(rest)) + 4
		if size > len(rest) {
			t.Fatalf("a table of %d bytes begins %d bytes before the end", size, len(rest))
		}
		table := flatbuffers.Table{Bytes: rest[4:size], Pos: flatbuffers.GetUOffsetT(rest[4:])}
		if d.header.Bytes == nil {
			d.header = table
		} else {
			d.features = append(d.features, table)
		}
		rest = rest[size:]
	}
	return d
}

// at returns where a field is, 0 when it is not there.
func at(t flatbuffers.Table, field int) flatbuffers.UOffsetT {
	o := flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*field)))
	if o == 0 {
		return 0
	}
	return o + t.Pos
}

func str(t flatbuffers.Table, field int) string {
	if o := at(t, field); o != 0 {
		return string(t.ByteVector(o))
	}
	return ""
}

func sub(t flatbuffers.Table, field int) (flatbuffers.Table, bool) {
	o := at(t, field)
	if o == 0 {
		return flatbuffers.Table{}, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(o)}, true
}

func element(t flatbuffers.Table, field, i int) flatbuffers.Table {
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(t.Vector(at(t, field)-t.Pos) + flatbuffers.UOffsetT(4*i))}
}

func floats(t flatbuffers.Table, field int) []float64 {
	o := at(t, field)
	if o == 0 {
		return nil
	}
	out := make([]float64, t.VectorLen(o-t.Pos))
	for i := range out {
		out[i] = t.GetFloat64(t.Vector(o-t.Pos) + flatbuffers.UOffsetT(8*i))
	}
	return out
}

// columnNumbers returns which columns a feature has values of, in their order.
func columnNumbers(t testing.TB, feature flatbuffers.Table, columns []Column) []int {
	t.Helper()
	o := at(feature, 1)
	if o == 0 {
		return nil
	}
	var numbers []int
	for b := feature.ByteVector(o); len(b) > 0; {
		n := int(binary.LittleEndian.Uint16(b))
		numbers = append(numbers, n)
		b = b[2:]
		switch columns[n].Type {
		case Bool:
			b = b[1:]
		case Long, Double:
			b = b[8:]
		case String, DateTime:
			b = b[4+binary.LittleEndian.Uint32(b):]
		default:
			t.Fatalf("column %d has type %d", n, columns[n].Type)
		}
	}
	return numbers
}
