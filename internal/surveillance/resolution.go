package surveillance

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// Match is how a written name was found.
type Match string

const (
	MatchExact        Match = "exact"        // as it is stored
	MatchSynonym      Match = "synonym"      // another name of the taxon; also a part that is one
	MatchAbbreviation Match = "abbreviation" // of the genus or, never surely, of the epithet
	MatchCapitals     Match = "capitals"     // all in capitals, or all small
	MatchSpelling     Match = "spelling"     // authorship, subgenus, rank, qualifier, or the ending that the gender of the genus asks for
	MatchMisspelling  Match = "misspelling"  // near to the name of a catalogued species, stored or not, and in no case sure
	MatchNew          Match = "new"          // a name that is not stored
	MatchUnknown      Match = "unknown"      // the text says that it is not known which mosquito it is
	MatchNothing      Match = "nothing"      // the text says that there was no mosquito
	MatchNone         Match = "none"         // the text is no name; where it has letters, records keep it beside the taxon Unresolved
)

// Resolution is what a written name means.
type Resolution struct {
	Written string
	Name    names.Name // as it is written: its Scientific is not looked up
	// Scientific is the accepted name, "" for what names no taxon. For a misspelling it is the name as written: what is near is
	// among the candidates.
	Scientific string
	Taxon      *Taxon // nil when the name is not stored; records may have a misspelling
	Match      Match
	Distance   int // edits between the name and the nearest candidate; 0 unless it is a misspelling
	// Sure reports whether the name may be used without asking a person. A misspelling is proposed and never used so.
	Sure       bool
	Candidates []Candidate // catalogued species that may be meant, the nearest first
}

// Candidate is a name that may be meant.
type Candidate struct {
	Taxon    Taxon
	Distance int // letters to insert, delete, replace or swap
}

// Resolve tells what a written name means. It is the one way from texts to taxa: creates, imports, GET BASE/names and `skeeter names
// check` go by it.
func (n *Names) Resolve(written string) Resolution {
	parsed, ok := names.Parse(written)
	r := Resolution{Written: written, Name: parsed, Sure: true}
	switch {
	case parsed.Nothing:
		r.Match = MatchNothing
		return r
	case parsed.Unknown:
		r.Match = MatchUnknown
		return r
	case !ok || lang.Slug(parsed.Scientific) == "":
		return r.none()
	}
	if r.found(n, parsed.Scientific, MatchSynonym) {
		if r.Taxon.Unresolved {
			return r.none()
		}
	} else {
		if accepted, match, ok := n.hierarchy.compose(parsed); ok {
			if r.found(n, accepted, match); r.Taxon == nil {
				r.Scientific, r.Match = accepted, match
			}
			return r
		}
		r.Scientific, r.Match = parsed.Scientific, MatchNew
	}
	// That a file brought a name before makes it no better: only the catalog is believed.
	if r.Taxon == nil || !r.Taxon.InCatalog {
		r.propose(n.hierarchy, parsed)
	}
	if r.Match == MatchNew && r.Unreadable() {
		return r.none()
	}
	return r
}

// none returns the resolution of a text that is no name.
func (r Resolution) none() Resolution {
	return Resolution{Written: r.Written, Name: r.Name, Match: MatchNone}
}

// Unreadable reports whether a text says something, and no name: "<script>"; nor does what is too short to be one name ("A. vexans").
func (r Resolution) Unreadable() bool { return r.Name.Scientific != "" && !IsResolved(r.Scientific) }

// IsOfMosquito reports whether a name that is not stored looks like one of mosquitoes: of a genus that is known, with the form of a name.
func (r Resolution) IsOfMosquito() bool {
	parsed, ok := names.Parse(r.Scientific)
	return ok && parsed.IsMosquito() && parsed.Rank != names.Unranked && names.HasForm(r.Scientific)
}

// propose adds the catalogued species that a name outside of the catalog may stand for.
func (r *Resolution) propose(h *hierarchy, n names.Name) {
	r.Candidates = h.near(n)
	switch {
	case isAbbreviated(n):
		r.Match, r.Sure = MatchAbbreviation, false
	case len(r.Candidates) > 0:
		r.Match, r.Distance, r.Sure = MatchMisspelling, r.Candidates[0].Distance, false
	}
}

