package export

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// Event is a sampling event to be written, with all that is stored of it.
type Event struct {
	EventID          string
	SiteID           string
	Lat, Lon         float64 // degrees
	AccuracyM        *float64
	Started, Ended   time.Time // Started is zero where one time or day alone is stated
	Offset           int       // minutes that the clock of the times is ahead of UTC
	Precision        string    // time, day, week, month or year
	SamplingProtocol string
	Effort           *float64
	EffortUnit       string
	Remarks          string
	EventTerms
	Metadata    json.RawMessage // a JSON object, or empty
	CountryCode string          // ISO 3166-1 alpha-2; read back as the stated country
	Caught      bool            // a record of it is stored that no review rejected

	Dataset    Dataset
	SourceHash []byte // as that of Private
}

// EventTerms are what Darwin Core has no term for: a member of dynamicProperties.
type EventTerms struct {
	Precision    string   `json:"datePrecision,omitempty"` // where eventDate does not say it
	Lure         string   `json:"lure,omitempty"`
	Traps        *int     `json:"traps,omitempty"`
	Nights       *float64 `json:"nights,omitempty"`
	EffortSource string   `json:"effortSource,omitempty"`
	Problem      bool     `json:"problem,omitempty"`
	Targets      []string `json:"targets,omitempty"`
	Complete     *bool    `json:"complete,omitempty"`
	Partial      bool     `json:"partial,omitempty"` // the file lacks records of the event: what it says of targets and completeness holds for the file
}

// EventWriter writes an archive with an event core: its events, then their occurrences, then the pools if there are any, then the events once
// more, for what the Humboldt extension says of them. After an error every call returns that error.
type EventWriter struct {
	*archiveWriter
}

// NewEventArchive writes a Darwin Core archive of the sampling events of one data source and their records, whose eml.xml cites it. Open
// reads it back without loss, but for what a public file leaves out.
func NewEventArchive(w io.Writer, opts ArchiveOptions) *EventWriter {
	a, err := archive.Create(w, archive.EventSheet(eventColumns), opts.archive())
	rows := newCSVWriter(a, Kind{Events: true, Private: opts.Private}, "\n")
	rows.buf = header(nil, eventColumns)
	rows.err = err
	return &EventWriter{&archiveWriter{csvWriter: rows, archive: a}}
}

func header(b []byte, columns []string) []byte { return append(b, strings.Join(columns, ",")+"\n"...) }

// WriteEvent writes an event. All events come before Occurrences is called.
func (a *EventWriter) WriteEvent(e Event) error {
	first, last := e.days()
	a.summary.AddEvent(coordinates.Round(e.Lat), coordinates.Round(e.Lon), first, last)
	return a.row(a.rows.appendEvent(a.buf, &e))
}

// WriteLonePool writes what WriteLone does, for a pool without an event.
func (a *EventWriter) WriteLonePool(p Pool) error {
	return a.row(a.rows.appendLonePool(a.buf, &p))
}

// WriteLone writes the row that a record without an event needs in the core. It has the id of the record and no properties, by which a
// reader tells it from an event.
func (a *EventWriter) WriteLone(o Occurrence) error {
	return a.row(a.rows.appendLone(a.buf, &o))
}

// Lone begins, within the table of occurrences or of pools, those without an event.
func (a *EventWriter) Lone() { a.rows.lone = true }

// Occurrences begins the table of occurrences, which Write writes.
func (a *EventWriter) Occurrences() error {
	return a.extend(occurrenceSheet(a.rows.Kind))
}

// Pools begins the table of pools, which WritePool writes.
func (a *EventWriter) Pools() error {
	a.rows.lone = false
	return a.extend(archive.PoolSheet(archivePoolColumns()))
}

// WritePool writes the test of a pool.
func (a *EventWriter) WritePool(p Pool) error {
	first, last := p.when().days()
	a.summary.AddPool(coordinates.Round(p.Lat), coordinates.Round(p.Lon), first, last)
	return a.row(append(a.rows.appendPool(a.buf, &p), '\n'))
}

// Sampling begins the table of the Humboldt extension, which WriteSampling writes.
func (a *EventWriter) Sampling() error { return a.extend(archive.HumboldtSheet(humboldtColumns)) }

func (a *EventWriter) extend(sheet archive.Sheet) error {
	if a.flush() == nil {
		a.err = a.archive.Extend(sheet)
		a.buf = header(a.buf, sheet.Columns)
	}
	return a.err
}

// humboldtColumns are the id of the core and terms of the extension.
var humboldtColumns = []string{
	"eventID", "samplingEffortValue", "samplingEffortUnit", "targetTaxonomicScope", "isTaxonomicScopeFullyReported", "isAbsenceReported",
}

// mosquitoes is the target of an event that names none.
const mosquitoes = "Culicidae"

// WriteSampling writes what the Humboldt extension has terms for.
func (a *EventWriter) WriteSampling(e Event) error {
	b := appendCell(a.buf, e.EventID)
	b = append(b, ',')
	if e.Effort != nil {
		b = strconv.AppendFloat(b, *e.Effort, 'f', -1, 64)
	}
	b = appendCell(append(b, ','), unitText(e.EffortUnit))
	targets := mosquitoes
	if len(e.Targets) > 0 {
		targets = strings.Join(e.Targets, " | ")
	}
	b = appendCell(append(b, ','), targets)
	b = append(b, ',')
	if e.Complete != nil {
		b = strconv.AppendBool(b, *e.Complete)
	}
	b = append(b, ',')
	if !e.Caught && !e.Partial && (e.Complete == nil || *e.Complete) {
		b = append(b, "true"...)
	}
	return a.row(append(b, '\n'))
}

