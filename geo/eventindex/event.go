package eventindex

import (
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Sampling is where, when and how mosquitoes were caught. Its words are numbers of Codes.
type Sampling struct {
	Lon, Lat          int32 // 1e-7 degrees
	FirstDay, LastDay int32 // since 1970-01-01
	Source            int32 // key
	Country, Region   uint16
	Protocol          uint16
	Months            surveillance.Months
	Precision         Precision
}

// Event is a sampling event. Its words and its site are numbers of Codes.
type Event struct {
	Sampling
	Site      uint32
	Target    uint16 // what was looked for, as TargetsOf reads it
	Unit      uint8  // of surveillance.EffortUnits, from 1; 0 without effort
	Traits    Traits
	Effort    float64 // above 0; 0 without effort
	Nights    float64 // as stated, or as the effort was derived from; NaN: not known
	AccuracyM float64 // NaN: not stated

	first, last uint32 // its catch in the chunk: from first to before last
}

// maxDays is how many days a sampling may have that is selected by its last one.
const maxDays = 31

// spread reports whether a sampling lies somewhere in many days: those of a month, a year or of more than 31.
func (s *Sampling) spread() bool { return s.Precision >= WholeMonth || s.LastDay-s.FirstDay >= maxDays }

// selectedBy is the day on which a sampling begins for a Filter: its last day, by which it lies in its bin, or the first one of a spread one.
// sql/fragment/filter_sampling.sql says the same.
func (s *Sampling) selectedBy() int32 {
	if s.spread() {
		return s.FirstDay
	}
	return s.LastDay
}

// selectedMonths are the months in which a sampling lies for a Filter.
func (s *Sampling) selectedMonths() surveillance.Months {
	if s.spread() {
		return s.Months
	}
	return 1 << (time.Unix(int64(s.LastDay)*secondsADay, 0).UTC().Month() - 1)
}

// Precision says what is known of the days of a sampling.
type Precision uint8

// The precisions. Exact are a time and days; of the others only the whole is known.
const (
	ExactDays Precision = iota
	WholeWeek
	WholeMonth
	WholeYear
)

// Traits of an event.
type Traits uint8

// The traits. An event that is neither complete nor incomplete does not say.
const (
	Problem Traits = 1 << iota
	Complete
	Incomplete
)

// Has says whether an event has a trait.
func (t Traits) Has(trait Traits) bool { return t&trait != 0 }

// Catch is the specimens of a record.
type Catch struct {
	Taxon uint16 // number of Codes
	Kind  uint16 // number of Codes
	Count int32
}

// Kind is what a Filter asks of a record beside its name. Words are in lower case, "" for none.
type Kind struct {
	Sex, LifeStage, Status string
	Flags                  surveillance.Flags
	Uncertain              bool // the name is in doubt
}

// Site is a place of sampling: the one that the data source names, else the place to five decimals.
type Site struct {
	Source   int32  // key
	ID       string // "" for a place
	Lon, Lat int32  // 1e-7 degrees, of a place; 0 of one that the source names
}
