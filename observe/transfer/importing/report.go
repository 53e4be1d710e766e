package importing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// Report says what became of every row, or in a check would: Inserted + Updated + Unchanged + Absences + EventRows + PoolRows +
// Rejected + Skipped = Rows.
type Report struct {
	File              string         `json:"file"`
	DataSource        string         `json:"data_source"` // its name; of several, the names with commas between them
	Columns           []string       `json:"columns"`     // of the file
	Rows              int64          `json:"rows"`
	Inserted          int64          `json:"inserted"`
	Updated           int64          `json:"updated"`
	Unchanged         int64          `json:"unchanged"`
	Absences          int64          `json:"absences"`
	AbsencesUnchanged int64          `json:"absences_unchanged"` // of them, those that are stored already
	EventRows         int64          `json:"event_rows"`         // that state a sampling event and make no record
	PoolRows          int64          `json:"pool_rows"`          // that are a pool and no record
	Rejected          int64          `json:"rejected"`
	Skipped           int64          `json:"skipped"`     // left out because another data source has them, or they are Held
	Held              int64          `json:"held"`        // of Skipped, those whose records are withdrawn or wait for a review
	Missing           int64          `json:"missing"`     // stored records of the data source that the file does not have
	Reviewed          int64          `json:"reviewed"`    // of them, those that are verified or rejected
	MissingSet        string         `json:"missing_set"` // a hash of which records and events are missing
	Removed           int64          `json:"removed"`     // of Missing, because they are replaced
	Events            EventCounts    `json:"events"`
	Pools             PoolCounts     `json:"pools"`
	DemoRemoved       int64          `json:"demonstration_removed"`
	Reasons           []Rejection    `json:"reasons"`
	Notes             []Note         `json:"notes"`
	Flags             []FlagCount    `json:"flags"`
	Shared            []SharedIDs    `json:"shared"`
	Stops             []*Stop        `json:"stops"`          // of a check: why an import with these options would end
	Preview           []PreviewRow   `json:"preview"`        // of a check: the first rows as they would be
	PreviewEvents     []PreviewEvent `json:"preview_events"` // of a check: the first sampling events as they would be
	PreviewPools      []PreviewPool  `json:"preview_pools"`  // of a check: the first pools as they would be
	RejectsFile       string         `json:"rejects_file,omitempty"`
	Took              time.Duration  `json:"-"`
}

// EventCounts is what became of the sampling events that the rows of a file state: Inserted + Updated + Unchanged are all of them.
type EventCounts struct {
	Inserted     int64 `json:"inserted"`
	Updated      int64 `json:"updated"`
	Unchanged    int64 `json:"unchanged"`
	WithoutCatch int64 `json:"without_catch"` // of all of them
	Missing      int64 `json:"missing"`       // stored events of the data source that the file does not have
	Removed      int64 `json:"removed"`       // of Missing, because they are replaced
}

// PoolCounts is what became of the pools that the rows of a file state, also of those that are records too: Inserted + Updated + Unchanged
// are all that are stored. A pool that was tested for two pathogens counts twice.
type PoolCounts struct {
	Inserted  int64 `json:"inserted"`
	Updated   int64 `json:"updated"`
	Unchanged int64 `json:"unchanged"`
	Rejected  int64 `json:"rejected"` // of rows that are catches all the same; Notes have the reasons
	Missing   int64 `json:"missing"`  // stored pools of the data source that the file does not have
	Removed   int64 `json:"removed"`  // of Missing, because they are replaced
}

// Rejection is a reason for which rows were rejected.
type Rejection struct {
	Reason   string    `json:"reason"`
	Rows     int64     `json:"rows"`
	Examples []Example `json:"examples"`
}

// Example is a rejected row.
type Example struct {
	Line   int      `json:"line"`   // 0 where the file has no lines
	Values []string `json:"values"` // in the order of Report.Columns
}

// Note is something that a reader of the report should know of the file.
type Note struct {
	Message string `json:"message"`
	Rows    int64  `json:"rows"`
	Line    int    `json:"line"` // of the first such row; 0 when no line is to blame
}

// FlagCount is how many rows have a quality flag.
type FlagCount struct {
	Flag string `json:"flag" db:"flag"`
	Rows int64  `json:"rows" db:"rows"`
}

// SharedIDs is how many rows have an occurrenceID that records of another data source have.
type SharedIDs struct {
	DataSource string `json:"data_source" db:"name"`
	Rows       int64  `json:"rows" db:"rows"`
}

// PreviewRow is a row of the file as the record that it makes.
type PreviewRow struct {
	Line           int        `json:"line" db:"line"`
	Outcome        string     `json:"outcome" db:"outcome"` // inserted, updated, unchanged or absence
	DataSource     string     `json:"data_source" db:"data_source"`
	ScientificName string     `json:"species_scientific_name" db:"scientific_name"`
	VerbatimName   string     `json:"verbatim_scientific_name" db:"verbatim_scientific_name"`
	Qualifier      string     `json:"identification_qualifier" db:"identification_qualifier"`
	Count          int        `json:"count" db:"count"`
	Lat            float64    `json:"lat" db:"lat"`
	Lon            float64    `json:"lng" db:"lon"`
	CountryID      string     `json:"country_id" db:"country_id"`
	ObservedAt     time.Time  `json:"observed_at" db:"observed_at"`
	UTCOffset      int        `json:"utc_offset" db:"utc_offset"` // minutes
	DatePrecision  string     `json:"date_precision" db:"date_precision"`
	ObservedUntil  *time.Time `json:"observed_until" db:"observed_until"`
	LifeStage      string     `json:"life_stage" db:"life_stage"`
	Sex            string     `json:"sex" db:"sex"`
	OccurrenceID   string     `json:"occurrence_id" db:"occurrence_id"`
	Flags          []string   `json:"flags" db:"flags"`
}

