package events

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/keyed"
)

// draft holds the writable fields of an event. Its JSON is the canonical form of a request (keyed.Draft), whose hash is stored.
type draft struct {
	DataSource        string // slug
	EventID           string
	SiteID            *string
	Location          surveillance.Location
	LocationAccuracyM *float64
	form.Span
	SamplingProtocol *string
	Lure             *string
	Traps            *int
	Nights           *float64
	Effort           *float64
	EffortUnit       *string
	EffortSource     *string
	Problem          bool
	TargetTaxa       []string
	Complete         *bool
	Remarks          *string
	Metadata         json.RawMessage

	sourceKey int32                 // of DataSource
	was       surveillance.Location // of the stored event
}

func newDraft() keyed.Draft {
	return &draft{TargetTaxa: []string{}, Metadata: json.RawMessage(`{}`)}
}

// Draft returns the writable fields of a stored event.
func (r *record) Draft() (keyed.Draft, error) {
	d := &draft{
		DataSource: r.DataSource, EventID: r.EventID, SiteID: r.SiteID, Location: r.Location, LocationAccuracyM: r.LocationAccuracyM,
		Span: r.span(), SamplingProtocol: r.SamplingProtocol, Lure: r.Lure,
		Traps: r.Traps, Nights: r.Nights, Effort: r.Effort, EffortUnit: r.EffortUnit, EffortSource: r.EffortSource, Problem: r.Problem,
		TargetTaxa: r.TargetTaxa, Complete: r.Complete, Remarks: r.Remarks,
		was: r.Location,
	}
	members, err := form.DecodeObject(r.Metadata)
	if err != nil {
		return d, fmt.Errorf("read the metadata of sampling event %s: %w", r.ID, err)
	}
	d.Metadata, err = form.EncodeObject(members)
	return d, err
}

// UUID is that of the event.
func (d *draft) UUID() uuid.UUID { return surveillance.EventUUID(d.DataSource, d.EventID) }

// Source is the id of the data source.
func (d *draft) Source() string { return d.DataSource }

// Moved says whether the event is at another place than the stored one.
func (d *draft) Moved() bool { return d.Location != d.was }

// Prepare does nothing: an event needs nothing beside it.
func (d *draft) Prepare(context.Context, pgx.Tx) error { return nil }

// readOnly are the members that only the server writes.
var readOnly = []string{"id", "country_id", "created_at", "effort_source", "region_id", "specimens", "updated_at"}

// Read reads every writable field that the form gives, and finds the data source of a new event. The form collects the client's errors.
func (d *draft) Read(ctx context.Context, db postgres.Querier, f form.Form, names *surveillance.Names) (err error) {
	follows := d.followsTraps()
	f.SetKey("data_source", maxDataSource, lang.Slug, &d.DataSource)
	f.SetKey("event_id", maxShortText, strings.TrimSpace, &d.EventID)
	f.SetText("site_id", maxShortText, &d.SiteID)
	f.SetPlace(&d.Location)
	f.SetFloat("location_accuracy_m", 0, maxAccuracyM, &d.LocationAccuracyM)
	d.Span.Read(f)
	f.SetText("sampling_protocol", maxShortText, &d.SamplingProtocol)
	f.SetText("lure", maxShortText, &d.Lure)
	d.readEffort(f, follows)
	var problem *bool
	if f.SetBool("problem", &problem); f.Given("problem") {
		d.Problem = problem != nil && *problem
	}
	d.readTargets(f, names)
	f.SetBool("complete", &d.Complete)
	f.SetText("remarks", maxRemarks, &d.Remarks)
	f.SetMetadata(&d.Metadata)
	for _, name := range readOnly {
		if f.Given(name) {
			f.Fail(name, "read_only", name+" is set by the server")
		}
	}
	if !f.Patch {
		d.sourceKey, err = keyed.FindDataSource(ctx, db, d.DataSource, "events", f.Fail)
	}
	return err
}

// readTargets reads names or ids as the accepted names that are known. Another name is kept as it is written.
func (d *draft) readTargets(f form.Form, names *surveillance.Names) {
	if !f.Given("target_taxa") {
		return
	}
	var written []string
	f.SetTexts("target_taxa", maxName, maxTargets, &written)
	d.TargetTaxa = []string{}
	for _, w := range written {
		name, known := names.TargetName(w)
		if !known && f.Warnings != nil {
			warning := fmt.Sprintf("target_taxa: %q is no name that the catalog or a record has; it is stored as it is written", w)
			if !names.Understands([]string{name}) {
				warning += ", and the event is in no rate and no search"
			}
			*f.Warnings = append(*f.Warnings, warning)
		}
		if !slices.Contains(d.TargetTaxa, name) {
			d.TargetTaxa = append(d.TargetTaxa, name)
		}
	}
}

// Identity returns what insert.sql has beside Args.
func (d *draft) Identity() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{"data_source_key": d.sourceKey, "event_id": d.EventID}
}

// Args returns the parameters that insert.sql and update.sql share.
func (d *draft) Args() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"site_id": d.SiteID, "lat": d.Location.Lat, "lng": d.Location.Lng, "location_accuracy_m": d.LocationAccuracyM,
		"started_at": d.StartedAt, "ended_at": d.EndedAt, "utc_offset": d.UTCOffset, "date_precision": d.DatePrecision,
		"sampling_protocol": d.SamplingProtocol, "lure": d.Lure, "traps": d.Traps, "nights": d.Nights, "effort": d.Effort,
		"effort_unit": d.EffortUnit, "effort_source": d.EffortSource, "problem": d.Problem, "target_taxa": d.TargetTaxa,
		"complete": d.Complete, "remarks": d.Remarks, "metadata": string(d.Metadata),
	}
}
