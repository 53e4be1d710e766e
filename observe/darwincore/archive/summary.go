package archive

import "time"

// Summary says what the rows of an archive hold, for its description.
type Summary struct {
	Records, Absences        int64
	Events                   int64     // sampling events
	Pools                    int64     // tests of pools
	West, South, East, North float64   // degrees; of both, as are First and Last
	First, Last              time.Time // days
}

// Add counts a record or an absence.
func (s *Summary) Add(absent bool, lat, lon float64, first, last time.Time) {
	s.extend(lat, lon, first, last)
	if absent {
		s.Absences++
	} else {
		s.Records++
	}
}

// AddEvent counts a sampling event.
func (s *Summary) AddEvent(lat, lon float64, first, last time.Time) {
	s.extend(lat, lon, first, last)
	s.Events++
}

// AddPool counts the test of a pool.
func (s *Summary) AddPool(lat, lon float64, first, last time.Time) {
	s.extend(lat, lon, first, last)
	s.Pools++
}

func (s *Summary) extend(lat, lon float64, first, last time.Time) {
	if !s.Any() {
		s.West, s.East, s.South, s.North, s.First, s.Last = lon, lon, lat, lat, first, last
	}
	s.West, s.East, s.South, s.North = min(s.West, lon), max(s.East, lon), min(s.South, lat), max(s.North, lat)
	if first.Before(s.First) {
		s.First = first
	}
	if last.After(s.Last) {
		s.Last = last
	}
}

// Any reports whether there is a row.
func (s *Summary) Any() bool { return s.Records+s.Absences+s.Events+s.Pools > 0 }
