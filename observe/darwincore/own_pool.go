package darwincore

import (
	"cmp"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
)

// Reasons to reject a row of an own table of pools, beside those of dates and coordinates.
var (
	errOwnPool     = errors.New("poolID, pathogen or testResult are none of an exported pool")
	errOwnPoolDate = errors.New("eventDate, date_precision or testedOn are none of an exported pool")
	errOwnHash     = errors.New("sourceHash is none of an exported pool")
)

// pool makes the pool of a row. Its error is the reason to reject the row.
func (o *ownReader) pool() (*Pool, error) {
	r := &Record{Own: &Own{}}
	var props export.Properties
	for _, step := range [...]func(*Record, *export.Properties) error{o.properties, o.name, o.place} {
		if err := step(r, &props); err != nil {
			return nil, err
		}
	}
	p := &Pool{Mosquitoes: r, Placed: true, Metadata: r.Metadata}
	if err := o.limited(
		ownField{"poolID", &p.PoolID, maxTextRunes}, ownField{"pathogen", &p.Pathogen, maxTextRunes}, ownField{"testMethod", &p.Method, maxTextRunes},
		ownField{"testResult", &p.Result, maxTextRunes}, ownField{"remarks", &p.Remarks, maxNotesRunes}, ownField{"sex", &r.Sex, maxTermRunes},
		ownField{"lifeStage", &r.LifeStage, maxTermRunes}, ownField{"eventID", &r.EventID, maxTextRunes},
		ownField{"samplingProtocol", &r.SamplingProtocol, maxTextRunes}, ownField{"datasetID", &r.DatasetID, maxDatasetRunes},
		ownField{"datasetName", &r.DatasetName, maxDatasetRunes}, ownField{"license", &r.Own.Dataset.Licence, maxLicenceRunes},
	); err != nil {
		return nil, err
	}
	if p.PoolID == "" || p.Pathogen == "" || !slices.Contains(poolResults, p.Result) {
		return nil, errOwnPool
	}
	var err error
	if p.Size, err = strconv.Atoi(o.get("poolSize")); err != nil || p.Size < minPoolSize || p.Size > maxPoolSize {
		return nil, errPoolSize
	}
	if err := o.poolDates(p, props); err != nil {
		return nil, err
	}
	p.OfEvent = props.OfEvent
	if slices.ContainsFunc(p.OfEvent, func(field string) bool { return !slices.Contains(export.PoolFields, field) }) {
		return nil, errOwnPool
	}
	if props.ID != "" { // a pool of an archive that has no event
		r.EventID = props.EventID
	}
	r.Own.Dataset.Key, r.StatedCountry, r.Metadata = props.Dataset, o.get("countryCode"), nil
	p.Hash = o.hasher.pool(p)
	if written := cmp.Or(o.get("sourceHash"), props.SourceHash); written != "" {
		hash, err := hex.DecodeString(written)
		if err != nil || len(hash) != len(p.Hash) {
			return nil, errOwnHash
		}
		r.Own.SourceHash, p.Hash = hash, [16]byte(hash)
	}
	return p, nil
}

// poolDates reads the days of the collection and of the test.
func (o *ownReader) poolDates(p *Pool, props export.Properties) (err error) {
	if props.Event == nil {
		props.Event = &export.EventTerms{Precision: o.get("date_precision")}
	}
	e, ok := export.ParseEvent(o.get("eventDate"), "", props)
	if !ok || !storable(e) {
		return errOwnPoolDate
	}
	p.Started, p.Ended, p.Offset, p.Precision = e.Started, e.Ended, int16(e.Offset), e.Precision
	if tested := o.get("testedOn"); tested != "" {
		if p.TestedOn, err = time.Parse(time.DateOnly, tested); err != nil || p.TestedOn.After(o.now.AddDate(0, 0, 1)) {
			return errOwnPoolDate
		}
	}
	return nil
}
