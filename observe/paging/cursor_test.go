package paging

import (
	"encoding/base64"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// earliest is the first instant of a record.
var earliest = time.Date(dates.MinYear, 1, 1, 0, 0, 0, 0, time.UTC)

func TestCursorComesBack(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")
	for _, at := range []time.Time{earliest, time.UnixMicro(-1).UTC(), time.Date(2026, 7, 14, 6, 30, 0, 123456000, time.UTC)} {
		for _, back := range []bool{false, true} {
			want := cursor{back: back, at: at, id: id}
			if got, ok := parseCursor(want.String()); !ok || got != want {
				t.Errorf("%+v comes back as %+v, %t", want, got, ok)
			}
		}
	}
}

func TestCursorThatNobodyWrote(t *testing.T) {
	t.Parallel()
	good := cursor{at: time.Date(2026, 7, 14, 0, 0, 0, 0, time.UTC)}.String()
	raw := make([]byte, cursorBytes)
	at := func(first byte, micros int64) string {
		raw[0] = first
		for i := range 8 {
			raw[1+i] = byte(uint64(micros) >> (56 - 8*i))
		}
		return base64.RawURLEncoding.EncodeToString(raw)
	}
	if _, ok := parseCursor(at(cursorBack, 0)); !ok {
		t.Fatal("a cursor written by hand is refused")
	}
	for name, s := range map[string]string{
		"nothing": "", "a short one": good[:len(good)-1], "a long one": good + "A", "padding": good + "==", "another alphabet": "+" + good[1:],
		"a blank": " " + good[1:], "another direction": at(2, 0), "before every record": at(0, earliest.UnixMicro()-1),
		"the year 10000": at(0, time.Date(lastYear+1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()), "the end of time": at(0, math.MaxInt64),
		"line ends":             "AA" + strings.Repeat("\n", 8) + good[10:],
		"bits that say nothing": good[:len(good)-1] + "B",
	} {
		if c, ok := parseCursor(s); ok {
			t.Errorf("%s is read as %+v", name, c)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	f.Add(cursor{}.String())
	f.Add(cursor{back: true, at: time.Date(2026, 7, 14, 0, 0, 0, 0, time.UTC)}.String())
	f.Fuzz(func(t *testing.T, s string) {
		if c, ok := parseCursor(s); ok && c.String() != s {
			t.Errorf("%q is read as %+v, which is %q", s, c, c.String())
		}
	})
}
