package events

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// draft holds the writable fields of an event. Its JSON is the canonical form of a request: two creates are the same when theirs is.
type draft struct {
	DataSource        string // slug
	EventID           string
	SiteID            *string
	Location          surveillance.Location
	LocationAccuracyM *float64
	StartedAt         *time.Time // UTC, as EndedAt
	EndedAt           time.Time
	UTCOffset         int16 // minutes
	DatePrecision     string
	SamplingProtocol  *string
	Lure              *string
	Traps             *int
	Nights            *float64
	Effort            *float64
	EffortUnit        *string
	EffortSource      *string
	Problem           bool
	TargetTaxa        []string
	Complete          *bool
	Remarks           *string
	Metadata          json.RawMessage

	sourceKey int32 // of DataSource; the store finds it
}

func newDraft() draft {
	return draft{TargetTaxa: []string{}, Metadata: json.RawMessage(`{}`)}
}

// draftOf returns the writable fields of a stored event.
func draftOf(r record) (draft, error) {
	d := draft{
		DataSource: r.DataSource, EventID: r.EventID, SiteID: r.SiteID, Location: r.Location, LocationAccuracyM: r.LocationAccuracyM,
		EndedAt: r.Ended.UTC(), UTCOffset: r.UTCOffset, DatePrecision: r.DatePrecision, SamplingProtocol: r.SamplingProtocol, Lure: r.Lure,
		Traps: r.Traps, Nights: r.Nights, Effort: r.Effort, EffortUnit: r.EffortUnit, EffortSource: r.EffortSource, Problem: r.Problem,
		TargetTaxa: r.TargetTaxa, Complete: r.Complete, Remarks: r.Remarks,
	}
	if r.Started != nil {
		started := r.Started.UTC()
		d.StartedAt = &started
	}
	members, err := form.DecodeObject(r.Metadata)
	if err != nil {
		return d, fmt.Errorf("read the metadata of sampling event %s: %w", r.ID, err)
	}
	d.Metadata, err = form.EncodeObject(members)
	return d, err
}

// canonical returns the draft's JSON, which does not depend on how the request was written.
func (d draft) canonical() ([]byte, error) {
	b, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return b, nil
}

// hash returns the SHA-256 of the canonical form.
func (d draft) hash() ([]byte, error) {
	canonical, err := d.canonical()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(canonical)
	return sum[:], nil
}

// id is the UUID of the event.
func (d draft) id() uuid.UUID { return surveillance.EventUUID(d.DataSource, d.EventID) }

// span returns the time of a stored event; zero for a new one.
func (d draft) span() span {
	timed := d.DatePrecision == precisionTime
	s := span{ended: instant{postgres.Local(d.EndedAt, d.UTCOffset), timed}, precision: d.DatePrecision}
	if d.StartedAt != nil {
		s.started = &instant{postgres.Local(*d.StartedAt, d.UTCOffset), timed}
	}
	return s
}

// readOnly are the members that only the server writes.
var readOnly = []string{"id", "country_id", "created_at", "effort_source", "region_id", "specimens", "updated_at"}

// read reads every writable field that the form gives. The form collects the errors.
func (d *draft) read(f form.Form, names *surveillance.Names) {
	follows := d.followsTraps()
	d.readIdentity(f)
	f.SetText("site_id", maxShortText, &d.SiteID)
	f.SetPlace(&d.Location)
	f.SetFloat("location_accuracy_m", 0, maxAccuracyM, &d.LocationAccuracyM)
	d.readSpan(f)
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
}

// readIdentity reads what an event is known by. A patch may repeat it.
func (d *draft) readIdentity(f form.Form) {
	was := *d
	if f.Required("data_source") {
		if s := f.Checked("data_source", maxDataSource); s != nil {
			d.DataSource = lang.Slug(*s)
		} else {
			failBlank(f, "data_source")
		}
	}
	if f.Required("event_id") {
		if s := f.Checked("event_id", maxShortText); s != nil {
			d.EventID = strings.TrimSpace(*s)
		} else {
			failBlank(f, "event_id")
		}
	}
	if !f.Patch {
		return
	}
	for name, changed := range map[string]bool{"data_source": d.DataSource != was.DataSource, "event_id": d.EventID != was.EventID} {
		if changed {
			f.Fail(name, "read_only", name+" says which event it is and cannot change")
		}
	}
}

// failBlank reports a text that is blank. What else is wrong with it is reported already.
func failBlank(f form.Form, name string) {
	var s string
	if json.Unmarshal(f.Raw(name), &s) == nil && strings.TrimSpace(s) == "" {
		f.Fail(name, "missing", name+" must not be blank")
	}
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
