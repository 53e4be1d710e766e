package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/editdistance"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Type is what a result is.
type Type string

// Types of results.
const (
	Country    Type = "country"
	Area       Type = "area"
	Town       Type = "town"
	Genus      Type = "genus"
	Species    Type = "species"
	Disease    Type = "disease"
	DataSource Type = "data_source"
	Place      Type = "coordinates"
	Record     Type = "record"
)

// entry is what can be found.
type entry struct {
	kind       Type
	id         string
	importance float64   // of 0 to 1: the order of results that a text fits alike
	misspelled bool      // it is found by names that are misspelled by a letter, too
	word       string    // what a result says: a name; of a country or a disease it is empty, and the language of the answer says it
	also       string    // more about it, such as the state of a town
	species    int       // of a genus: how many of its species the catalog describes
	country    string    // where it lies: an id; "" where that is not known
	box        []float64 // west, south, east, north; of a point two numbers
}

// key is a name of an entry from one of its words on, folded.
type key struct {
	text  string
	entry int32
	whole bool // from its first word on
	other bool // the name is another spelling, or the name that it had
}

// index finds entries by what their names begin with. It is immutable.
type index struct {
	entries []entry
	keys    []key // by text
	names   []key // whole names of entries that may be misspelled
}

// builder makes an index.
type builder struct {
	index
	known map[key]bool
}

func newBuilder() *builder { return &builder{known: map[key]bool{}} }

// add adds an entry with its names.
func (b *builder) add(e entry, names ...string) {
	b.entries = append(b.entries, e)
	b.addNames(false, names)
}

// addSpellings adds names of the last entry that fit worse than its own.
func (b *builder) addSpellings(names []string) { b.addNames(true, names) }

func (b *builder) addNames(other bool, names []string) {
	at := int32(len(b.entries) - 1)
	e := b.entries[at]
	for _, name := range names {
		name = fold(name)
		for text, whole := name, true; text != ""; text, whole = nextWord(text), false {
			k := key{text, at, whole, other}
			if b.known[k] {
				break
			}
			b.known[k] = true
			b.keys = append(b.keys, k)
			if whole && e.misspelled {
				b.names = append(b.names, k)
			}
		}
	}
}

// build orders the entries by importance, so that the number of one tells which of two comes first.
func (b *builder) build() *index {
	order := make([]int32, len(b.entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, c int32) int { return cmp.Compare(b.entries[c].importance, b.entries[a].importance) })
	entries, place := make([]entry, len(order)), make([]int32, len(order))
	for to, from := range order {
		entries[to], place[from] = b.entries[from], int32(to)
	}
	for i := range b.keys {
		b.keys[i].entry = place[b.keys[i].entry]
	}
	for i := range b.names {
		b.names[i].entry = place[b.names[i].entry]
	}
	b.entries = entries
	slices.SortFunc(b.keys, func(a, c key) int { return cmp.Or(strings.Compare(a.text, c.text), cmp.Compare(a.entry, c.entry)) })
	return &b.index
}

// fold returns a name without case and accents, with one blank for what is no letter or digit.
func fold(name string) string { return strings.ReplaceAll(lang.Slug(lang.Fold(name)), "-", " ") }

// nextWord returns a text from its second word on.
func nextWord(text string) string {
	_, rest, _ := strings.Cut(text, " ")
	return rest
}

// How well a text fits a name, the best first.
const (
	exact      = iota // it is the name
	beginning         // the name begins with it
	word              // a word of the name begins with it
	spelling          // another spelling of the name begins with it, or a word of that
	misspelled        // it is a letter away from the name
)

// hit is an entry and, above it, how well it fits: the least is the best.
type hit uint64

func newHit(fit int, entry int32) hit { return hit(fit)<<32 | hit(entry) }

func (h hit) entry() int32 { return int32(h & math.MaxUint32) }

// fewestMisspelled is the shortest text, in letters, for which a misspelling is thought of.
const fewestMisspelled = 4

// mostOfType is how many results of one type come before those of others.
const mostOfType = 4

// find returns the entries that a text fits, the best first: all types that there are have a part of them.
func (x *index) find(text string, limit int) []entry {
	text = fold(text)
	if text == "" {
		return nil
	}
	var hits []hit
	from, _ := slices.BinarySearchFunc(x.keys, text, func(k key, t string) int { return strings.Compare(k.text, t) })
	for _, k := range x.keys[from:] {
		if !strings.HasPrefix(k.text, text) {
			break
		}
		fit := word
		switch {
		case k.whole && len(k.text) == len(text):
			fit = exact
		case k.other:
			fit = spelling
		case k.whole:
			fit = beginning
		}
		hits = append(hits, newHit(fit, k.entry))
	}
	if len(hits) == 0 && utf8.RuneCountInString(text) >= fewestMisspelled {
		for _, k := range x.names {
			if nearLength(k.text, text) && editdistance.Between(k.text, text) <= 1 {
				hits = append(hits, newHit(misspelled, k.entry))
			}
		}
	}
	slices.Sort(hits)
	return x.pick(hits, limit)
}

// nearLength reports whether texts may be a letter apart, by their bytes.
func nearLength(a, b string) bool {
	apart := len(a) - len(b)
	return -utf8.UTFMax <= apart && apart <= utf8.UTFMax
}

// pick returns as many of the hits as are wanted: the best of each type, and then the others. An entry may have several hits.
func (x *index) pick(hits []hit, limit int) []entry {
	var taken, others []hit
	ofType, known := map[Type]int{}, map[int32]bool{}
	for _, h := range hits {
		if len(taken) == limit {
			break
		}
		kind := x.entries[h.entry()].kind
		if ofType[kind] >= mostOfType && len(others) >= limit || known[h.entry()] {
			continue
		}
		known[h.entry()] = true
		if ofType[kind]++; ofType[kind] <= mostOfType {
			taken = append(taken, h)
		} else if len(others) < limit {
			others = append(others, h)
		}
	}
	taken = append(taken, others[:min(len(others), limit-len(taken))]...)
	slices.Sort(taken)
	out := make([]entry, len(taken))
	for i, h := range taken {
		out[i] = x.entries[h.entry()]
	}
	return out
}

// unprintable reports whether a text has a control character.
func unprintable(text string) bool { return strings.ContainsFunc(text, unicode.IsControl) }
