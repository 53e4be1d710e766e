package darwincore

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// Reasons to reject a row for its texts.
var (
	errNoName        = errors.New("no name")
	errNameLength    = errors.New("name over 300 characters")
	errIDLength      = errors.New("occurrenceID over 200 characters")
	errEventIDLength = errors.New("eventID over 200 characters")
	errMetadata      = errors.New("too much in unknown columns")
	errNotUTF8       = errors.New("text that is not valid UTF-8")
)

// builder turns rows into records.
type builder struct {
	*layout
	warn *warnings
	now  time.Time
	own  bool // written by this package: its derived columns are not kept

	names  map[string]parsedName
	boxed  []any // the last value of each metadata column, as the metadata holds it
	hasher hasher

	line   int
	values []string
	record *Record
}

type parsedName struct {
	canonical string
	ok        bool
}

func newBuilder(l *layout, warn *warnings, now time.Time) *builder {
	return &builder{layout: l, warn: warn, now: now, own: isOwn(l.header), names: map[string]parsedName{}, boxed: make([]any, len(l.meta))}
}

// build makes the record of a row, or says why there is none. facts are its measurements, may be nil.
func (b *builder) build(row rawRow, facts []any) (*Record, error) {
	if row.fault != "" {
		return nil, errors.New(row.fault)
	}
	b.line, b.values = row.line, row.values
	switch inspect(row.values) {
	case invalid:
		return nil, errNotUTF8
	case dirty:
		b.warn.add("control characters or lost characters replaced", b.line)
		cleaned := make([]string, len(row.values))
		for i, value := range row.values {
			cleaned[i] = clean(value)
		}
		b.values = cleaned
	}
	b.record = &Record{}
	for _, step := range [...]func() error{b.name, b.place, b.when, b.count, b.texts, b.metadata} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if facts != nil {
		b.keepUnlessTaken("measurementOrFact", facts)
	}
	if b.tooMuch() {
		return nil, errMetadata
	}
	b.record.Hash = b.hasher.sum(b.record)
	return b.record, nil
}

// get returns the value of a role, trimmed and empty when it is missing. A file of our own means what
// it says.
func (b *builder) get(r role) string {
	column := b.columns[r]
	switch {
	case column < 0:
		return ""
	case b.own:
		return b.values[column]
	}
	value := trim(b.values[column])
	if missing(value) {
		return ""
	}
	return value
}

// keep puts a value into the metadata.
func (b *builder) keep(key string, value any) {
	if b.record.Metadata == nil {
		b.record.Metadata = make(map[string]any, len(b.meta))
	}
	b.record.Metadata[key] = value
}

func (b *builder) name() error {
	full := oneLine(b.get(roleName))
	if full == "" {
		full = b.composedName()
	}
	if full == "" {
		return errNoName
	}
	if _, long := shorten(full, maxNameRunes); long {
		return errNameLength
	}
	bare := full
	if authorship := b.get(roleAuthorship); authorship != "" && len(bare) > len(authorship) &&
		strings.EqualFold(bare[len(bare)-len(authorship):], authorship) {
		bare = bare[:len(bare)-len(authorship)]
	}
	parsed, known := b.names[bare]
	if !known {
		if len(b.names) == maxNamesKept {
			clear(b.names)
		}
		parsed.canonical, parsed.ok = ParseName(bare)
		// The key is cloned: it would hold the memory of its whole row.
		b.names[strings.Clone(bare)] = parsed
	}
	if !parsed.ok || parsed.canonical == "" {
		return errNoName
	}
	b.record.Name, b.record.VerbatimName = parsed.canonical, full
	if verbatim := oneLine(b.get(roleVerbatimName)); verbatim != "" {
		if _, long := shorten(verbatim, maxNameRunes); long {
			return errNameLength
		}
		b.record.VerbatimName = verbatim
		if full != parsed.canonical {
			b.keep("scientificName", full)
		}
	}
	return nil
}

// composedName takes the name from other columns than scientificName.
func (b *builder) composedName() string {
	if genus := b.get(roleGenus); genus != "" {
		parts := []string{genus}
		if epithet := b.get(roleSpecificEpithet); epithet != "" {
			parts = append(parts, epithet)
			if below := b.get(roleInfraspecificEpithet); below != "" {
				parts = append(parts, below)
			}
		}
		return oneLine(strings.Join(parts, " "))
	}
	if accepted := b.get(roleAcceptedName); accepted != "" {
		return oneLine(accepted)
	}
	return oneLine(b.get(roleSpecies))
}

func (b *builder) place() (err error) {
	b.record.Lat, b.record.Lon, err = parseCoordinates(b.get(roleLat), b.get(roleLon))
	if err != nil {
		return err
	}
	stated := b.get(roleAccuracy)
	b.record.AccuracyM, err = parseAccuracy(stated)
	if err != nil {
		b.warn.add(err.Error()+", kept in the metadata", b.line)
		b.keep("coordinateUncertaintyInMeters", stated)
	}
	return nil
}

