package tileindex

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestDetailsComeBack writes details of every kind, in more blocks than one, and reads some of them in any order.
func TestDetailsComeBack(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	file := newPointFile(t)
	w := detailsWriter{points: file}
	text := func() []byte {
		if rng.IntN(3) == 0 {
			return nil
		}
		return bytes.Repeat([]byte("é"), rng.IntN(1<<rng.IntN(12)))
	}
	var want []Details
	var refs []detailsRef
	for n := range 5000 {
		d := Details{
			Lon: float64(rng.Int64N(3_600_000_001)-1_800_000_000) / 1e7, Lat: float64(rng.Int64N(1_800_000_001)-900_000_000) / 1e7,
			UTCOffset: int16(rng.IntN(1681) - 840), Notes: text(), OccurrenceID: text(), Qualifier: text(), BasisOfRecord: text(), Licence: text(),
		}
		if n%10 == 0 {
			d.Lon, d.Lat = rng.Float64()*360-180, rng.Float64()*180-90
		}
		if n == 2000 {
			d.Notes = bytes.Repeat([]byte("x"), blockBytes+1)
		}
		want, refs = append(want, d), append(refs, w.add(&d))
	}
	w.flush()
	for _, size := range []int{0, 1, 40, len(want)} {
		var some []detailsRef
		numbers := rng.Perm(len(want))[:size]
		for _, n := range numbers {
			some = append(some, refs[n])
		}
		visited := 0
		if _, err := file.eachDetails(some, nil, func(i int, d Details) {
			visited++
			if !reflect.DeepEqual(d, want[numbers[i]]) {
				t.Errorf("record %d came back as %.200v, want %.200v", numbers[i], d, want[numbers[i]])
			}
		}); err != nil || visited != size {
			t.Errorf("%d of %d records: %v", visited, size, err)
		}
	}
}

// TestOverlappingDetails: places of a file that somebody else wrote may lie within each other. They are read.
func TestOverlappingDetails(t *testing.T) {
	t.Parallel()
	inner := Details{Lon: 1, Lat: 2, Notes: []byte("inner")}
	outer := Details{Lon: 3, Lat: 4, Notes: append(inner.append(nil), make([]byte, 2*detailsRead)...)}
	file := newPointFile(t)
	w := detailsWriter{points: file}
	whole := w.add(&outer)
	w.flush()
	within := bytes.Index(outer.append(nil), outer.Notes)
	part := detailsRef(uint64(whole.begin()+int64(within))<<detailsLengthBits | uint64(len(inner.append(nil))))
	var notes []string
	if _, err := file.eachDetails([]detailsRef{part, whole, part, whole}, nil, func(_ int, d Details) { notes = append(notes, string(d.Notes)) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{string(outer.Notes), string(outer.Notes), "inner", "inner"}; !reflect.DeepEqual(notes, want) {
		t.Errorf("the notes have %d parts, or are others", len(notes))
	}
}

func FuzzParseDetails(f *testing.F) {
	d := Details{Lon: -1, Lat: 2, UTCOffset: 60, Notes: []byte("n"), Licence: []byte("CC0-1.0")}
	f.Add(d.append(nil))
	d.Lon = math.Copysign(0, -1)
	f.Add(d.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := parseDetails(b)
		if err != nil {
			return
		}
		again, err := parseDetails(d.append(nil))
		if err != nil || !reflect.DeepEqual(d, again) {
			t.Errorf("%v is written and read as %v, %v", d, again, err)
		}
	})
}

// TestWastefulFileIsWrittenAnew: once most of the file is of records that went, the index loads again, into another file.
func TestWastefulFileIsWrittenAnew(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertEqual, 1, 9))
	x, _ := following(t, db, t.TempDir())
	before := x.State().points
	before.details.size.Add(2 * minDeadBytes)
	before.details.dead.Add(minDeadBytes + 1)
	for round := range 2 {
		pgtest.Run(t, db, fmt.Sprintf("update observations set notes = 'round %d'", round))
		if err := x.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-x.loadRequested:
	default:
		t.Fatal("no load is requested")
	}
	if err := x.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := x.State()
	if after.points == before || after.points.details.dead.Load() != 0 || !after.HasPoints() || len(x.loadRequested) > 0 {
		t.Errorf("the same file: %v, %d dead bytes, points %v, asked again: %d", after.points == before, after.points.details.dead.Load(), after.HasPoints(), len(x.loadRequested))
	}
	found, err := after.Select(surveillance.DefaultFilter()).Newest(t.Context(), 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := found.Each(func(_ *Point, d *Details) error {
		n++
		if string(d.Notes) != "round 1" {
			t.Errorf("notes %q", d.Notes)
		}
		return nil
	}); err != nil || n != 9 {
		t.Errorf("%d records, %v", n, err)
	}
}