// WriteLoneSampling writes that a pool without an event says nothing of what else was caught.
func (a *EventWriter) WriteLoneSampling(p Pool) error {
	return a.row(append(appendCell(a.buf, p.ID), ",,,,false,\n"...))
}

// row takes what is gathered with a row more.
func (a *EventWriter) row(b []byte) error {
	if a.err != nil {
		return a.err
	}
	if a.buf = b; len(b) < flushBytes {
		return nil
	}
	return a.flush()
}

// appendEvent appends a row of the event core.
func (w *rowWriter) appendEvent(b []byte, e *Event) []byte {
	b = appendCell(b, e.EventID)
	b = appendCell(append(b, ','), e.Dataset.ID)
	b = appendCell(append(b, ','), e.Dataset.Name)
	b = appendCell(append(b, ','), e.Dataset.Licence)
	b = appendCell(append(b, ','), e.SiteID)
	b = appendCell(append(b, ','), e.SamplingProtocol)
	b = append(b, ',')
	if e.Effort != nil {
		b = strconv.AppendFloat(b, *e.Effort, 'f', -1, 64)
		b = append(append(b, ' '), unitText(e.EffortUnit)...)
	}
	date, says := e.dates()
	b = append(append(b, ','), date...)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(e.Lat), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(e.Lon), 'f', -1, 64)
	b = append(b, ",EPSG:4326,"...)
	if e.AccuracyM != nil {
		b = strconv.AppendFloat(b, *e.AccuracyM, 'f', -1, 64)
	}
	b = appendCell(append(b, ','), e.CountryCode)
	b = appendCell(append(b, ','), e.Remarks)
	terms := e.EventTerms
	if says != e.Precision {
		terms.Precision = e.Precision
	}
	p := Properties{Event: &terms, Dataset: e.Dataset.Key}
	if w.Private {
		p.SourceHash = hex.EncodeToString(e.SourceHash)
	}
	b = appendCell(append(b, ','), w.properties.object(p, true, shownMetadata(e.Metadata, w.Kind)))
	return append(b, '\n')
}

// appendLone appends the row of the event core for a record without an event.
func (w *rowWriter) appendLone(b []byte, o *Occurrence) []byte {
	return appendLoneEvent(b, o.ID, o.Date.AppendText(nil), o.Lat, o.Lon, o.CountryCode)
}

// appendLonePool appends what appendLone does, for a pool.
func (w *rowWriter) appendLonePool(b []byte, p *Pool) []byte {
	date, _ := p.when().dates()
	return appendLoneEvent(b, p.ID, []byte(date), p.Lat, p.Lon, p.CountryCode)
}

func appendLoneEvent(b []byte, id string, date []byte, lat, lon float64, country string) []byte {
	b = append(append(appendCell(b, id), ",,,,,,,"...), date...)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(lat), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(lon), 'f', -1, 64)
	b = append(b, ",EPSG:4326,,"...)
	return append(appendCell(b, country), ",,\n"...)
}

// unitText is a unit of effort as people write it.
func unitText(unit string) string { return strings.ReplaceAll(unit, "_", "-") }

// days are the first and the last local day.
func (e *Event) days() (first, last time.Time) {
	if first = e.Started; first.IsZero() {
		first = e.Ended
	}
	return localDay(first, e.Offset), localDay(e.Ended, e.Offset)
}

// dates returns eventDate, one time or day or an interval of two, and the precision that it says: time or day.
func (e *Event) dates() (text, says string) {
	says = "day"
	of := func(t time.Time) string {
		if e.Precision == "time" || !t.Equal(localDay(t, 0)) {
			says = "time"
			return t.In(time.FixedZone("", e.Offset*60)).Format(time.RFC3339Nano)
		}
		return t.UTC().Format(time.DateOnly)
	}
	text = of(e.Ended)
	if !e.Started.IsZero() {
		text = of(e.Started) + "/" + text
	}
	return text, says
}

// ParseEvent reads eventDate and samplingEffort of an event that this package wrote. It is not ok for anything else.
func ParseEvent(date, effort string, p Properties) (e Event, ok bool) {
	if p.Event == nil {
		return e, false
	}
	e.EventTerms, e.Precision = *p.Event, "day"
	begin, end, spans := strings.Cut(date, "/")
	if !spans {
		end = begin
	}
	if e.Ended, ok = e.parseTime(end); !ok {
		return e, false
	}
	if spans {
		if e.Started, ok = e.parseTime(begin); !ok || e.Ended.Before(e.Started) {
			return e, false
		}
	}
	if stated := p.Event.Precision; stated != "" {
		e.Precision = stated
	}
	if effort == "" {
		return e, e.EffortSource == ""
	}
	number, unit, _ := strings.Cut(effort, " ")
	value, ok := coordinates.Number(number)
	e.Effort, e.EffortUnit = &value, strings.ReplaceAll(unit, "-", "_")
	return e, ok && value > 0 && e.EffortSource != ""
}

func (e *Event) parseTime(text string) (time.Time, bool) {
	layout := time.DateOnly
	if strings.Contains(text, "T") {
		layout, e.Precision = time.RFC3339Nano, "time"
	}
	t, err := time.Parse(layout, text)
	if err == nil && layout != time.DateOnly {
		_, seconds := t.Zone()
		e.Offset = seconds / 60
	}
	return t.UTC(), err == nil
}

// localDay is the midnight that begins the local day of an instant.
func localDay(t time.Time, offset int) time.Time {
	return t.UTC().Add(time.Duration(offset) * time.Minute).Truncate(24 * time.Hour)
}
