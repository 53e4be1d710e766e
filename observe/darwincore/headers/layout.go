// Package headers says what the columns of a table mean by their headers: which column plays which Role in a record. A Mapping
// says so first, then Darwin Core's terms, then the usual short names, then plain words of five languages; Suggest proposes to a
// person what is left. The package reads headers alone and no rows, so that the same rules serve the reader, the command and the form.
// It imports coordinates, terms and text, and internal/editdistance.
package headers

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Layout says what each column of a file means.
type Layout struct {
	Header  []string
	Columns [roleLimit]int               // of each role, -1 when the file has none
	Values  [roleLimit]map[string]string // of each role: what stands for what is written, in lower case; "" for nothing
	Kept    []KeptColumn                 // sorted by key
	Fixed   map[string]string            // metadata where the file says nothing
	// EventParts are the columns that make the id of the event together; nil where one column has it.
	EventParts []int
	PoolParts  []int // as EventParts, of the id of the pool
	Swapped    bool  // latitudes and longitudes stand for each other

	Negative [roleLimit]bool // of a coordinate: its header says south or west

	// Columns that may be the count and the status; none when another one surely is.
	MaybeCounts, MaybeStatuses []int

	names   []string // of the columns, as keys of the metadata
	terms   []string // of each column, empty when it has none
	reasons []string // of each term, for people
	mapped  map[string]bool
}

// KeptColumn is a column whose values go to the metadata under a key.
type KeptColumn struct {
	Column int
	Key    string
}

