package nodes

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is a place in PostgreSQL's write-ahead log, a pg_lsn; 0 is before everything.
type Position uint64

// ParsePosition reads a position as PostgreSQL writes it: 16/B374D848.
func ParsePosition(text string) (Position, error) {
	high, low, ok := strings.Cut(text, "/")
	a, errA := strconv.ParseUint(high, 16, 32)
	b, errB := strconv.ParseUint(low, 16, 32)
	if !ok || errA != nil || errB != nil {
		return 0, fmt.Errorf("%q is no position: want two hexadecimal numbers, such as 16/B374D848", text)
	}
	return Position(a<<32 | b), nil
}

// String is the position as PostgreSQL writes it.
func (p Position) String() string { return fmt.Sprintf("%X/%X", uint32(p>>32), uint32(p)) }
