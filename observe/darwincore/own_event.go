package darwincore

import (
	"encoding/hex"
	"errors"
	"slices"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/effort"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
)

// errOwnEvent is a reason to reject a row of an own file.
var errOwnEvent = errors.New("eventID, eventDate, samplingEffort or dynamicProperties are none of an exported event")

// errLone is the error of a row that states nothing: its record or pool follows.
var errLone = errors.New("the row is that of a record or a pool without an event")

// event makes the sampling event of a row. Its error is the reason to reject the row.
func (o *ownReader) event() (*Event, error) {
	r := &Record{Own: &Own{}}
	var p export.Properties
	e := &Event{Own: r.Own}
	if err := o.properties(r, &p); err != nil {
		return nil, err
	}
	if err := o.place(r, &p); err != nil {
		return nil, err
	}
	if err := o.limited(
		ownField{"eventID", &e.EventID, maxTextRunes}, ownField{"locationID", &e.SiteID, maxTextRunes},
		ownField{"samplingProtocol", &e.SamplingProtocol, maxTextRunes}, ownField{"eventRemarks", &e.Remarks, maxNotesRunes},
		ownField{"datasetID", &r.Own.Dataset.ID, maxDatasetRunes}, ownField{"datasetName", &r.Own.Dataset.Name, maxDatasetRunes},
		ownField{"license", &r.Own.Dataset.Licence, maxLicenceRunes},
	); err != nil {
		return nil, err
	}
	said, ok := export.ParseEvent(o.get("eventDate"), o.get("samplingEffort"), p)
	if !ok || e.EventID == "" || !storable(said) {
		return nil, errOwnEvent
	}
	r.Own.Dataset.Key = p.Dataset
	e.Lat, e.Lon, e.AccuracyM, e.StatedCountry, e.Metadata = r.Lat, r.Lon, r.AccuracyM, o.get("countryCode"), r.Metadata
	e.Started, e.Ended, e.Offset, e.Precision = said.Started, said.Ended, int16(said.Offset), said.Precision
	e.Lure, e.Traps, e.Nights, e.Problem, e.Targets, e.Complete, e.Partial = said.Lure, said.Traps, said.Nights, said.Problem, said.Targets, said.Complete, said.Partial
	e.Effort, e.EffortUnit, e.EffortSource = said.Effort, said.EffortUnit, said.EffortSource
	if p.SourceHash == "" {
		e.Hash = o.hasher.event(e)
		return e, nil
	}
	hash, err := hex.DecodeString(p.SourceHash)
	if err != nil || len(hash) != len(e.Hash) {
		return nil, errOwnProperties
	}
	r.Own.SourceHash, e.Hash = hash, [16]byte(hash)
	return e, nil
}

// Limits of an event, beside those of what is stated.
const (
	endOfYears = 2400
)

// storable reports whether an event says nothing that is out of range.
func storable(e export.Event) bool {
	clocked := e.Precision == "time"
	switch {
	case !slices.Contains([]string{"time", "day", "week", "month", "year"}, e.Precision), !clocked && e.Offset != 0,
		e.Started.IsZero() && !clocked && e.Precision != "day", e.Offset < -maxOffsetMinutes, e.Offset > maxOffsetMinutes,
		!e.Started.IsZero() && e.Started.Year() < dates.MinYear, e.Ended.Year() < dates.MinYear, e.Ended.Year() >= endOfYears,
		e.Traps != nil && (*e.Traps < 1 || *e.Traps > maxTraps), e.Nights != nil && !(*e.Nights >= 0 && *e.Nights <= maxNights),
		len([]rune(e.Lure)) > maxTextRunes, len(e.Targets) > maxTargets:
		return false
	case e.Effort == nil:
		return true
	}
	return *e.Effort >= effort.Least && *e.Effort <= effort.Most && slices.Contains([]string{effortStated, effortText, effortDerived}, e.EffortSource) &&
		slices.Contains([]string{"trap_night", "trap_hour", "collection", "dip", "house", "person_hour"}, e.EffortUnit)
}

const maxOffsetMinutes = int(dates.MaxOffset / 60e9)