// found looks the name up. other is the match where the name is not spelled as the taxon's own.
func (r *Resolution) found(n *Names, scientific string, other Match) bool {
	t, _, ok := n.find(scientific)
	if !ok {
		return false
	}
	r.Taxon, r.Scientific = &t, t.ScientificName
	switch {
	case strings.TrimSpace(r.Written) == t.ScientificName:
		r.Match = MatchExact
	case other != MatchSynonym || !slices.Contains(Slugs(scientific), t.ID):
		r.Match = other
	default:
		r.Match = howWritten(r.Written, t.ScientificName)
	}
	return true
}

// howWritten tells in what a text differs from the name that it spells.
func howWritten(written, scientific string) Match {
	first := strings.TrimRight(strings.Trim(strings.Fields(written)[0], `"'?(`), ".")
	switch {
	case len(first) < 3 && strings.ContainsFunc(first, unicode.IsLetter) && !strings.HasPrefix(strings.ToLower(scientific), strings.ToLower(first)+" "):
		return MatchAbbreviation
	case !strings.ContainsFunc(written, unicode.IsLower), written == strings.ToLower(written):
		return MatchCapitals
	}
	return MatchSpelling
}

// compose returns the accepted name of a name that consists of names which are found surely: of the species and the ending of a
// subspecies or a group, of the alternatives of an undivided name; or of a species but for its gender ending or the first letter of
// its genus.
func (h *hierarchy) compose(n names.Name) (accepted string, match Match, ok bool) {
	switch n.Rank {
	case names.Species:
		if t, ok := h.byEnding(n.Scientific); ok {
			return t.ScientificName, MatchSpelling, true
		}
		if t, ok := h.byInitial(n.Scientific); ok {
			return t.ScientificName, MatchAbbreviation, true
		}
	case names.Subspecies, names.Form, names.Group, names.Complex:
		species := binomial(n.Scientific)
		rest, more := strings.CutPrefix(n.Scientific, species+" ")
		t, match, found := h.species(species)
		if !more || !found || t.ScientificName == species {
			return "", "", false
		}
		return t.ScientificName + " " + rest, match, true
	case names.Undivided, names.Hybrid:
		return h.composeAlternatives(n)
	}
	return "", "", false
}

// composeAlternatives returns an undivided name, or a hybrid, of the accepted names of its alternatives.
func (h *hierarchy) composeAlternatives(n names.Name) (accepted string, match Match, ok bool) {
	parts := make([]string, len(n.Alternatives))
	for i, alternative := range n.Alternatives {
		t, how, found := h.species(alternative)
		if parts[i] = alternative; found {
			parts[i] = t.ScientificName
		}
		if parts[i] != alternative {
			match = cmp.Or(match, how)
		}
	}
	if match == "" {
		return "", "", false
	}
	separator := "/"
	if n.Rank == names.Hybrid {
		separator = " × "
	}
	composed, ok := names.Parse(strings.Join(parts, separator))
	return composed.Scientific, match, ok
}

// species finds a species surely: by any name that it has, by its gender ending, by the first letter of its genus.
func (h *hierarchy) species(scientific string) (Taxon, Match, bool) {
	if t, _, ok := h.names.find(scientific); ok {
		return t, MatchSynonym, true
	}
	if t, ok := h.byEnding(scientific); ok {
		return t, MatchSpelling, true
	}
	t, ok := h.byInitial(scientific)
	return t, MatchAbbreviation, ok
}

// Resolver resolves names and remembers them. It is not safe for concurrent use.
type Resolver struct {
	names *Names
	known memo.Memo[Resolution]
}

// maxResolved bounds what a Resolver remembers.
const maxResolved = 20_000

// NewResolver returns a Resolver of these names.
func (n *Names) NewResolver() *Resolver { return &Resolver{n, memo.New[Resolution](maxResolved)} }

// Resolve is Names.Resolve.
func (r *Resolver) Resolve(written string) Resolution { return r.known.Get(written, r.names.Resolve) }

// sortCandidates puts the nearest first, and keeps the best of each taxon.
func sortCandidates(all []Candidate) []Candidate {
	slices.SortFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Taxon.ScientificName, b.Taxon.ScientificName))
	})
	var out []Candidate
	for _, c := range all {
		if !slices.ContainsFunc(out, func(o Candidate) bool { return o.Taxon.Key == c.Taxon.Key }) && len(out) < maxCandidates {
			out = append(out, c)
		}
	}
	return out
}

// maxCandidates is how many names are proposed.
const maxCandidates = 5
