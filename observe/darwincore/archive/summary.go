package archive

import "time"

// Summary says what the rows of an archive hold, for its description.
type Summary struct {
	Records, Absences        int64
	West, South, East, North float64   // degrees; of both, as are First and Last
	First, Last              time.Time // days
}

// Add counts a row.
func (s *Summary) Add(absent bool, lat, lon float64, first, last time.Time) {
	if s.Records+s.Absences == 0 {
		s.West, s.East, s.South, s.North, s.First, s.Last = lon, lon, lat, lat, first, last
	}
	if absent {
		s.Absences++
	} else {
		s.Records++
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
func (s *Summary) Any() bool { return s.Records+s.Absences > 0 }
