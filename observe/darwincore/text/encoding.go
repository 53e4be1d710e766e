package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// charset says what the bytes of a File are.
type charset int

const (
	ascii       charset = iota // so far; the first byte above ASCII decides
	utf8Text                   // bytes that are not UTF-8 are a fault of their row
	windows1252                // every byte above ASCII is one character
)

// lookUpEncoding finds a declared encoding by its label; nil stands for UTF-8, for UTF-16 (which shows in the bytes) and
// for none.
func lookUpEncoding(file, label string) (encoding.Encoding, error) {
	label = strings.TrimSpace(label)
	switch strings.ToLower(label) {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16":
		return nil, nil
	}
	found, err := htmlindex.Get(label)
	if err != nil {
		return nil, Fail(file, 0, fmt.Sprintf("unknown encoding %q", label), nil)
	}
	if name, _ := htmlindex.Name(found); name == "replacement" || name == "utf-8" {
		return nil, nil
	}
	return found, nil
}

// UTF16 recognizes UTF-16 by its byte order mark, or by NUL bytes that stand in every other place, and returns nil for
// anything else. Libraries that guess encodings know only the mark.
func UTF16(prefix []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(prefix, []byte{0xff, 0xfe}):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case bytes.HasPrefix(prefix, []byte{0xfe, 0xff}):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case len(prefix) < 4:
		return nil
	}
	var nuls [2]int // at even and at odd places
	for i, c := range prefix {
		if c == 0 {
			nuls[i%2]++
		}
	}
	half := len(prefix) / 2
	switch {
	case nuls[1] > half/2 && nuls[0] < half/20:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case nuls[0] > half/2 && nuls[1] < half/20:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

// guessCharset decides between UTF-8 and windows-1252 over a prefix. Text in windows-1252 hardly ever forms UTF-8 by
// accident, so the text is UTF-8 when most of what lies above ASCII is.
func guessCharset(prefix []byte, whole bool) charset {
	valid, broken := 0, 0
	for at := 0; at < len(prefix); {
		if prefix[at] < utf8.RuneSelf {
			at++
			continue
		}
		if !whole && !utf8.FullRune(prefix[at:]) {
			break
		}
		r, size := utf8.DecodeRune(prefix[at:])
		if r == utf8.RuneError && size == 1 {
			broken++
		} else {
			valid++
		}
		at += size
	}
	switch {
	case valid == 0 && broken == 0:
		return ascii
	case valid >= broken:
		return utf8Text
	default:
		return windows1252
	}
}