// count reads how many, and whether it is an absence.
func (b *builder) count() error {
	stated, key := b.get(roleCount), "individualCount"
	if stated == "" && strings.EqualFold(strings.TrimSuffix(b.get(roleQuantityType), "s"), "individual") {
		stated, key = b.get(roleQuantity), "organismQuantity"
	}
	absent, present := false, false
	switch status := b.get(roleStatus); strings.ToLower(status) {
	case "absent", "absence":
		absent = true
	case "present", "presence":
		present = true
	case "":
	default:
		b.warn.add("occurrenceStatus is neither present nor absent, kept in the metadata", b.line)
		b.keep("occurrenceStatus", status)
	}
	n, rounded := 1, false
	if stated != "" {
		var err error
		if n, rounded, err = parseCount(stated); err != nil {
			return err
		}
		if n > maxCount {
			return errCountRange
		}
	}
	switch {
	case absent && stated != "" && n > 0:
		return errAbsentWithCount
	case n == 0 && present:
		return errCountOfNothing
	case absent || n == 0:
		b.record.Absent = true
		return nil
	case stated == "":
		b.warn.add("count missing, taken as 1", b.line)
	case rounded:
		b.warn.add("fractional count rounded, kept in the metadata", b.line)
		b.keep(key, stated)
	}
	b.record.Count = n
	return nil
}

// texts reads what is short text: ids, vocabulary, notes.
func (b *builder) texts() error {
	r := b.record
	if err := b.identifiers(); err != nil {
		return err
	}
	r.Sex = b.vocabulary(roleSex, "sex", sexes)
	r.LifeStage = b.vocabulary(roleLifeStage, "lifeStage", lifeStages)
	r.SamplingProtocol = b.shortened(oneLine(b.get(roleProtocol)), "samplingProtocol", maxTextRunes)
	r.ObserverName = b.shortened(oneLine(b.get(roleObserver)), "recordedBy", maxTextRunes)
	r.Notes = b.shortened(b.get(roleNotes), "occurrenceRemarks", maxNotesRunes)
	return nil
}

// identifiers reads occurrenceID, else the id of the row or feature, else GBIF's, and the event's.
func (b *builder) identifiers() error {
	r := b.record
	for _, from := range [...]struct {
		role role
		key  string // under which an id is kept that another one outranks
	}{
		{roleOccurrenceID, ""}, {roleID, "id"}, {roleFeatureID, "feature_id"}, {roleGBIFID, ""},
	} {
		id := oneLine(b.get(from.role))
		switch {
		case r.OccurrenceID == "":
			r.OccurrenceID = id
		case from.key != "" && id != "" && id != r.OccurrenceID:
			b.keep(from.key, id)
		}
	}
	if _, long := shorten(r.OccurrenceID, maxTextRunes); long {
		return errIDLength
	}
	r.EventID = oneLine(b.get(roleEventID))
	if _, long := shorten(r.EventID, maxTextRunes); long {
		return errEventIDLength
	}
	return nil
}

func (b *builder) vocabulary(from role, key string, words map[string]string) string {
	stated := oneLine(b.get(from))
	if stated == "" {
		return ""
	}
	normal, changed := normalize(stated, words)
	if changed {
		b.keep(key, stated)
	}
	return b.shortened(normal, key, maxTextRunes)
}

// shortened cuts a text that is too long and keeps the whole in the metadata.
func (b *builder) shortened(text, key string, runes int) string {
	short, cut := shorten(text, runes)
	if cut {
		b.warn.add(key+" shortened, the whole is in the metadata", b.line)
		b.keep(key, text)
	}
	return short
}

// metadata keeps all other columns.
func (b *builder) metadata() error {
	for i, m := range b.meta {
		value := trim(b.values[m.column])
		if value == "" || value == `\N` || b.own && isDerived(m.key) {
			continue
		}
		last, ok := b.boxed[i].(string)
		if !ok || last != value {
			b.boxed[i] = value
		}
		b.keepUnlessTaken(m.key, b.boxed[i])
	}
	if properties := b.get(roleDynamic); properties != "" {
		b.dynamicProperties(properties)
	}
	return nil
}

// keepUnlessTaken keeps a column under its key, or beside what a rule already kept there.
func (b *builder) keepUnlessTaken(key string, value any) {
	if _, taken := b.record.Metadata[key]; taken {
		key += "_column"
	}
	b.keep(key, value)
}

// tooMuch tells whether the metadata is over its limit as JSON.
func (b *builder) tooMuch() bool {
	size := 2
	for key, value := range b.record.Metadata {
		text, ok := value.(string)
		if !ok || size > maxMetadataBytes/8 {
			return b.encodedSize() > maxMetadataBytes
		}
		size += len(key) + len(text) + len(`"":"",`)
	}
	return size > maxMetadataBytes/8 && b.encodedSize() > maxMetadataBytes
}

func (b *builder) encodedSize() int {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(b.record.Metadata); err != nil {
		return maxMetadataBytes + 1
	}
	return out.Len()
}
