package darwincore

import (
	"cmp"
	"fmt"
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

type layout struct {
	header  []string
	columns [roleCountLimit]int // of each role, -1 when the file has none
	meta    []metaColumn        // sorted by key
}

// newLayout finds the meaning of each column: what the map says first, then the terms themselves, then their aliases. A
// column that another one outranks is kept in the metadata.
func newLayout(header []string, mapping map[string]string) (*layout, error) {
	l := &layout{header: header}
	for i := range l.columns {
		l.columns[i] = -1
	}
	names := make([]string, len(header))
	for i, h := range header {
		names[i] = cmp.Or(terms.SimpleName(h), fmt.Sprintf("column %d", i+1))
	}
	taken := make([]bool, len(header)) // has a role and does not go to the metadata
	keys := make([]string, len(header))
	if err := l.applyMap(mapping, keys, taken); err != nil {
		return nil, err
	}
	for _, aliased := range []bool{false, true} {
		for i, name := range names {
			term := name
			if aliased {
				term = aliases[strings.ToLower(name)]
			}
			if as, ok := roleTerms[term]; ok && !taken[i] && keys[i] == "" && l.columns[as.role] < 0 {
				l.columns[as.role] = i
				taken[i] = !as.kept
			}
		}
	}
	used := map[string]bool{}
	for i, name := range names {
		if taken[i] {
			continue
		}
		key := cmp.Or(keys[i], name)
		for n := 2; used[key]; n++ {
			key = fmt.Sprintf("%s_%d", name, n)
		}
		used[key] = true
		l.meta = append(l.meta, metaColumn{column: i, key: key})
	}
	slices.SortFunc(l.meta, func(a, b metaColumn) int { return cmp.Compare(a.key, b.key) })
	return l, nil
}

// applyMap gives the columns of --map their roles; the source goes to the metadata.
func (l *layout) applyMap(mapping map[string]string, keys []string, taken []bool) error {
	for _, key := range MapKeys() {
		name, ok := mapping[key]
		if !ok {
			continue
		}
		at := slices.Index(l.header, name)
		if at < 0 {
			at = slices.IndexFunc(l.header, func(h string) bool { return strings.EqualFold(h, name) })
		}
		switch {
		case at < 0:
			return fmt.Errorf("the map takes %s from the column %q, which is not there; the columns are %s", key, name, listColumns(l.header))
		case taken[at] || keys[at] != "":
			return fmt.Errorf("the map uses the column %q twice", name)
		case key == "source":
			keys[at] = "source"
		default:
			l.columns[roleTerms[mapTerms[key]].role] = at
			taken[at] = true
		}
	}
	return nil
}

// check fails when the columns do not suffice for a record: a name, a place and a date.
func (l *layout) check() error {
	var lacking []string
	if !l.has(roleName) && !l.has(roleGenus) && !l.has(roleAcceptedName) && !l.has(roleSpecies) {
		lacking = append(lacking, "the name (scientificName)")
	}
	if !l.has(roleLat) {
		lacking = append(lacking, "the latitude (decimalLatitude)")
	}
	if !l.has(roleLon) {
		lacking = append(lacking, "the longitude (decimalLongitude)")
	}
	if !l.has(roleEventDate) && !l.has(roleYear) {
		lacking = append(lacking, "the date (eventDate or year)")
	}
	if lacking == nil {
		return nil
	}
	return fmt.Errorf("no column for %s; the columns are %s; say which they are with --map, for example --map species=VECTOR,lat=Y,lon=X,date=YEAR",
		strings.Join(lacking, ", "), listColumns(l.header))
}

func (l *layout) has(r role) bool { return l.columns[r] >= 0 }

// known gives text.Detect the number of columns that mean something, by which a dialect proves itself. GBIF's downloads
// quote nothing; they are known by gbifID.
func known(mapping map[string]string) text.Known {
	return func(header []string) (names int, unquoted bool) {
		l, err := newLayout(header, mapping)
		if err != nil {
			l, _ = newLayout(header, nil)
		}
		for _, column := range l.columns {
			if column >= 0 {
				names++
			}
		}
		return names, l.has(roleGBIFID)
	}
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
