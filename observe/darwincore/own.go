package darwincore

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Own is what only files of our own export say of a record.
type Own struct {
	Flags          []string       // names of quality flags
	Dataset        export.Dataset // without ID and Name, which a Record has itself
	export.Private                // empty in a public file
}

// ownReader reads the rows of an own file. Nothing in it is guessed, cleaned or translated: each column means what it was written for.
type ownReader struct {
	export.Kind
	now    time.Time
	at     map[string]int // columns by name
	names  nameCache
	hasher hasher

	row []string
}

func newOwnReader(kind export.Kind, now time.Time) *ownReader {
	o := &ownReader{Kind: kind, now: now, at: map[string]int{}, names: newNameCache()}
	for i, column := range kind.Columns() {
		o.at[column] = i
	}
	if kind.Events && kind.Pools {
		for column, term := range export.PoolTerms {
			o.at[column] = o.at[term]
		}
	}
	return o
}

// Reasons to reject a row of an own file, beside those of dates and coordinates.
var (
	errOwnID         = errors.New("id is no UUID")
	errOwnStatus     = errors.New("identificationVerificationStatus is none of unverified, verified, rejected")
	errOwnPresence   = errors.New("occurrenceStatus is neither present nor absent, or the count does not fit it")
	errOwnProperties = errors.New("dynamicProperties is no JSON object of an export")
	errOwnPicture    = errors.New("associatedMedia is no address of a picture")
	errOwnZero       = errors.New("a text with the character zero")
)

// build makes the record, the sampling event or the pool of a row. Its error is the reason to reject the row.
func (o *ownReader) build(row text.Row) (record *Record, event *Event, pool *Pool, err error) {
	if err := o.take(row); err != nil {
		return nil, nil, nil, err
	}
	switch {
	case o.Pools && (!o.Events || o.get("poolID") != ""):
		pool, err = o.pool()
	case o.Events && o.get("occurrenceID") != "":
		record, err = o.record()
	case o.Events && o.get("dynamicProperties") == "": // the row that a record or a pool without an event has in the core
		return nil, nil, nil, errLone
	case o.Events:
		event, err = o.event()
	default:
		record, err = o.record()
	}
	return record, event, pool, err
}

// take takes the cells of a row.
func (o *ownReader) take(row text.Row) error {
	if row.Fault != nil {
		return row.Fault
	}
	o.row = row.Values
	for i, cell := range row.Values {
		switch {
		case !utf8.ValidString(cell):
			return text.ErrNotUTF8
		case strings.IndexByte(cell, 0) >= 0:
			return errOwnZero
		case o.Unguard(cell) != cell:
			if &o.row[0] == &row.Values[0] { // rejected rows are shown as they were
				o.row = slices.Clone(row.Values)
			}
			o.row[i] = o.Unguard(cell)
		}
	}
	return nil
}

func (o *ownReader) record() (*Record, error) {
	r := &Record{Own: &Own{}}
	var p export.Properties
	for _, step := range [...]func(*Record, *export.Properties) error{
		o.properties, o.identity, o.name, o.place, o.when, o.count, o.texts, o.provenance, o.privately,
	} {
		if err := step(r, &p); err != nil {
			return nil, err
		}
	}
	if hash := r.Own.SourceHash; hash != nil {
		r.Hash = [16]byte(hash)
	} else {
		r.Hash = o.hasher.sum(r)
	}
	return r, nil
}

// get returns the value of a column, empty where the file has no such column.
func (o *ownReader) get(column string) string {
	if at, found := o.at[column]; found {
		return o.row[at]
	}
	return ""
}

// limited reads texts into fields, each with a limit in runes.
func (o *ownReader) limited(fields ...ownField) error {
	for _, field := range fields {
		value := o.get(field.column)
		if utf8.RuneCountInString(value) > field.runes {
			return fmt.Errorf("%s over %d characters", field.column, field.runes)
		}
		*field.into = value
	}
	return nil
}

type ownField struct {
	column string
	into   *string
	runes  int
}

// Limits of texts, in runes, beside those of a record.
const (
	maxTermRunes    = 100  // of a term of a vocabulary
	maxLicenceRunes = 2000 // also of the address of a picture
	maxDatasetRunes = 500
)

// properties reads dynamicProperties: the metadata, and what is reserved.
func (o *ownReader) properties(r *Record, p *export.Properties) error {
	if flags := o.get("flags"); flags != "" {
		r.Own.Flags = strings.Fields(flags)
	}
	object := o.get("dynamicProperties")
	if object == "" {
		return nil
	}
	var ok bool
	if *p, r.Metadata, ok = export.ParseProperties(object); !ok || utf8.RuneCountInString(p.Basis) > maxTermRunes || utf8.RuneCountInString(p.EventID) > maxTextRunes ||
		utf8.RuneCountInString(p.Dataset) > maxDatasetRunes || utf8.RuneCountInString(p.Source) > maxLicenceRunes {
		return errOwnProperties
	}
	if p.Flags != nil {
		r.Own.Flags = p.Flags
	}
	return nil
}

func (o *ownReader) identity(r *Record, p *export.Properties) error {
	id := o.get("id")
	if o.Events {
		id = cmp.Or(p.ID, o.get("occurrenceID"))
	}
	var ok bool
	if r.ID, ok = parseUUID(id); !ok {
		return errOwnID
	}
	if err := o.limited(ownField{"occurrenceID", &r.OccurrenceID, maxTextRunes}, ownField{"eventID", &r.EventID, maxTextRunes}); err != nil {
		return err
	}
	if o.Events && r.EventID == id { // it has no event
		r.EventID = p.EventID
	}
	if r.OccurrenceID == id {
		r.OccurrenceID = ""
	}
	return nil
}

