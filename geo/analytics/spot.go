package analytics

import (
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// spot is what is known of one place.
type spot struct {
	records            int64
	caught             int64 // events with a catch
	first, last        int32 // days of the records, of the events without any
	years              yearSet
	events, absences   int64
	undecided          int64
	effort             estimate.Sum
	lastSearched       int32
	searched, anything bool
}

func (s *spot) addRecords(p surveillance.Place) {
	s.extend(p.First, p.Last)
	s.records += p.Records
	if year := yearOf(p.First); year == yearOf(p.Last) {
		s.years.add(year)
	}
}

// addCatch adds an event that caught something.
func (s *spot) addCatch(first, last int32) {
	s.caught++
	if s.records == 0 {
		s.extend(first, last)
	}
}

// extend makes the days reach from first to last at least.
func (s *spot) extend(first, last int32) {
	if !s.anything || first < s.first {
		s.first = first
	}
	if !s.anything || last > s.last {
		s.last = last
	}
	s.anything = true
}

func (s *spot) merge(other *spot) {
	if other.anything && (other.records > 0 || s.records == 0) {
		s.anything = s.anything && (s.records > 0 || other.records == 0)
		s.extend(other.first, other.last)
	}
	s.caught += other.caught
	s.records += other.records
	s.years.join(&other.years)
	s.events += other.events
	s.undecided += other.undecided
	s.effort.Join(other.effort)
	if other.searched {
		s.search(other.lastSearched)
	}
}

func (s *spot) search(day int32) {
	if !s.searched || day > s.lastSearched {
		s.lastSearched = day
	}
	s.searched = true
}

// spots are the places of an answer.
type spots = capped[places.ID, spot]

func newSpots() *spots { return newCapped[places.ID, spot](MaxResults) }

func yearOf(day int32) int { return calendar.Day(day).Time().Year() }
