package pools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/keyed"
	"github.com/skeeter-surveillance/skeeter/observe/naming"
)

// draft holds the writable fields of a pool. Its JSON is the canonical form of a request (keyed.Draft), whose hash is stored.
type draft struct {
	DataSource        string // slug
	PoolID            string
	Pathogen          string
	EventID           *string
	Species           string // slug
	Verbatim          *string
	Qualifier         *string
	Sex               *string
	LifeStage         *string
	Size              int
	Method            *string
	Result            string
	TestedOn          *string // YYYY-MM-DD
	Location          surveillance.Location
	LocationAccuracyM *float64
	form.Span
	SamplingProtocol *string
	Remarks          *string
	Metadata         json.RawMessage
	fromEvent

	id        uuid.UUID             // of the stored pool; zero where there is none
	taxon     naming.Species        // Species, Verbatim and Qualifier are its
	sourceKey int32                 // of DataSource
	was       surveillance.Location // of the stored pool
}

func newDraft() keyed.Draft { return &draft{Metadata: json.RawMessage(`{}`)} }

// Draft returns the writable fields of a stored pool.
func (r *record) Draft() (keyed.Draft, error) {
	d := &draft{
		DataSource: r.DataSource, PoolID: r.PoolID, Pathogen: r.Pathogen, EventID: r.EventID, Species: r.SpeciesID, Verbatim: r.VerbatimScientificName,
		Qualifier: r.IdentificationQualifier, Sex: r.Sex, LifeStage: r.LifeStage, Size: r.Size, Method: r.Method, Result: r.Result,
		TestedOn: r.TestedOn, Location: r.Location, LocationAccuracyM: r.LocationAccuracyM, Span: r.span(), SamplingProtocol: r.SamplingProtocol,
		Remarks: r.Remarks, fromEvent: r.fromEvent, id: r.ID,
		taxon: naming.Species{ID: r.SpeciesID, Key: r.TaxonKey, Verbatim: r.VerbatimScientificName, Qualifier: r.IdentificationQualifier},
		was:   r.Location,
	}
	members, err := form.DecodeObject(r.Metadata)
	if err != nil {
		return d, fmt.Errorf("read the metadata of pool %s: %w", r.ID, err)
	}
	d.Metadata, err = form.EncodeObject(members)
	return d, err
}

// UUID is that of the pool.
func (d *draft) UUID() uuid.UUID {
	if d.id != uuid.Nil {
		return d.id
	}
	return surveillance.PoolUUID(d.DataSource, d.PoolID, d.Pathogen, text(d.Method))
}

// text returns "" for nil.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Source is the id of the data source.
func (d *draft) Source() string { return d.DataSource }

// Moved says whether the pool is from another place than the stored one.
func (d *draft) Moved() bool { return d.Location != d.was }

// Prepare stores a name that nobody used before.
func (d *draft) Prepare(ctx context.Context, tx pgx.Tx) error { return d.taxon.AddName(ctx, tx, false) }

// readOnly are the members that only the server writes.
var readOnly = []string{"id", "country_id", "created_at", "disease_id", "region_id", "updated_at", "verbatim_scientific_name"}

// Read reads every writable field that the form gives, and finds the data source, the sampling event and the taxon. The form collects the
// client's errors.
func (d *draft) Read(ctx context.Context, db postgres.Querier, f form.Form, names *surveillance.Names) (err error) {
	f.SetKey("data_source", maxDataSource, lang.Slug, &d.DataSource)
	f.SetKey("pool_id", maxShortText, strings.TrimSpace, &d.PoolID)
	f.SetKey("pathogen", maxShortText, func(s string) string { return surveillance.FindPathogen(s).Name }, &d.Pathogen)
	f.SetText("event_id", maxShortText, &d.EventID)
	sent := d.taxon.Read(f)
	f.SetText("sex", maxTerm, &d.Sex)
	f.SetText("life_stage", maxTerm, &d.LifeStage)
	d.readTest(f)
	if !f.Patch || f.Given("method") {
		if err := d.findStored(ctx, db, f); err != nil {
			return err
		}
	}
	if !f.Patch {
		if d.sourceKey, err = keyed.FindDataSource(ctx, db, d.DataSource, "pools", f.Fail); err != nil {
			return err
		}
	}
	if err := d.readCollection(ctx, db, f); err != nil {
		return err
	}
	f.SetText("remarks", maxRemarks, &d.Remarks)
	f.SetMetadata(&d.Metadata)
	for _, name := range readOnly {
		if f.Given(name) {
			f.Fail(name, "read_only", name+" is set by the server")
		}
	}
	taxa, err := naming.Find(ctx, db, names, sent)
	if err != nil {
		return err
	}
	d.taxon.Resolve(taxa, sent, f.Fail)
	d.Species, d.Verbatim, d.Qualifier = d.taxon.ID, d.taxon.Verbatim, d.taxon.Qualifier
	if d.taxon.Doubt != "" {
		*f.Warnings = append(*f.Warnings, d.taxon.Doubt)
	}
	return nil
}

