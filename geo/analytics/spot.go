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
	first, last        int32
	years              yearSet
	events, absences   int64
	undecided          int64
	effort             estimate.Sum
	lastSearched       int32
	searched, anything bool
}

func (s *spot) addRecords(p surveillance.Place) {
	if !s.anything || p.First < s.first {
		s.first = p.First
	}
	if !s.anything || p.Last > s.last {
		s.last = p.Last
	}
	s.anything = true
	s.records += p.Records
	if year := yearOf(p.First); year == yearOf(p.Last) {
		s.years.add(year)
	}
}

func (s *spot) merge(other *spot) {
	if other.anything {
		if !s.anything || other.first < s.first {
			s.first = other.first
		}
		if !s.anything || other.last > s.last {
			s.last = other.last
		}
	}
	s.anything = s.anything || other.anything
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
