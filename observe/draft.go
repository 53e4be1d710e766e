package observe

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/naming"
)

// draft holds the writable fields of a record. Its JSON is the canonical form of a request: a hash of it is stored and compared with a
// later request with the same id. So a new field needs omitempty, and no field may change its meaning.
type draft struct {
	Species           string                `json:"species"` // slug
	Verbatim          *string               `json:"verbatim,omitempty"`
	Count             int                   `json:"count"`
	Location          surveillance.Location `json:"location"`
	ObservedAt        time.Time             `json:"observed_at"` // UTC
	UTCOffset         int16                 `json:"utc_offset,omitempty"`
	DatePrecision     string                `json:"date_precision"`
	ObservedUntil     *string               `json:"observed_until,omitempty"`
	Notes             *string               `json:"notes,omitempty"`
	UserID            *string               `json:"user_id,omitempty"`
	ObserverName      *string               `json:"observer_name,omitempty"`
	DataSource        *string               `json:"data_source,omitempty"` // slug
	LocationAccuracyM *float64              `json:"location_accuracy_m,omitempty"`
	LifeStage         *string               `json:"life_stage,omitempty"`
	Sex               *string               `json:"sex,omitempty"`
	SamplingProtocol  *string               `json:"sampling_protocol,omitempty"`
	EventID           *string               `json:"event_id,omitempty"`
	ImageURL          *string               `json:"image_url,omitempty"`
	PredictionID      *uuid.UUID            `json:"prediction_id,omitempty"`
	ModelID           *string               `json:"model_id,omitempty"`
	Confidence        *float64              `json:"confidence,omitempty"`
	Metadata          json.RawMessage       `json:"metadata"`
	Status            string                `json:"status"`
	Qualifier         *string               `json:"identification_qualifier,omitempty"`
	BasisOfRecord     *string               `json:"basis_of_record,omitempty"`
	Licence           *string               `json:"licence,omitempty"`
	ObscuredDegrees   *float64              `json:"obscured_degrees,omitempty"`

	// The store finds taxon and sourceKey. Species, Verbatim and Qualifier are those of taxon.
	taxon     naming.Species
	sent      naming.Sent
	sourceKey *int32

	account     *uuid.UUID // whose new record it is; nil: nobody's
	receipt     []byte     // hash of the secret that the reporter gets; nil: none
	publication string     // of a change: where the record lies afterwards; "" where it lies
	heldReason  string     // why it is not public; "": it is
	action      string     // of a change, in the history; "" is what the change itself says
	reason      string     // of a change, in the history
}

// statusUnverified is a new record's status, unless the request says another.
const statusUnverified = "unverified"

const (
	statusVerified = "verified"
	statusRejected = "rejected"
)

func newDraft() draft {
	return draft{Metadata: json.RawMessage(`{}`), Status: statusUnverified}
}

