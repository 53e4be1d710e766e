package paging

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// cursor is a position in a list: a record, and whether the page lies after it (older records) or before it. It holds the values that
// order the list, so it stays valid when records are added or removed.
type cursor struct {
	back bool
	at   time.Time // in microseconds
	id   uuid.UUID
}

// A cursor is text in URL-safe base64: one byte for the direction, 8 for the instant in microseconds since 1970, big
// endian, 16 for the id.
const (
	cursorBytes   = 1 + 8 + 16
	cursorForward = 0
	cursorBack    = 1
)

// lastYear is the last that RFC 3339 can write.
const lastYear = 9999

// cursorEncoding is strict, so that a position has only one spelling.
var cursorEncoding = base64.RawURLEncoding.Strict()

func (c cursor) String() string {
	b := []byte{cursorForward}
	if c.back {
		b[0] = cursorBack
	}
	b = binary.BigEndian.AppendUint64(b, uint64(c.at.UnixMicro()))
	return cursorEncoding.EncodeToString(append(b, c.id[:]...))
}

// parseCursor reads the text of a cursor; ok is false for what String does not write.
func parseCursor(s string) (c cursor, ok bool) {
	if len(s) != cursorEncoding.EncodedLen(cursorBytes) {
		return cursor{}, false
	}
	b, err := cursorEncoding.DecodeString(s)
	// The decoder skips line ends within the text, so it may return fewer bytes.
	if err != nil || len(b) != cursorBytes || b[0] > cursorBack {
		return cursor{}, false
	}
	c = cursor{
		back: b[0] == cursorBack,
		at:   time.UnixMicro(int64(binary.BigEndian.Uint64(b[1:]))).UTC(),
		id:   uuid.UUID(b[9:]),
	}
	return c, c.at.Year() >= dates.MinYear && c.at.Year() <= lastYear
}
