package darwincore

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reasons to reject a row for its name, in the words of the package names.
var (
	errNoName     = errors.New(names.Name{}.Reason())
	errUnknown    = errors.New(names.Name{Unknown: true}.Reason())
	errSum        = errors.New(names.Name{Sum: true}.Reason())
	errFailed     = errors.New(names.Name{Failed: true}.Reason())
	errNameLength = errors.New("name over 300 characters")
	errGenus      = errors.New("the genus contradicts the species")
)

// name reads the scientific name, and how it was written. A row that found nothing has the name of the taxon that was looked for.
func (b *builder) name() error {
	full := text.OneLine(b.get(headers.Name))
	if full == "" {
		if b.contradictsGenus() {
			return errGenus
		}
		full = b.composedName()
	}
	if full == "" {
		if b.foundNothing() {
			return b.target("", "")
		}
		return errNoName
	}
	if _, long := text.Shorten(full, maxNameRunes); long {
		return errNameLength
	}
	bare := full
	if authorship := b.get(headers.Authorship); authorship != "" && len(bare) > len(authorship) &&
		strings.EqualFold(bare[len(bare)-len(authorship):], authorship) {
		bare = bare[:len(bare)-len(authorship)]
	}
	name := b.names.parse(bare)
	if name.Failed && b.events.stated && b.eventID != "" && b.countsNone() {
		b.failed = true
		return b.target("", full)
	}
	if name.Unknown && !name.Sum && !name.Failed && !b.contradictsGenus() { // the genus or an accepted name may be known
		if other := b.names.parse(b.composedName()); other.Scientific != "" {
			name = other
		}
	}
	switch {
	case name.Nothing:
		return b.target(name.Sought, full)
	case name.Missing && b.foundNothing():
		return b.target("", "")
	case name.Sum:
		return errSum
	case name.Failed:
		return errFailed
	case name.Unknown && !name.Missing:
		return errUnknown
	case name.Scientific == "":
		return errNoName
	}
	r := b.record
	r.setName(b.accepted(name))
	r.VerbatimName = full
	if verbatim := text.OneLine(b.get(headers.VerbatimName)); verbatim != "" {
		if _, long := text.Shorten(verbatim, maxNameRunes); long {
			return errNameLength
		}
		r.VerbatimName = verbatim
		// Files of this server have the name as it was understood; its hash is that of the name as it was written.
		if written := b.names.parse(verbatim); b.release010 && written.Scientific == name.Scientific {
			r.spelled = written.Spelled
		}
		if full != name.Spelled {
			b.keep("scientificName", full)
		}
	}
	return nil
}

func (r *Record) setName(n names.Name) {
	r.ScientificName, r.Qualifier, r.spelled, r.doubt = n.Scientific, n.Qualifier, n.Spelled, n.Qualifier
	r.before.nameSex, r.before.nameStage = n.Sex, n.LifeStage
}

// accepted returns the accepted name of a synonym where the row states it: in acceptedScientificName or acceptedNameUsage, or in the
// species of GBIF's downloads. Elsewhere two different names are no synonyms. A name that leaves open which species it is, or that is no synonym,
// stays.
func (b *builder) accepted(name names.Name) names.Name {
	if !isSpecies(name) {
		return name
	}
	species := names.Name{}
	if b.Columns[headers.GBIFID] >= 0 {
		species = b.names.parse(text.OneLine(b.get(headers.Species)))
	}
	full := b.names.parse(text.OneLine(b.get(headers.AcceptedName)))
	if !isSpecies(species) {
		species = full
	}
	if !isSpecies(species) || binomial(species) == binomial(name) {
		return name
	}
	if !isSpecies(full) || binomial(full) != binomial(species) {
		full = species
	}
	b.warn.Add("a synonym: the accepted name that the row states is used", b.line)
	full.Spelled, full.Qualifier, full.Sex, full.LifeStage = name.Spelled, name.Qualifier, name.Sex, name.LifeStage
	return full
}

// isSpecies reports whether a name is that of a species or of a part of one.
func isSpecies(n names.Name) bool {
	return n.Rank == names.Species || n.Rank == names.Subspecies || n.Rank == names.Form
}

// binomial is the name of the species.
func binomial(n names.Name) string {
	words := strings.Fields(n.Scientific)
	return strings.Join(words[:min(2, len(words))], " ")
}

func (b *builder) composedName() string {
	if genus := b.get(headers.Genus); genus != "" {
		parts := []string{genus}
		epithet := b.get(headers.SpecificEpithet)
		if species := b.get(headers.Species); epithet == "" && species != "" {
			// GBIF's species is the whole name; in other files it is the epithet beside the genus.
			if first, _ := utf8.DecodeRuneInString(species); unicode.IsUpper(first) {
				return text.OneLine(species)
			}
			epithet = species
		}
		if epithet != "" {
			parts = append(parts, epithet)
			if below := b.get(headers.InfraspecificEpithet); below != "" {
				parts = append(parts, below)
			}
		}
		return text.OneLine(strings.Join(parts, " "))
	}
	if accepted := b.get(headers.AcceptedName); accepted != "" {
		return text.OneLine(accepted)
	}
	return text.OneLine(b.get(headers.Species))
}

// contradictsGenus reports whether the row states a genus beside the whole name of a species of another genus. One that stands in Aedes
// today is no other than Aedes.
func (b *builder) contradictsGenus() bool {
	written := text.OneLine(b.get(headers.Species))
	if first, _ := utf8.DecodeRuneInString(written); !unicode.IsUpper(first) {
		return false
	}
	genus, species := b.names.parse(text.OneLine(b.get(headers.Genus))).Genus, b.names.parse(written)
	return genus != "" && species.Genus != "" && (species.Rank != names.Genus || species.IsMosquito()) &&
		currentGenus(genus) != currentGenus(species.Genus)
}

// currentGenus is the genus in which the species of a genus stand today.
func currentGenus(genus string) string {
	if slices.Contains(names.FormerGenera, strings.ToLower(genus)) {
		return "Aedes"
	}
	return genus
}

// maxNamesKept limits a nameCache.
const maxNamesKept = 20_000

// nameCache holds names by how they are written.
type nameCache struct{ memo.Memo[names.Name] }

func newNameCache() nameCache { return nameCache{memo.New[names.Name](maxNamesKept)} }

// parse reads a name; one without a Scientific when the text names no taxon.
func (c nameCache) parse(written string) names.Name {
	return c.Get(written, func(written string) names.Name {
		name, _ := names.Parse(written)
		return name
	})
}