// draftOf returns the writable fields of a stored record, to be patched.
func draftOf(r record) (draft, error) {
	d := draft{
		Species: r.SpeciesID, Verbatim: r.VerbatimScientificName, Count: r.Count, Location: r.Location, ObservedAt: r.ObservedAt.UTC(), UTCOffset: r.UTCOffset,
		DatePrecision: r.DatePrecision, ObservedUntil: r.ObservedUntil, Notes: r.Notes, UserID: r.UserID, ObserverName: r.ObserverName,
		DataSource: r.DataSource, LocationAccuracyM: r.LocationAccuracyM, LifeStage: r.LifeStage, Sex: r.Sex,
		SamplingProtocol: r.SamplingProtocol, EventID: r.EventID, ImageURL: r.ImageURL, PredictionID: r.PredictionID, ModelID: r.ModelID,
		Confidence: r.Confidence, Status: r.Status, Qualifier: r.IdentificationQualifier, BasisOfRecord: r.BasisOfRecord, Licence: r.Licence,
		ObscuredDegrees: r.ObscuredDegrees,
		taxon: naming.Species{
			ID: r.SpeciesID, Key: r.TaxonKey, Verbatim: r.VerbatimScientificName, Qualifier: r.IdentificationQualifier,
			Unresolved: r.Identification == unresolved,
		},
		sourceKey: r.DataSourceKey,
	}
	members, err := form.DecodeObject(r.Metadata)
	if err != nil {
		return d, fmt.Errorf("read the metadata of observation %s: %w", r.ID, err)
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

// readOnly are the members that only the server writes. A client may choose the id of a new record.
var readOnly = []string{"id", "country_id", "created_at", "data_generalizations", "flags", "identification", "information_withheld", "occurrence_id", "publication", "region_id", "updated_at", "verbatim_scientific_name"}

// read reads every writable field that the form gives. The form collects the errors.
func (d *draft) read(f form.Form) {
	d.sent = d.taxon.Read(f)
	d.Species, d.Qualifier = d.taxon.ID, d.taxon.Qualifier
	d.readCount(f)
	f.SetPlace(&d.Location)
	d.readWhen(f)
	f.SetText("notes", maxNotes, &d.Notes)
	f.SetText("user_id", maxShortText, &d.UserID)
	f.SetText("observer_name", maxShortText, &d.ObserverName)
	f.SetFloat("location_accuracy_m", 0, MaxAccuracyM, &d.LocationAccuracyM)
	f.SetFloat("obscured_degrees", form.MinCell, form.MaxCell, &d.ObscuredDegrees)
	f.SetText("life_stage", maxTerm, &d.LifeStage)
	f.SetText("sex", maxTerm, &d.Sex)
	f.SetText("sampling_protocol", maxShortText, &d.SamplingProtocol)
	f.SetText("event_id", maxShortText, &d.EventID)
	f.SetText("basis_of_record", maxTerm, &d.BasisOfRecord)
	f.SetText("licence", maxLicence, &d.Licence)
	f.SetUUID("prediction_id", &d.PredictionID)
	f.SetText("model_id", maxShortText, &d.ModelID)
	f.SetFloat("confidence", 0, 1, &d.Confidence)
	d.readImageURL(f)
	f.SetMetadata(&d.Metadata)
	d.readFeature(f)
	if f.Kept("status") {
		d.Status = f.OneOf("status", surveillance.Statuses)
	}
	f.SetText("data_source", maxDataSource, &d.DataSource)
	if d.DataSource != nil {
		d.DataSource = new(lang.Slug(*d.DataSource))
	}
	for _, name := range readOnly {
		if f.Given(name) && (f.Patch || name != "id") {
			f.Fail(name, "read_only", name+" is set by the server")
		}
	}
}

// readCount reads the number of specimens. A create whose answer can say so may leave it out.
func (d *draft) readCount(f form.Form) {
	if f.Warnings != nil && !f.Given("count") {
		d.Count = 1
		*f.Warnings = append(*f.Warnings, "count is missing: taken as 1")
		return
	}
	if f.Required("count") {
		if n := f.Int("count", 1, MaxCount); n != nil {
			d.Count = *n
		}
	}
}

// readFeature reads what clients send that make features of their records: type, which says nothing, and image_filename, which is
// kept in the metadata.
func (d *draft) readFeature(f form.Form) {
	if f.Warnings == nil {
		return
	}
	if f.Given("type") && f.Has("type") {
		f.OneOf("type", []string{"Feature"})
	}
	var name *string
	f.SetText("image_filename", maxFileName, &name)
	if name == nil {
		return
	}
	members, err := form.DecodeObject(d.Metadata)
	if err != nil {
		return // SetMetadata reported it
	}
	if kept, ok := members["image_filename"]; ok && kept != *name {
		f.Fail("image_filename", "disagrees", "image_filename and metadata.image_filename disagree")
		return
	}
	members["image_filename"] = *name
	if d.Metadata, err = form.EncodeObject(members); err != nil || len(d.Metadata) > form.MaxMetadata {
		f.Fail("image_filename", "invalid_metadata", fmt.Sprintf("metadata with image_filename must be at most %d bytes", form.MaxMetadata))
	}
}

// staticPath is the path of this server's own pictures.
const staticPath = "/static/"

func (d *draft) readImageURL(f form.Form) {
	f.SetText("image_url", maxImageURL, &d.ImageURL)
	if d.ImageURL != nil && !validImageURL(*d.ImageURL) {
		f.Fail("image_url", "not_allowed", "image_url must be an http or https URL, or a path under "+staticPath)
	}
}

// isStatic reports whether a URL is a path of this server's own pictures, which no dots lead elsewhere.
func isStatic(u *url.URL) bool {
	return u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, staticPath) && path.Clean(u.Path) == u.Path
}

// validImageURL refuses URLs that a browser would run (javascript:) or resolve to another address than they seem to have.
func validImageURL(s string) bool {
	if strings.ContainsAny(s, " \t\r\n\\<>\"") {
		return false
	}
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	if u.Scheme == "" && u.Host == "" {
		return isStatic(u)
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}