// readTest reads how many mosquitoes were tested, how, and what was found.
func (d *draft) readTest(f form.Form) {
	if f.Required("size") {
		if n := f.Int("size", surveillance.MinPoolSize, surveillance.MaxPoolSize); n != nil {
			d.Size = *n
		}
	}
	f.SetText("method", maxShortText, &d.Method)
	if f.Required("result") {
		d.Result = f.OneOf("result", surveillance.PoolResults)
	}
	f.SetDay("tested_on", &d.TestedOn)
}

// readCollection reads place, days and protocol. A new pool takes what is not given from its sampling event, and is compared with its
// catch; a stored one that is given another event takes from it what it took from the other. The test is compared with the days.
func (d *draft) readCollection(ctx context.Context, db postgres.Querier, f form.Form) error {
	event, err := d.event(ctx, db)
	if err != nil {
		return err
	}
	// takes says whether a field follows the event, and whether it is read from it now.
	takes := func(follows *bool, names ...string) bool {
		*follows = d.EventID != nil && !f.Given(names...) && (*follows || !f.Patch)
		return *follows && event != nil && (!f.Patch || f.Given("event_id"))
	}
	if takes(&d.EventPlace, "location") {
		d.Location = surveillance.Location{Lat: surveillance.RoundDegrees(event.Lat), Lng: surveillance.RoundDegrees(event.Lng)}
		d.LocationAccuracyM = event.LocationAccuracyM
	} else {
		f.SetPlace(&d.Location)
	}
	if takes(&d.EventDays, "started_at", "ended_at", "date_precision") {
		d.Span = form.SpanOf(event.Started, event.Ended, event.UTCOffset, event.DatePrecision)
	} else {
		d.Span.Read(f)
	}
	if takes(&d.EventProtocol, "sampling_protocol") {
		d.SamplingProtocol = event.SamplingProtocol
	}
	givesBack := f.Given("sampling_protocol") && f.IsNull("sampling_protocol") && d.EventID != nil
	f.SetFloat("location_accuracy_m", 0, maxAccuracyM, &d.LocationAccuracyM)
	d.EventPlace = d.EventPlace && !f.Given("location_accuracy_m")
	f.SetText("sampling_protocol", maxShortText, &d.SamplingProtocol)
	if givesBack { // null is what the event says
		d.EventProtocol = true
		if event != nil {
			d.SamplingProtocol = event.SamplingProtocol
		}
	}
	if first := d.Span.FirstDay().Format(time.DateOnly); d.TestedOn != nil && *d.TestedOn < first {
		*f.Warnings = append(*f.Warnings, fmt.Sprintf("tested_on: the test is of %s, the collection began on %s", *d.TestedOn, first))
	}
	if event != nil && event.Specimens < int64(d.Size) {
		*f.Warnings = append(*f.Warnings, fmt.Sprintf("size: the pool has %d mosquitoes, the records of its event have %d", d.Size, event.Specimens))
	}
	return nil
}

// Identity returns what insert.sql has beside Args.
func (d *draft) Identity() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{"data_source_key": d.sourceKey, "pool_id": d.PoolID, "pathogen": d.Pathogen}
}

// Args returns the parameters that insert.sql and update.sql share.
func (d *draft) Args() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"event_id": d.EventID, "lat": d.Location.Lat, "lng": d.Location.Lng, "location_accuracy_m": d.LocationAccuracyM,
		"started_at": d.StartedAt, "ended_at": d.EndedAt, "utc_offset": d.UTCOffset, "date_precision": d.DatePrecision,
		"sampling_protocol": d.SamplingProtocol, "taxon_key": d.taxon.Key, "verbatim_scientific_name": d.Verbatim,
		"identification_qualifier": d.Qualifier, "sex": d.Sex, "life_stage": d.LifeStage, "size": d.Size,
		"disease_id": surveillance.FindPathogen(d.Pathogen).DiseaseID, "method": d.Method, "result": d.Result, "tested_on": d.TestedOn,
		"remarks": d.Remarks, "metadata": string(d.Metadata),
		"event_place": d.EventPlace, "event_days": d.EventDays, "event_protocol": d.EventProtocol,
	}
}
