package tileindex

import (
	"bytes"
	"cmp"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Position is a place in the order of lists: by time, the newest first, then by id. A record need not be there.
type Position struct {
	ObservedAt int64 // microseconds since 2000-01-01, as PostgreSQL counts
	ID         [16]byte
}

// PositionOf returns a position as the index counts; nil for nil.
func PositionOf(p *surveillance.Position) *Position {
	if p == nil {
		return nil
	}
	return &Position{p.At.UnixMicro() - pgZero.UnixMicro(), p.ID}
}

// pgZero is PostgreSQL's time 0.
var pgZero = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Compare is negative when p comes before another position in lists.
func (p Position) Compare(o Position) int {
	if c := cmp.Compare(o.ObservedAt, p.ObservedAt); c != 0 {
		return c
	}
	return bytes.Compare(p.ID[:], o.ID[:])
}

// day is the day of the position in UTC.
func (p Position) day() int { return int(floorDiv(p.ObservedAt, microsADay)) + pgDayZero }

// Position returns where the record stands in lists.
func (p *Point) Position() Position { return Position{p.ObservedAt, p.ID} }