// PreviewEvent is a sampling event of the file as it would be stored.
type PreviewEvent struct {
	Line             int        `json:"line" db:"line"`       // of the row that states it
	Outcome          string     `json:"outcome" db:"outcome"` // inserted, updated or unchanged
	DataSource       string     `json:"data_source" db:"data_source"`
	EventID          string     `json:"event_id" db:"event_id"`
	SiteID           string     `json:"site_id" db:"site_id"`
	Lat              float64    `json:"lat" db:"lat"`
	Lon              float64    `json:"lng" db:"lon"`
	StartedAt        *time.Time `json:"started_at" db:"started_at"`
	EndedAt          time.Time  `json:"ended_at" db:"ended_at"`
	UTCOffset        int        `json:"utc_offset" db:"utc_offset"` // minutes
	DatePrecision    string     `json:"date_precision" db:"date_precision"`
	SamplingProtocol string     `json:"sampling_protocol" db:"sampling_protocol"`
	Effort           *float64   `json:"effort" db:"effort"`
	EffortUnit       string     `json:"effort_unit" db:"effort_unit"`
	EffortSource     string     `json:"effort_source" db:"effort_source"`
	Problem          bool       `json:"problem" db:"problem"`
	Targets          []string   `json:"target_taxa" db:"target_taxa"` // none for all mosquitoes
	Complete         *bool      `json:"complete" db:"complete"`
	Caught           bool       `json:"caught" db:"caught"`
}

// PreviewPool is a pool of the file as it would be stored.
type PreviewPool struct {
	Line             int        `json:"line" db:"line"`
	Outcome          string     `json:"outcome" db:"outcome"` // inserted, updated or unchanged
	DataSource       string     `json:"data_source" db:"data_source"`
	PoolID           string     `json:"pool_id" db:"pool_id"`
	EventID          string     `json:"event_id" db:"event_id"`
	ScientificName   string     `json:"species_scientific_name" db:"scientific_name"`
	Size             int        `json:"size" db:"size"`
	Pathogen         string     `json:"pathogen" db:"pathogen"`
	Method           string     `json:"method" db:"method"`
	Result           string     `json:"result" db:"result"`
	TestedOn         *time.Time `json:"tested_on" db:"tested_on"`
	Lat              float64    `json:"lat" db:"lat"`
	Lon              float64    `json:"lng" db:"lon"`
	StartedAt        *time.Time `json:"started_at" db:"started_at"`
	EndedAt          time.Time  `json:"ended_at" db:"ended_at"`
	UTCOffset        int        `json:"utc_offset" db:"utc_offset"` // minutes
	DatePrecision    string     `json:"date_precision" db:"date_precision"`
	SamplingProtocol string     `json:"sampling_protocol" db:"sampling_protocol"`
}

// Limits of what a report holds.
const (
	previewRows    = 10
	maxExamples    = 3   // of a reason
	maxExampleText = 200 // bytes of a value
)

// reject counts a rejected row and keeps the first ones of each reason.
func (r *Report) reject(row darwincore.Row, reason string) {
	r.Rejected++
	at := slices.IndexFunc(r.Reasons, func(known Rejection) bool { return known.Reason == reason })
	if at < 0 {
		at = len(r.Reasons)
		r.Reasons = append(r.Reasons, Rejection{Reason: reason})
	}
	to := &r.Reasons[at]
	to.Rows++
	if len(to.Examples) < maxExamples {
		example := Example{Line: row.Line, Values: make([]string, len(row.Values))}
		for i, value := range row.Values {
			// A copy, because a value shares the memory of its whole row.
			example.Values[i] = strings.ToValidUTF8(strings.Clone(value[:min(len(value), maxExampleText)]), "")
		}
		to.Examples = append(to.Examples, example)
	}
}

// sortReasons puts the reasons of most rows first.
func (r *Report) sortReasons() {
	slices.SortStableFunc(r.Reasons, func(a, b Rejection) int { return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Reason, b.Reason)) })
}

func (r *Report) addWarnings(warnings []darwincore.Warning) {
	for _, w := range warnings {
		r.Notes = append(r.Notes, Note{Message: w.Message, Rows: int64(w.Count), Line: w.Line})
	}
}

// Accounted is the number of rows whose fate is told.
func (r *Report) Accounted() int64 {
	return r.Inserted + r.Updated + r.Unchanged + r.Absences + r.EventRows + r.PoolRows + r.Rejected + r.Skipped
}

// Reasons for which an import stops.
const (
	StopAxes      = "swapped_axes"     // latitude and longitude are in each other's column
	StopForbidden = "forbidden_source" // Options.Sources lacks the data source of the file
	StopSource    = "unknown_source"   // the file has the name of a stored data source and none of its records
	StopCorrected = "corrected_file"   // the file corrects records that have no ids
	StopReplace   = "not_confirmed"    // records would be removed, and nobody confirmed it
	StopCRS       = "unknown_crs"      // PostGIS does not know a reference system
	StopTarget    = "unknown_target"   // it is not understood what the options say was looked for
)

// Stop is why an import ended before it stored anything: a person has to decide.
type Stop struct {
	Kind    string `json:"kind"`
	Message string `json:"message"` // with the option that goes on
}

func (s *Stop) Error() string { return s.Message }

// stop ends an import; a check goes on and reports it.
func (run *fileImport) stop(kind, format string, args ...any) error {
	s := &Stop{Kind: kind, Message: fmt.Sprintf(format, args...)}
	if !run.options.Check {
		return s
	}
	run.report.Stops = append(run.report.Stops, s)
	return nil
}