// NewLayout finds the meaning of each column: what the map says first, then the terms themselves, then their short names, then plain
// words. A column that another one outranks is kept in the metadata.
func NewLayout(header []string, mapping Mapping, swap bool) *Layout {
	l := &Layout{
		Header: header, names: make([]string, len(header)), terms: make([]string, len(header)), reasons: make([]string, len(header)),
		mapped: map[string]bool{}, Fixed: map[string]string{}, Swapped: swap,
	}
	for i := range l.Columns {
		l.Columns[i] = -1
	}
	for i, h := range header {
		l.names[i] = cmp.Or(terms.SimpleName(h), fmt.Sprintf("column %d", i+1))
	}
	for _, key := range inOrder(mapping.Columns) {
		term, _ := mapTerm(key)
		if at, err := l.find(mapping.Columns[key]); err == nil {
			l.take(at, term, "the map says so")
			l.mapped[term] = true
		} else if term == "eventID" {
			l.EventParts, _ = l.findParts(mapping.Columns[key])
		} else if term == "pool" {
			l.PoolParts, _ = l.findParts(mapping.Columns[key])
		}
	}
	for _, key := range inOrder(mapping.Likely) {
		term, _ := mapTerm(key)
		if at, ok := l.likely(term, mapping.Likely[key]); ok {
			l.take(at, term, "the profile says so")
			l.mapped[term] = true
		} else if term == "eventID" {
			l.EventParts = l.likelyParts(mapping.Likely[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(mapping.Values)) {
		l.setValues(key, mapping.Values[key])
	}
	l.takeNamed()
	l.takePlain()
	l.partInterval()
	l.findHemispheres()
	l.takeOfEvent()
	if !l.has(Count) && !l.has(Quantity) {
		l.MaybeCounts = l.maybeCounts()
	}
	if !l.has(Status) {
		l.MaybeStatuses = l.vague("occurrenceStatus")
	}
	if swap {
		for _, pair := range [...][2]Role{{Lat, Lon}, {VerbatimLat, VerbatimLon}} {
			l.Columns[pair[0]], l.Columns[pair[1]] = l.Columns[pair[1]], l.Columns[pair[0]]
			l.Values[pair[0]], l.Values[pair[1]] = l.Values[pair[1]], l.Values[pair[0]]
		}
	}
	l.keepOthers()
	return l
}

// inPlainWords is the reason for a column that plainHeaders know.
const inPlainWords = "its name says so in plain words"

// take gives a column the meaning of a term.
func (l *Layout) take(column int, term, reason string) {
	if l.terms[column] == "" { // the id of an event may be that of its site, too
		l.terms[column], l.reasons[column] = term, reason
	}
	if role, ok := valueRole(term); ok {
		l.Columns[role] = column
	}
}

// takeNamed takes the columns that have the name of a term, then those with a short one.
func (l *Layout) takeNamed() {
	for _, names := range []map[string]string{nil, ownAliases, shortAliases} {
		for i, name := range l.names {
			term := name
			if names != nil {
				term = names[strings.ToLower(name)]
			}
			if as, ok := roleTerms[term]; ok && l.terms[i] == "" && l.Columns[as.role] < 0 {
				reason := "it is the name of the term"
				if names != nil {
					reason = "it is a usual name"
				}
				l.take(i, term, reason)
			}
		}
	}
}

// takePlain takes the columns whose names say in plain words what they mean, the likelier ones first.
func (l *Layout) takePlain() {
	type candidate struct {
		column int
		plainTerm
	}
	var candidates []candidate
	for i, name := range l.names {
		plain, ok := plainTerms[plainKey(name)]
		if !ok {
			plain, _ = hemisphere(name)
		}
		if plain.term != "" && l.terms[i] == "" {
			candidates = append(candidates, candidate{i, plain})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	for _, c := range candidates {
		if as := roleTerms[c.term]; l.Columns[as.role] < 0 {
			l.take(c.column, c.term, inPlainWords)
		}
	}
}

// keepOthers keeps in the metadata what is no field of a record.
func (l *Layout) keepOthers() {
	used := map[string]bool{}
	for i, name := range l.names {
		as, ofRecord := roleOf(l.terms[i])
		if l.terms[i] != "" && ofRecord && !as.kept && !l.translated(as.role) {
			continue
		}
		key := name
		if term, known := terms.Known(l.terms[i]); known && !ofRecord {
			key = term
		}
		for n := 2; used[key]; n++ {
			key = fmt.Sprintf("%s_%d", name, n)
		}
		used[key] = true
		l.Kept = append(l.Kept, KeptColumn{Column: i, Key: key})
	}
	slices.SortFunc(l.Kept, func(a, b KeptColumn) int { return cmp.Compare(a.Key, b.Key) })
}

// translated reports whether values of a role stand for others, so that those are kept.
func (l *Layout) translated(r Role) bool {
	values := l.Values[r]
	_, constant := values[""]
	return len(values) > 1 || len(values) == 1 && !constant
}

// setValues takes what the values of a key mean. A constant that the metadata keeps goes there too.
func (l *Layout) setValues(key string, values map[string]string) {
	term, _ := mapTerm(key)
	as, ofRecord := roleOf(term)
	_, known := terms.Known(term)
	if constant := values[""]; constant != "" && (!ofRecord && known || as.kept) {
		l.Fixed[term] = constant
	}
	role, ok := valueRole(term)
	if !ok {
		return
	}
	l.Values[role] = make(map[string]string, len(values))
	for written, value := range values {
		l.Values[role][plainValue(written)] = value
	}
}

// has reports whether a record can have something in a role: from a column or a constant.
func (l *Layout) has(r Role) bool { return l.Columns[r] >= 0 || l.Values[r][""] != "" }

// hasName reports whether there is a name.
func (l *Layout) hasName() bool {
	return l.has(Name) || l.has(Genus) || l.has(AcceptedName) || l.has(Species)
}

// lacking lists what a record needs and the columns do not have, by terms.
func (l *Layout) lacking() []string {
	var out []string
	if !l.hasName() {
		out = append(out, "scientificName")
	}
	if !l.has(VerbatimPlace) {
		if !l.has(Lat) && !l.has(VerbatimLat) {
			out = append(out, "decimalLatitude")
		}
		if !l.has(Lon) && !l.has(VerbatimLon) {
			out = append(out, "decimalLongitude")
		}
	}
	if !l.has(EventDate) && !l.has(Year) && !l.has(Week) {
		out = append(out, "eventDate")
	}
	return out
}

// lackingNames says for people what is lacking.
var lackingNames = map[string]string{
	"scientificName": "the name (scientificName)", "decimalLatitude": "the latitude (decimalLatitude)",
	"decimalLongitude": "the longitude (decimalLongitude)", "eventDate": "the date (eventDate or year)",
}

// Check fails when the columns do not suffice for a record: a name, a place and a date; nameless is a table of events, which have no name. A
// pool may have the place and the date of its event.
func (l *Layout) Check(nameless bool) error {
	lacking := l.lacking()
	lacking = slices.DeleteFunc(lacking, func(term string) bool {
		isName := term == "scientificName"
		return isName && nameless || !isName && l.TakesFromEvents()
	})
	if len(lacking) == 0 {
		return nil
	}
	var wanted []string
	for _, term := range lacking {
		wanted = append(wanted, lackingNames[term])
	}
	advice := "say which they are with --map, for example --map species=VECTOR,lat=Y,lon=X,date=YEAR"
	if meant := suggestions(l.Header, lacking); meant != "" {
		advice = "say which they are with --map; did you mean " + meant + "?"
	}
	if len(lacking) == len(lackingNames) {
		advice += "; if the header stands in a later line, remove what is above it"
	}
	return fmt.Errorf("no column for %s; the columns are %s; %s", strings.Join(wanted, ", "), text.List(l.Header), advice)
}

// Known gives text.OpenTable the number of columns that mean something, by which a dialect proves itself. GBIF's downloads
// quote nothing; they are known by gbifID.
func Known(mapping Mapping) text.Known {
	return func(header []string) (names int, unquoted bool) {
		l := NewLayout(header, mapping, false)
		for _, column := range l.Columns {
			if column >= 0 {
				names++
			}
		}
		return names, l.has(GBIFID)
	}
}

// Note says which columns were taken for what by other names than the terms' own.
func (l *Layout) Note(warn *text.Warnings) {
	if l.Columns[Name] >= 0 && strings.EqualFold(l.names[l.Columns[Name]], "species_scientific_name") {
		return // a list of this server
	}
	var taken []string
	for i, term := range l.terms {
		_, short := shortAliases[strings.ToLower(l.names[i])]
		switch {
		case term == "id" && !l.has(OccurrenceID):
			taken = append(taken, fmt.Sprintf("%q as occurrenceID", l.Header[i]))
		case l.mapped[term] || term == "" || l.names[i] == term:
		case short || l.reasons[i] == inPlainWords:
			taken = append(taken, fmt.Sprintf("%q as %s", l.Header[i], term))
		}
	}
	if species := l.Columns[Species]; species >= 0 && l.Columns[Name] < 0 && l.Columns[Genus] < 0 && l.Columns[AcceptedName] < 0 {
		taken = append(taken, fmt.Sprintf("%q as scientificName", l.Header[species]))
	}
	if len(taken) > 0 {
		warn.Add("columns understood by their names: "+strings.Join(taken, ", "), 0)
	}
	isTime := func(name string) bool { return strings.EqualFold(name, "time") } // beside a date; it may be an effort
	if at := slices.IndexFunc(l.names, isTime); at >= 0 && l.terms[at] == "" && l.has(EventDate) && !l.has(EventTime) {
		warn.Add(fmt.Sprintf("%q may be the time of day: name it with --map time=COLUMN", l.Header[at]), 0)
	}
	l.notePools(warn)
	l.noteVague(warn)
	l.noteSexes(warn)
}

// Mapped reports whether the map or the profile says which column a term has.
func (l *Layout) Mapped(term string) bool { return l.mapped[term] }
