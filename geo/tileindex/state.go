package tileindex

import (
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// State is the index at one moment. It never changes, so everything that is counted with one State is consistent.
type State struct {
	version  Version
	snapshot string // snapshot of the database that the State shows, as PostgreSQL writes it
	areas    *areas // how often each was touched
	seen     *areas // the number of the version in which the last touch of each was seen
	wal      int64
	rows     chunks
	codes    codes
	points   *pointFile
	events   *eventindex.State // nil: not loaded
	loaded   bool              // the rows are loaded
	covers   *covers           // of areas, shared with later States
	shown    shown
	queries  struct { // compiled Filters by key: the tiles of a map share one, and so do the pages of a list
		sync.Mutex
		byKey    map[string]*query
		vertices int // of their areas
	}
}

// WAL is a place in PostgreSQL's write-ahead log, as a number of bytes: what the State shows was committed before it. It is 0 where the
// database is a replica.
func (s *State) WAL() int64 { return s.wal }

// Version names the state of the observations, or of a part of the world. Two servers that show the same Version have seen the same
// changes.
type Version struct {
	Epoch  string // of the change log; "" before the database was read
	Number int64  // how often transactions touched an area, over all areas
}

func (v Version) String() string { return v.ShortEpoch() + "." + strconv.FormatInt(v.Number, 10) }

// ShortEpoch is the beginning of the epoch, which distinguishes those that one database had.
func (v Version) ShortEpoch() string { return v.Epoch[:min(8, len(v.Epoch))] }

// Version returns the data version.
func (s *State) Version() Version { return s.version }

// maxQueries is how many queries are cached, and maxCoverVertices bounds the vertices of their areas. One more empties the cache.
const maxQueries = 64

func (s *State) query(f surveillance.Filter) *query { return s.cached(f, false) }

// cached returns a compiled Filter. With overlap, records whose days overlap those of the Filter match too.
func (s *State) cached(f surveillance.Filter, overlap bool) *query {
	key := f.Key()
	if overlap {
		key += "overlap"
	}
	s.queries.Lock()
	q := s.queries.byKey[key]
	s.queries.Unlock()
	if q != nil {
		return q
	}
	q = s.compile(f, overlap)
	s.queries.Lock()
	defer s.queries.Unlock()
	s.queries.vertices += f.Areas.Vertices()
	if s.queries.byKey == nil || len(s.queries.byKey) >= maxQueries || s.queries.vertices > maxCoverVertices {
		s.queries.byKey, s.queries.vertices = map[string]*query{}, f.Areas.Vertices()
	}
	s.queries.byKey[key] = q
	return q
}

// Ready says whether the State can count. It cannot while the rows are not loaded, and with VersionOnly: then count by SQL.
func (s *State) Ready() bool { return s.loaded }

// Holds says whether the State can count what a Filter matches. There are too many events to hold them: count those by SQL.
func (s *State) Holds(f surveillance.Filter) bool { return s.loaded && f.EventIDs == nil }

// HasPoints says whether the State can return single records. Else read them by SQL.
func (s *State) HasPoints() bool { return s.loaded && s.points.usable() }

// Events returns the sampling events of the same moment; nil while they are not in memory: then read them by SQL.
func (s *State) Events() *eventindex.State { return s.events }

// Size returns the number of observations in memory and the bytes that they take.
func (s *State) Size() (rows int, bytes int64) { return s.rows.len(), s.rows.bytes() }

// AreaZoom is the zoom of areas: the tiles that have a version of their own.
const AreaZoom = 6

// eventsArea is the number under which changes of sampling events count for the data version, beside the areas of the map. Changes of
// pools count under the next, and those of absences under the one after.
const eventsArea = 1 << (2 * AreaZoom)

// areas holds a number of each area, row by row from the north-west: how often it was touched, or of the data version in which the last touch was
// seen.
type areas [1 << AreaZoom][1 << AreaZoom]int64

// VersionOf returns the version of a tile together with its eight neighbours, whose features lie in its buffer.
func (s *State) VersionOf(z, x, y int) Version {
	v := Version{Epoch: s.version.Epoch}
	if s.areas == nil {
		return v
	}
	for area := range areasOf(z, x, y) {
		v.Number += s.areas[area>>AreaZoom][area&(1<<AreaZoom-1)]
	}
	return v
}

// SinceOf returns a number of the data version since which a tile and its neighbours have not changed. They may be unchanged for longer: what
// changed between two reads of the log counts for the later one.
func (s *State) SinceOf(z, x, y int) (since int64) {
	if s.seen == nil {
		return s.version.Number
	}
	for area := range areasOf(z, x, y) {
		since = max(since, s.seen[area>>AreaZoom][area&(1<<AreaZoom-1)])
	}
	return since
}

// AreasOf returns the areas in which a tile and its eight neighbours lie, as columns and rows of AreaZoom.
func AreasOf(z, x, y int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for area := range areasOf(z, x, y) {
			if !yield(int(area)&(1<<AreaZoom-1), int(area)>>AreaZoom) {
				return
			}
		}
	}
}

// ChangedQuery returns a query with its arguments. It says whether a transaction sees a change of a tile or its neighbours that the
// State does not have.
func (s *State) ChangedQuery(z, x, y int) (string, pgx.StrictNamedArgs) {
	areas := slices.Collect(areasOf(z, x, y))
	if len(areas) > maxListedAreas {
		areas = nil
	}
	return changedQuery.String(), pgx.StrictNamedArgs{"epoch": s.version.Epoch, "snapshot": s.snapshot, "areas": areas}
}

// maxListedAreas is how many areas the query lists. Beyond that it looks for a change of any area.
const maxListedAreas = 256

// areasOf returns the numbers of the areas in which a tile and its eight neighbours lie.
func areasOf(z, x, y int) iter.Seq[int16] {
	side := 1 << z
	scale := func(first, last int) (int, int) { // from tiles to areas
		if z >= AreaZoom {
			return first >> (z - AreaZoom), last >> (z - AreaZoom)
		}
		return first << (AreaZoom - z), (last+1)<<(AreaZoom-z) - 1
	}
	firstY, lastY := scale(max(y-1, 0), min(y+1, side-1))
	firstX, lastX := scale(x-1, x+1)
	if lastX-firstX >= 1<<AreaZoom {
		firstX, lastX = 0, 1<<AreaZoom-1
	}
	return func(yield func(int16) bool) {
		for ay := firstY; ay <= lastY; ay++ {
			for ax := firstX; ax <= lastX; ax++ {
				if !yield(int16(ay<<AreaZoom | ax&(1<<AreaZoom-1))) { // x continues around the world
					return
				}
			}
		}
	}
}
