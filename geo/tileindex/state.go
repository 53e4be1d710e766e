package tileindex

import (
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// State is what the index knows at one moment. It never changes, so what is counted with one State is consistent.
type State struct {
	version  Version
	snapshot string // of the log's reader, as PostgreSQL writes it
	areas    *areas
	rows     chunks
	codes    codes
	points   *pointFile
	loaded   bool // rows are there
	queries  queries
}

// Version names the state of the observations, or of a part of the world: two servers that show the same Version have seen
// the same changes.
type Version struct {
	Epoch  string // of the change log, "" before the database was read
	Number int64  // how often transactions touched an area
}

func (v Version) String() string {
	return v.Epoch[:min(8, len(v.Epoch))] + "." + strconv.FormatInt(v.Number, 10)
}

// Version returns the data version.
func (s *State) Version() Version { return s.version }

// queries keeps what compile made: the tiles of a map have one Filter in common, and so have the pages of a list.
type queries struct {
	mu   sync.Mutex
	made map[string]*query
}

// maxQueries is how many queries are kept; then all are forgotten.
const maxQueries = 64

func (s *State) query(f surveillance.Filter) *query {
	key := f.Key()
	s.queries.mu.Lock()
	q := s.queries.made[key]
	s.queries.mu.Unlock()
	if q != nil {
		return q
	}
	q = s.compile(f)
	s.queries.mu.Lock()
	defer s.queries.mu.Unlock()
	if s.queries.made == nil || len(s.queries.made) >= maxQueries {
		s.queries.made = map[string]*query{}
	}
	s.queries.made[key] = q
	return q
}

// Ready says whether the rows are there to count; until then, and when they are not wanted, SQL has to answer.
func (s *State) Ready() bool { return s.loaded }

// HasPoints says whether the State knows what tiles show of single records; else SQL has to tell it.
func (s *State) HasPoints() bool { return s.loaded && s.points.works() }

// Size returns the number of observations in memory and the bytes that they take.
func (s *State) Size() (rows int, bytes int64) { return s.rows.len(), s.rows.bytes() }

// areaZoom is the zoom whose tiles have a version of their own.
const areaZoom = 6

// areas hold how often each tile of areaZoom was touched, row by row from the north-west.
type areas [1 << areaZoom][1 << areaZoom]int64

// VersionOf returns the version of a tile and its eight neighbours, from which its buffer comes.
func (s *State) VersionOf(z, x, y int) Version {
	v := Version{Epoch: s.version.Epoch}
	if s.areas == nil {
		return v
	}
	for area := range areasOf(z, x, y) {
		v.Number += s.areas[area>>areaZoom][area&(1<<areaZoom-1)]
	}
	return v
}

// Moved returns a query, and its arguments, that says whether a transaction sees a change of a tile or its neighbours that this
// state does not hold.
func (s *State) Moved(z, x, y int) (string, pgx.StrictNamedArgs) {
	areas := slices.Collect(areasOf(z, x, y))
	if len(areas) > maxListed {
		areas = nil
	}
	return movedQuery.String(), pgx.StrictNamedArgs{"epoch": s.version.Epoch, "snapshot": s.snapshot, "areas": areas}
}

// maxListed is how many areas are worth telling from all of them.
const maxListed = 256

// areasOf returns the areas in which a tile and its eight neighbours lie, as the database numbers them.
func areasOf(z, x, y int) iter.Seq[int16] {
	side := 1 << z
	scale := func(first, last int) (int, int) { // tiles to areas
		if z >= areaZoom {
			return first >> (z - areaZoom), last >> (z - areaZoom)
		}
		return first << (areaZoom - z), (last+1)<<(areaZoom-z) - 1
	}
	firstY, lastY := scale(max(y-1, 0), min(y+1, side-1))
	firstX, lastX := scale(x-1, x+1)
	if lastX-firstX >= 1<<areaZoom {
		firstX, lastX = 0, 1<<areaZoom-1
	}
	return func(yield func(int16) bool) {
		for ay := firstY; ay <= lastY; ay++ {
			for ax := firstX; ax <= lastX; ax++ {
				if !yield(int16(ay<<areaZoom | ax&(1<<areaZoom-1))) { // the world is round
					return
				}
			}
		}
	}
}
