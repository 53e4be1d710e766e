// Package snapshot keeps the columns of a copy in memory in one file, and maps the file into memory when it is read. It imports nothing of
// ours.
//
// # Format
//
// A header of 64 bytes, the columns, the directory:
//
//	header     magic (8 bytes), fingerprint of the directory's type and byte order (8), begin and length of the directory (8 each),
//	           CRC-32C of the directory (4), zeros, CRC-32C of the header before (the last 4)
//	columns    the memory of their values, each from a multiple of 8 bytes on, with zeros between
//	directory  a value of the caller, encoded by encoding/gob; its Columns say where columns lie and have their CRC-32C
//
// The fingerprint names every field of the directory and of the values in columns: a program to which they mean something else, or another
// processor, refuses the file. A file is written beside the former one and replaces it when all of it is on the disk. It does not change
// any more.
package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"reflect"
)

const (
	magic       = "skeeter\x01" // ends with the number of the format
	headerBytes = 64
	alignment   = 8
)

// Errors of Open and Column.In.
var (
	ErrDamaged = errors.New("it is damaged")
	ErrVersion = errors.New("it is of another version")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum is the checksum of the format, CRC-32C, of bytes that follow others with the checksum before.
func Sum(before uint32, b []byte) uint32 { return crc32.Update(before, castagnoli, b) }

// Column is the place of values in a file. They have no pointers.
type Column[T any] struct {
	_             [0]T // so that the fingerprint is of T, too
	Begin, Length int64
	Sum           uint32
}

// header is the beginning of a file.
type header struct {
	fingerprint   uint64
	begin, length int64
	sum           uint32
}

func (h header) bytes() []byte {
	b := append(make([]byte, 0, headerBytes), magic...)
	b = binary.LittleEndian.AppendUint64(b, h.fingerprint)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.begin))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.length))
	b = binary.LittleEndian.AppendUint32(b, h.sum)
	b = b[:headerBytes-4]
	return binary.LittleEndian.AppendUint32(b, Sum(0, b))
}

func parseHeader(b []byte) (h header, err error) {
	if len(b) < headerBytes || string(b[:len(magic)]) != magic {
		return h, ErrVersion
	}
	if Sum(0, b[:headerBytes-4]) != binary.LittleEndian.Uint32(b[headerBytes-4:]) {
		return h, ErrDamaged
	}
	h.fingerprint = binary.LittleEndian.Uint64(b[8:])
	h.begin, h.length = int64(binary.LittleEndian.Uint64(b[16:])), int64(binary.LittleEndian.Uint64(b[24:]))
	h.sum = binary.LittleEndian.Uint32(b[32:])
	return h, nil
}

// fingerprint names a type with all that it consists of, as this processor stores it.
func fingerprint(t reflect.Type) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(binary.NativeEndian.AppendUint16(nil, 1))
	describe(sum.Write, t, map[reflect.Type]bool{})
	return sum.Sum64()
}

func describe(write func([]byte) (int, error), t reflect.Type, seen map[reflect.Type]bool) {
	_, _ = write(fmt.Appendf(nil, "%s %d;", t, t.Size()))
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.Fields() {
			_, _ = write(fmt.Appendf(nil, "%s %d:", f.Name, f.Offset))
			describe(write, f.Type, seen)
		}
	case reflect.Array, reflect.Pointer, reflect.Slice:
		describe(write, t.Elem(), seen)
	case reflect.Map:
		describe(write, t.Key(), seen)
		describe(write, t.Elem(), seen)
	}
}
