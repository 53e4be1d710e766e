// Package filetype tells what a file is by what it holds, never by the ending of its name, and what to do with one that
// is not read. It imports the standard library alone.
package filetype

import (
	"bytes"
	"encoding/binary"
)

// Type is what a file is. The zero value is a text, as far as its first bytes say.
type Type struct {
	Format Format
	refuse string // what it is and what to do about it, when it is not read
}

// Format is a family of files that is read in its own way.
type Format int

// The formats. Refused is every one that is not read.
const (
	Text Format = iota
	Zip
	Gzip
	Tar
	Workbook // .xlsx; OfZip finds it
	SQLite   // a GeoPackage, or a database of another kind
	FlatGeobuf
	Parquet
	Refused
)

// Refusal says what a Refused file is and what to do about it.
func (t Type) Refusal() string { return t.refuse }

// PrefixBytes of a file are enough for Of.
const PrefixBytes = 64 << 10

// Of tells what a file is by its first PrefixBytes, or all of a shorter one.
func Of(prefix []byte) Type {
	for _, known := range magics {
		if begins(prefix, known.at, known.bytes) {
			return Type{Format: known.format, refuse: known.refuse}
		}
	}
	switch {
	case begins(prefix, 0, compoundFile):
		return refused(ofCompound(prefix))
	case isShapefile(prefix):
		return refused(shapefile)
	case isDBF(prefix):
		return refused(dbf)
	}
	return ofMarkup(prefix)
}

func refused(reason string) Type { return Type{Format: Refused, refuse: reason} }

func begins(prefix []byte, at int, magic string) bool {
	return len(prefix) >= at+len(magic) && string(prefix[at:at+len(magic)]) == magic
}

// ofMarkup tells pages and maps in XML and HTML from texts. Their case and what stands before the first element vary.
func ofMarkup(prefix []byte) Type {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(prefix, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != '<' {
		return Type{}
	}
	lower := bytes.ToLower(trimmed[:min(len(trimmed), markupBytes)])
	for _, known := range markup {
		if bytes.HasPrefix(lower, []byte(known.element)) ||
			bytes.HasPrefix(lower, []byte("<?xml")) && bytes.Contains(lower, []byte(known.element)) {
			return refused(known.refuse)
		}
	}
	return Type{}
}

// markupBytes are looked at for the first element of a text in XML.
const markupBytes = 4 << 10

// isShapefile reports whether the main file of a shapefile begins, or its index: ESRI Shapefile Technical Description, 1998, p. 4.
func isShapefile(prefix []byte) bool {
	const fileCode, version = 9994, 1000
	return len(prefix) >= 32 && binary.BigEndian.Uint32(prefix) == fileCode && binary.LittleEndian.Uint32(prefix[28:]) == version
}

// isDBF reports whether a dBASE table begins, as the attributes of a shapefile do. It has no magic number: version, date of
// the last change, and a header of 32 bytes a field, which a carriage return ends, have to fit together.
func isDBF(prefix []byte) bool {
	if len(prefix) < 33 || bytes.IndexByte([]byte{0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5}, prefix[0]) < 0 {
		return false
	}
	month, day, header := prefix[2], prefix[3], int(binary.LittleEndian.Uint16(prefix[8:]))
	if month > 12 || day > 31 || header < 65 || header > len(prefix) {
		return false
	}
	return header%32 == 1 && prefix[header-1] == '\r' || prefix[0] >= 0x30 && bytes.IndexByte(prefix[64:header], '\r') >= 0
}

// ofCompound tells the old files of Microsoft Office apart by the names in their directory, which are in UTF-16.
func ofCompound(prefix []byte) string {
	for _, known := range compounds {
		wide := make([]byte, 0, 2*len(known.stream))
		for _, c := range []byte(known.stream) {
			wide = append(wide, c, 0)
		}
		if bytes.Contains(prefix, wide) {
			return known.refuse
		}
	}
	return oldOffice
}