// parseUUID reads a UUID as it is usually written.
func parseUUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	digits, err := hex.DecodeString(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	if err != nil {
		return id, false
	}
	return [16]byte(digits), true
}

// name takes the name as it is stored, also where it would be understood otherwise now.
func (o *ownReader) name(r *Record, _ *export.Properties) error {
	var scientific string
	if err := o.limited(
		ownField{"scientificName", &scientific, maxNameRunes}, ownField{"verbatimIdentification", &r.VerbatimName, maxNameRunes},
		ownField{"identificationQualifier", &r.Qualifier, maxTermRunes},
	); err != nil {
		return err
	}
	if scientific == "" {
		return errNoName
	}
	r.ScientificName, r.spelled = scientific, scientific
	if n := o.names.parse(scientific); n.Scientific == scientific {
		r.spelled, r.doubt = n.Spelled, n.Qualifier
	}
	return nil
}

func (o *ownReader) place(r *Record, _ *export.Properties) error {
	var ok bool
	if r.Lat, ok = coordinates.Number(o.get("decimalLatitude")); !ok {
		return errLatitudeForm
	}
	if r.Lon, ok = coordinates.Number(o.get("decimalLongitude")); !ok {
		return errLongitudeForm
	}
	switch {
	case !(math.Abs(r.Lat) <= 90):
		return errLatitudeRange
	case !(math.Abs(r.Lon) <= 180):
		return errLongitudeRange
	}
	if accuracy := o.get("coordinateUncertaintyInMeters"); accuracy != "" {
		metres, ok := coordinates.Number(accuracy)
		if !ok || !(metres >= 0 && metres <= maxAccuracyM) {
			return errors.New("coordinateUncertaintyInMeters is no number of metres")
		}
		r.AccuracyM = &metres
	}
	return nil
}

// maxAccuracyM is the largest uncertainty of a place that is stored, in metres.
const maxAccuracyM = 1e8

func (o *ownReader) when(r *Record, p *export.Properties) (err error) {
	if p.Date != nil {
		var ok bool
		if r.Date, ok = p.Date.Date(); !ok {
			return errOwnProperties
		}
	} else if r.Date, err = dates.Parse(o.get("eventDate")); err != nil {
		return err
	}
	if r.Date.InFuture(o.now) {
		return errFuture
	}
	return nil
}

func (o *ownReader) count(r *Record, _ *export.Properties) error {
	n, err := strconv.Atoi(o.get("individualCount"))
	status := o.get("occurrenceStatus")
	switch {
	case err != nil:
		return errCountForm
	case n > maxCount:
		return errCountRange
	case status == "absent" && n == 0:
		r.Absent = true
	case status != "present" || n < 1:
		return errOwnPresence
	}
	r.Count = n
	return nil
}

func (o *ownReader) texts(r *Record, _ *export.Properties) error {
	return o.limited(
		ownField{"sex", &r.Sex, maxTermRunes}, ownField{"lifeStage", &r.LifeStage, maxTermRunes},
		ownField{"samplingProtocol", &r.SamplingProtocol, maxTextRunes}, ownField{"occurrenceRemarks", &r.Notes, maxNotesRunes},
	)
}

func (o *ownReader) provenance(r *Record, p *export.Properties) error {
	var licence string
	if err := o.limited(
		ownField{"basisOfRecord", &r.BasisOfRecord, maxTermRunes}, ownField{"license", &licence, maxLicenceRunes},
		ownField{"datasetID", &r.DatasetID, maxDatasetRunes}, ownField{"datasetName", &r.DatasetName, maxDatasetRunes},
		ownField{"identificationVerificationStatus", &r.Status, maxTermRunes},
	); err != nil {
		return err
	}
	r.StatedCountry = o.get("countryCode")
	if r.BasisOfRecord == export.AnyBasis || p.Basis != "" {
		r.BasisOfRecord = p.Basis
	}
	r.Own.Dataset.Key = p.Dataset
	if p.Licence {
		r.Licence, r.Own.Dataset.Licence = licence, p.Source
	} else {
		r.Own.Dataset.Licence = licence
	}
	if !slices.Contains([]string{"unverified", "verified", "rejected"}, r.Status) {
		return errOwnStatus
	}
	return nil
}

// privately reads what a private copy says.
func (o *ownReader) privately(r *Record, p *export.Properties) error {
	own := &r.Own.Private
	if err := o.limited(ownField{"recordedBy", &r.ObserverName, maxTextRunes}, ownField{"associatedMedia", &own.ImageURL, maxLicenceRunes}); err != nil {
		return err
	}
	own.Observer, own.UserID, own.PredictionID, own.ModelID, own.Confidence = r.ObserverName, p.UserID, p.PredictionID, p.ModelID, p.Confidence
	if own.ImageURL != "" && !isPicture(own.ImageURL) {
		return errOwnPicture
	}
	_, isUUID := parseUUID(p.PredictionID)
	if p.PredictionID != "" && !isUUID || own.Confidence != nil && !(*own.Confidence >= 0 && *own.Confidence <= 1) ||
		utf8.RuneCountInString(p.UserID) > maxTextRunes || utf8.RuneCountInString(p.ModelID) > maxTextRunes {
		return errOwnProperties
	}
	if p.SourceHash != "" {
		hash, err := hex.DecodeString(p.SourceHash)
		if err != nil || len(hash) != len(r.Hash) {
			return errOwnProperties
		}
		own.SourceHash = hash
	}
	return nil
}

// isPicture reports whether an address is one that a record may have: of the web, or of a server's own pictures. A page that shows a
// record links to it, so nothing that a browser would run may pass.
func isPicture(address string) bool {
	if strings.ContainsAny(address, " \t\r\n\\<>\"") {
		return false
	}
	return strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "/static/") && !strings.Contains(address, "/../")
}
