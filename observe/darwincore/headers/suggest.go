package headers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/editdistance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
)

// Suggestion proposes what a column means.
type Suggestion struct {
	Key    string // of a Mapping
	Column string // as a Mapping names it: with #2 when it is the second of its name
	Term   string // of Darwin Core, that the key stands for
	Sure   bool   // Open takes it without being told
	Reason string // for people
}

// Suggest proposes a mapping for the columns of a header, in their order: first what Open takes by itself, then what a person may
// have meant, for terms that nothing else stands for.
func Suggest(header []string) []Suggestion {
	l := NewLayout(header, Mapping{}, false)
	var out []Suggestion
	found := map[string]bool{}
	for i := range header {
		term, reason := l.terms[i], l.reasons[i]
		if key := keyOf(term); key != "" {
			found[term] = true
			out = append(out, Suggestion{Key: key, Column: l.NameOf(i), Term: term, Sure: true, Reason: reason})
		}
	}
	for i, name := range header {
		if l.terms[i] != "" {
			continue
		}
		term, reason := guess(name, found)
		if term == "" || found[term] || term == "scientificName" && l.hasName() {
			continue
		}
		found[term] = true
		out = append(out, Suggestion{Key: keyOf(term), Column: l.NameOf(i), Term: term, Reason: reason})
	}
	return out
}

// keyOf returns the short key of a term, or the term itself if it is one of Darwin Core's; empty when no key stands for it.
func keyOf(term string) string {
	for _, key := range Keys() {
		if mapTerms[key] == term {
			return key
		}
	}
	if _, ok := terms.Known(term); ok {
		return term
	}
	return ""
}

// guess says which term a header may mean that names none: of several the first that is not found yet.
func guess(header string, found map[string]bool) (term, reason string) {
	key := plainKey(terms.SimpleName(header))
	if plain, ok := plainTerms[key]; ok {
		return plain.term, inPlainWords
	}
	for _, term := range vagueTerms(key) {
		if !found[term] {
			return term, "its name may mean it"
		}
	}
	if near := nearest(key, slices.Sorted(maps.Keys(plainTerms))); near != "" {
		return plainTerms[near].term, "its name looks like a misspelling"
	}
	return "", ""
}

// longestWord is the most bytes of a word for which another one may have been meant.
const longestWord = 60

// nearest returns the word among some that is spelled most like another, at most a third of whose letters are wrong; empty when there
// is none.
func nearest(word string, among []string) string {
	if len(word) > longestWord {
		return ""
	}
	best, least := "", min(len(word)/3, 2)+1
	for _, candidate := range among {
		if d := editdistance.Between(strings.ToLower(word), candidate); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// suggestions writes what a person may have meant as an option of the command: --map lat=Y,lon=X; empty when there is nothing.
func suggestions(header []string, lacking []string) string {
	var parts []string
	for _, s := range Suggest(header) {
		if !s.Sure && slices.Contains(lacking, s.Term) {
			column := s.Column
			if strings.ContainsAny(column, `,=:"`) {
				column = `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
			}
			parts = append(parts, fmt.Sprintf("%s=%s", s.Key, column))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	option := strings.Join(parts, ",")
	if strings.ContainsAny(option, ` "'`) {
		option = "'" + strings.ReplaceAll(option, "'", `'\''`) + "'"
	}
	return "--map " + option
}
