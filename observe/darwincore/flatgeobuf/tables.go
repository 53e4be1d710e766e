package flatgeobuf

import (
	"encoding/binary"
	"math"

	flatbuffers "github.com/google/flatbuffers/go"
)

// table is a table of a buffer. Its methods panic for offsets outside of it, which guard turns into an error: the library
// verifies nothing.
type table struct{ flatbuffers.Table }

// root returns the table of a buffer.
func root(buffer []byte) table {
	return table{flatbuffers.Table{Bytes: buffer, Pos: flatbuffers.GetUOffsetT(buffer)}}
}

// guard runs what reads a buffer of which nothing is known.
func guard(read func()) (err error) {
	defer func() {
		if recover() != nil {
			err = errMalformed
		}
	}()
	read()
	return nil
}

// at returns where a field is, relative to the table; 0 when it is not there. The numbers of fields are those of the schemas.
func (t table) at(field int) flatbuffers.UOffsetT {
	const first, size = 4, 2
	return flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(first + size*field)))
}

func (t table) text(field int) string {
	o := t.at(field)
	if o == 0 {
		return ""
	}
	return string(t.ByteVector(o + t.Pos))
}

func (t table) bytes(field int) []byte {
	o := t.at(field)
	if o == 0 {
		return nil
	}
	return t.ByteVector(o + t.Pos)
}

func (t table) byteAt(field int) byte {
	o := t.at(field)
	if o == 0 {
		return 0
	}
	return t.GetByte(o + t.Pos)
}

func (t table) uint16At(field int, standard uint16) uint16 {
	o := t.at(field)
	if o == 0 {
		return standard
	}
	return t.GetUint16(o + t.Pos)
}

func (t table) int32At(field int) int {
	o := t.at(field)
	if o == 0 {
		return 0
	}
	return int(t.GetInt32(o + t.Pos))
}

func (t table) uint64At(field int) uint64 {
	o := t.at(field)
	if o == 0 {
		return 0
	}
	return t.GetUint64(o + t.Pos)
}

func (t table) sub(field int) (table, bool) {
	o := t.at(field)
	if o == 0 {
		return table{}, false
	}
	return table{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(o + t.Pos)}}, true
}

// length is the number of elements of a vector, each of a size in bytes, all of which lie in the buffer.
func (t table) length(field, size int) int {
	o := t.at(field)
	if o == 0 {
		return 0
	}
	n := t.VectorLen(o)
	if n < 0 || n > len(t.Bytes)/size {
		panic(errMalformed)
	}
	return n
}

const offsetBytes, doubleBytes = 4, 8

func (t table) element(field, i int) table {
	at := t.Vector(t.at(field)) + flatbuffers.UOffsetT(offsetBytes*i)
	return table{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}}
}

func (t table) float(field, i int) float64 {
	return t.GetFloat64(t.Vector(t.at(field)) + flatbuffers.UOffsetT(doubleBytes*i))
}

// indexBytes is the size of a packed R-tree, which lies between header and features: every level has a node for as many of
// the level below as the node's size says.
func indexBytes(features uint64, nodeSize uint16) (uint64, bool) {
	const node = 40
	if features == 0 || nodeSize < 2 {
		return 0, true
	}
	if features > math.MaxInt64/node/2 {
		return 0, false
	}
	nodes := features
	for n := features; n > 1; {
		n = (n + uint64(nodeSize) - 1) / uint64(nodeSize)
		nodes += n
	}
	if features == 1 {
		nodes++ // the root stands above a single one
	}
	return nodes * node, true
}

func uint32At(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
