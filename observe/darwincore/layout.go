package darwincore

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// metaColumn is a column whose values go to the metadata under a key.
type metaColumn struct {
	column int
	key    string
}

// layout says what each column of a file means.
type layout struct {
	header  []string
	names   []string                          // of the columns, as keys of the metadata
	columns [roleCountLimit]int               // of each role, -1 when the file has none
	values  [roleCountLimit]map[string]string // of each role: what stands for what is written, in lower case; "" for nothing
	meta    []metaColumn                      // sorted by key
	fixed   map[string]string                 // metadata where the file says nothing

	// Columns that may be the count and the status, -1 when there is none or another one surely is.
	vagueCount, vagueStatus int

	terms   []string // of each column, empty when it has none
	reasons []string // of each term, for people
	mapped  map[string]bool
	swapped bool
}

// newLayout finds the meaning of each column: what the map says first, then the terms themselves, then their short names, then plain
// words. A column that another one outranks is kept in the metadata.
func newLayout(header []string, mapping Mapping, swap bool) *layout {
	l := &layout{
		header: header, names: make([]string, len(header)), terms: make([]string, len(header)), reasons: make([]string, len(header)),
		mapped: map[string]bool{}, fixed: map[string]string{}, swapped: swap,
	}
	for i := range l.columns {
		l.columns[i] = -1
	}
	for i, h := range header {
		l.names[i] = cmp.Or(terms.SimpleName(h), fmt.Sprintf("column %d", i+1))
	}
	for _, key := range slices.Sorted(maps.Keys(mapping.Columns)) {
		if at, err := l.find(mapping.Columns[key]); err == nil {
			term, _ := mapTerm(key)
			l.take(at, term, "the map says so")
			l.mapped[term] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(mapping.Likely)) {
		if at, ok := l.likely(mapping.Likely[key]); ok {
			term, _ := mapTerm(key)
			l.take(at, term, "the profile says so")
			l.mapped[term] = true
		}
	}
	for key, values := range mapping.Values {
		l.setValues(key, values)
	}
	l.takeNamed()
	l.takePlain()
	l.vagueCount, l.vagueStatus = -1, -1
	if !l.has(roleCount) && !l.has(roleQuantity) {
		l.vagueCount = l.vague("individualCount")
	}
	if !l.has(roleStatus) {
		l.vagueStatus = l.vague("occurrenceStatus")
	}
	if swap {
		for _, pair := range [...][2]role{{roleLat, roleLon}, {roleVerbatimLat, roleVerbatimLon}} {
			l.columns[pair[0]], l.columns[pair[1]] = l.columns[pair[1]], l.columns[pair[0]]
			l.values[pair[0]], l.values[pair[1]] = l.values[pair[1]], l.values[pair[0]]
		}
	}
	l.keepOthers()
	return l
}

// inPlainWords is the reason for a column that plainHeaders know.
const inPlainWords = "its name says so in plain words"

// take gives a column the meaning of a term.
func (l *layout) take(column int, term, reason string) {
	l.terms[column], l.reasons[column] = term, reason
	if as, ok := roleOf(term); ok {
		l.columns[as.role] = column
	}
}

// takeNamed takes the columns that have the name of a term, then those with a short one.
func (l *layout) takeNamed() {
	for _, names := range []map[string]string{nil, ownAliases, shortAliases} {
		for i, name := range l.names {
			term := name
			if names != nil {
				term = names[strings.ToLower(name)]
			}
			if as, ok := roleTerms[term]; ok && l.terms[i] == "" && l.columns[as.role] < 0 {
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
func (l *layout) takePlain() {
	type candidate struct {
		column int
		plainTerm
	}
	var candidates []candidate
	for i, name := range l.names {
		if plain, ok := plainTerms[plainKey(name)]; ok && l.terms[i] == "" {
			candidates = append(candidates, candidate{i, plain})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	for _, c := range candidates {
		if as := roleTerms[c.term]; l.columns[as.role] < 0 {
			l.take(c.column, c.term, inPlainWords)
		}
	}
}

// keepOthers keeps in the metadata what is no field of a record.
func (l *layout) keepOthers() {
	used := map[string]bool{}
	for i, name := range l.names {
		as, ofRecord := roleOf(l.terms[i])
		if l.terms[i] != "" && ofRecord && !as.kept && !l.translated(as.role) {
			continue
		}
		key := name
		if l.terms[i] != "" && !ofRecord {
			key = l.terms[i]
		}
		for n := 2; used[key]; n++ {
			key = fmt.Sprintf("%s_%d", name, n)
		}
		used[key] = true
		l.meta = append(l.meta, metaColumn{column: i, key: key})
	}
	slices.SortFunc(l.meta, func(a, b metaColumn) int { return cmp.Compare(a.key, b.key) })
}

// translated reports whether values of a role stand for others, so that those are kept.
func (l *layout) translated(r role) bool {
	values := l.values[r]
	_, constant := values[""]
	return len(values) > 1 || len(values) == 1 && !constant
}

// setValues takes what the values of a key mean. A constant that the metadata keeps goes there too.
func (l *layout) setValues(key string, values map[string]string) {
	term, _ := mapTerm(key)
	as, ofRecord := roleOf(term)
	if constant := values[""]; constant != "" && (!ofRecord || as.kept) {
		l.fixed[term] = constant
	}
	if !ofRecord {
		return
	}
	l.values[as.role] = make(map[string]string, len(values))
	for written, value := range values {
		l.values[as.role][strings.ToLower(strings.TrimSpace(written))] = value
	}
}

// has reports whether a record can have something in a role: from a column or a constant.
func (l *layout) has(r role) bool { return l.columns[r] >= 0 || l.values[r][""] != "" }

// named reports whether there is a name.
func (l *layout) named() bool {
	return l.has(roleName) || l.has(roleGenus) || l.has(roleAcceptedName) || l.has(roleSpecies)
}

// lacking lists what a record needs and the columns do not have, by terms.
func (l *layout) lacking() []string {
	var out []string
	if !l.named() {
		out = append(out, "scientificName")
	}
	if !l.has(roleVerbatimPlace) {
		if !l.has(roleLat) && !l.has(roleVerbatimLat) {
			out = append(out, "decimalLatitude")
		}
		if !l.has(roleLon) && !l.has(roleVerbatimLon) {
			out = append(out, "decimalLongitude")
		}
	}
	if !l.has(roleEventDate) && !l.has(roleYear) {
		out = append(out, "eventDate")
	}
	return out
}

// lackingNames says for people what is lacking.
var lackingNames = map[string]string{
	"scientificName": "the name (scientificName)", "decimalLatitude": "the latitude (decimalLatitude)",
	"decimalLongitude": "the longitude (decimalLongitude)", "eventDate": "the date (eventDate or year)",
}

// check fails when the columns do not suffice for a record: a name, a place and a date.
func (l *layout) check() error {
	lacking := l.lacking()
	if lacking == nil {
		return nil
	}
	var wanted []string
	for _, term := range lacking {
		wanted = append(wanted, lackingNames[term])
	}
	advice := "say which they are with --map, for example --map species=VECTOR,lat=Y,lon=X,date=YEAR"
	if meant := suggestions(l.header, lacking); meant != "" {
		advice = "say which they are with --map; did you mean " + meant + "?"
	}
	return fmt.Errorf("no column for %s; the columns are %s; %s", strings.Join(wanted, ", "), listColumns(l.header), advice)
}

// known gives text.Detect the number of columns that mean something, by which a dialect proves itself. GBIF's downloads
// quote nothing; they are known by gbifID.
func known(mapping Mapping) text.Known {
	return func(header []string) (names int, unquoted bool) {
		l := newLayout(header, mapping, false)
		for _, column := range l.columns {
			if column >= 0 {
				names++
			}
		}
		return names, l.has(roleGBIFID)
	}
}

// note says which columns were taken for what by other names than the terms' own.
func (l *layout) note(warn *text.Warnings) {
	if l.columns[roleName] >= 0 && strings.EqualFold(l.names[l.columns[roleName]], "species_scientific_name") {
		return // a list of this server
	}
	var taken []string
	for i, term := range l.terms {
		_, short := shortAliases[strings.ToLower(l.names[i])]
		switch {
		case l.mapped[term] || term == "" || l.names[i] == term:
		case short || l.reasons[i] == inPlainWords:
			taken = append(taken, fmt.Sprintf("%q as %s", l.header[i], term))
		}
	}
	if species := l.columns[roleSpecies]; species >= 0 && l.columns[roleName] < 0 && l.columns[roleGenus] < 0 && l.columns[roleAcceptedName] < 0 {
		taken = append(taken, fmt.Sprintf("%q as scientificName", l.header[species]))
	}
	if len(taken) > 0 {
		warn.Add("columns understood by their names: "+strings.Join(taken, ", "), 0)
	}
	if l.vagueCount >= 0 {
		warn.Add(fmt.Sprintf("%q may be the count: name it with --map count=COLUMN", l.header[l.vagueCount]), 0)
	}
}

// vague returns the first column whose name may mean a term, -1 when there is none.
func (l *layout) vague(term string) int {
	for i, name := range l.names {
		if l.terms[i] == "" && vagueTerms[plainKey(name)] == term {
			return i
		}
	}
	return -1
}

// listColumns names columns for a message, as many as a person reads.
func listColumns(header []string) string {
	const most, longest = 40, 60
	shown := make([]string, 0, most)
	for i, name := range header {
		if i == most {
			shown = append(shown, fmt.Sprintf("and %d more", len(header)-most))
			break
		}
		if len(name) > longest {
			name = strings.ToValidUTF8(name[:longest], "") + "..."
		}
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	return strings.Join(shown, ", ")
}
