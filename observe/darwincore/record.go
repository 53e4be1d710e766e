package darwincore

import "github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"

// Row is one row of a file: what it says, and the record it makes or why it makes none.
type Row struct {
	Line   int      // of the data file, 1-based, where the row begins
	Values []string // raw, as in Header; more than that when the row itself is longer
	Record *Record  // nil when rejected
	Reject string   // reason, lowercase, without the values
}

// Record is one occurrence: a mosquito found, or looked for and not found. Its texts are valid UTF-8 without control
// characters, but for tabs and line ends in the notes and the metadata.
type Record struct {
	OccurrenceID     string
	VerbatimName     string // as the file has it
	Name             string // authorship stripped, canonical spelling
	Count            int    // specimens, at least 1; 0 for an absence
	Absent           bool
	Lat, Lon         float64 // degrees, rounded to 7 decimals
	Date             dates.Date
	AccuracyM        *float64 // metres, >= 0; nil when not stated
	LifeStage        string
	Sex              string
	SamplingProtocol string
	EventID          string
	Notes            string
	ObserverName     string
	// Metadata holds every other column that is not empty, by its Darwin Core term or its header: a string, or what JSON in
	// dynamicProperties says (numbers are json.Number), or, under measurementOrFact, a []any of objects. Nil when there is
	// none.
	Metadata map[string]any
	// Hash covers all fields above, in no order of the file's columns: equal records have equal ones.
	Hash [16]byte
}

// Limits of a record. Texts are counted in runes.
const (
	maxNameRunes     = 300
	maxNotesRunes    = 4000
	maxTextRunes     = 200
	maxMetadataBytes = 64 << 10 // as JSON
	maxCount         = 10_000_000
)
