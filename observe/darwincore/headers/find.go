package headers

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// DuplicateColumnError is a header in which two columns have one name, or two names of one term, and nothing says which counts.
type DuplicateColumnError struct {
	Term    string   // that they name
	Columns []string // as a Mapping names each
}

func (e *DuplicateColumnError) Error() string {
	return fmt.Sprintf("%d columns mean %s (%s); say which one counts, for example --map %s=%s",
		len(e.Columns), e.Term, text.List(e.Columns), keyOf(e.Term), quoteColumn(e.Columns[0]))
}

// quoteColumn writes the name of a column as an option of a shell has it.
func quoteColumn(name string) string {
	if strings.ContainsAny(name, " #'\"") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// find returns the column that a Mapping names: by its exact name, then in any case, then as NAME#2. A name that stands twice is
// refused.
func (l *Layout) find(name string) (int, error) {
	for _, same := range []func(h string) bool{
		func(h string) bool { return h == name },
		func(h string) bool { return strings.EqualFold(h, name) },
	} {
		at := slices.IndexFunc(l.Header, same)
		if at < 0 {
			continue
		}
		if slices.ContainsFunc(l.Header[at+1:], same) {
			return 0, fmt.Errorf("the column %q stands twice: write %s#1 or %s#2", name, name, name)
		}
		return at, nil
	}
	if hash := strings.LastIndexByte(name, '#'); hash > 0 {
		if n, err := strconv.Atoi(name[hash+1:]); err == nil && n > 0 {
			for i, h := range l.Header {
				if strings.EqualFold(h, name[:hash]) {
					if n--; n == 0 {
						return i, nil
					}
				}
			}
		}
	}
	return 0, fmt.Errorf("there is no column %q; the columns are %s", name, text.List(l.Header))
}

// likely returns the first column that has one of some names, in any case and with any separators.
func (l *Layout) likely(term string, names []string) (column int, ok bool) {
	_, shares := poolTerms[term]
	for _, name := range names {
		if at, err := l.find(name); err == nil && (shares || l.terms[at] == "") {
			return at, true
		}
		key := plainKey(name)
		at := slices.IndexFunc(l.Header, func(h string) bool { return plainKey(h) == key })
		if at >= 0 && (shares || l.terms[at] == "") {
			return at, true
		}
	}
	return 0, false
}

// NameOf names a column so that find finds it.
func (l *Layout) NameOf(column int) string {
	name, n, twice := l.Header[column], 0, false
	for i, h := range l.Header {
		if strings.EqualFold(h, name) {
			twice = twice || i != column
			if i <= column {
				n++
			}
		}
	}
	if twice {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

// CheckMap fails when a Mapping names a column that is not there, that stands twice, or that has another meaning already; the id
// of an event may be that of its site.
func (l *Layout) CheckMap(mapping Mapping) error {
	used := map[int]string{}
	bothOf := func(key, other string) bool {
		term, _ := mapTerm(key)
		otherTerm, _ := mapTerm(other)
		return term == "locationID" && otherTerm == "eventID"
	}
	for _, key := range slices.Sorted(maps.Keys(mapping.Columns)) {
		if term, _ := mapTerm(key); term == "eventID" && l.EventParts != nil || term == "pool" && l.PoolParts != nil {
			continue
		}
		at, err := l.find(mapping.Columns[key])
		if err != nil {
			return fmt.Errorf("the map takes %s from a column: %w", key, err)
		}
		if other, twice := used[at]; twice && !bothOf(key, other) {
			return fmt.Errorf("the map uses the column %q twice, for %s and %s", mapping.Columns[key], other, key)
		}
		used[at] = key
	}
	return nil
}

// CheckTwice fails for a term that two columns name equally, unless the map says which counts.
func (l *Layout) CheckTwice() error {
	for i, name := range l.names {
		term := l.terms[i]
		if _, ofRecord := roleTerms[term]; !ofRecord || l.mapped[term] {
			continue
		}
		twins := []string{l.NameOf(i)}
		for j := range l.names {
			if j != i && strings.EqualFold(l.names[j], name) && l.terms[j] == "" {
				twins = append(twins, l.NameOf(j))
			}
		}
		if len(twins) > 1 {
			return &DuplicateColumnError{Term: term, Columns: twins}
		}
	}
	return nil
}
