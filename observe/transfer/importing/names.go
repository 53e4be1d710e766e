package importing

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// stagedTaxon is the name by which a row is stored.
type stagedTaxon struct {
	slug, name string
	note       *Note         // of a misspelling; nil for most names
	unknown    *unknownNames // that it is one of; nil for most names
}

// taxa finds the names by which rows are stored.
type taxa struct {
	names   *surveillance.Names
	correct bool
	known   memo.Memo[stagedTaxon] // by the name of the row
	added   map[string]string      // names that are not stored, by their ids
	notes   textNotes

	// of no genus of mosquitoes; of one, and not in the catalog; no names
	foreign, uncatalogued, unresolved unknownNames
}

// maxTaxaKept limits the known names, and the unknown ones.
const maxTaxaKept = 20_000

// taxon returns the name by which a row is stored. It is not ok when a name has no letter. The names of a file of our own are stored as
// they are, but for what is no name.
func (run *fileImport) taxon(name string, line int) (taxon stagedTaxon, ok bool) {
	taxon = run.taxa.known.Get(name, func(written string) stagedTaxon {
		switch {
		case run.own() && !surveillance.IsResolved(written):
			return run.taxa.named(surveillance.Unresolved)
		case run.own():
			return run.taxa.named(written)
		}
		return run.taxa.resolve(written, line)
	})
	if taxon.note != nil {
		taxon.note.Rows++
	}
	if taxon.unknown != nil {
		taxon.unknown.rows++
	}
	return taxon, taxon.slug != ""
}

// resolve finds the taxon of a name where that is sure. A misspelling stays as it is written unless the options correct it.
func (t *taxa) resolve(written string, line int) stagedTaxon {
	r := t.names.Resolve(written)
	if r.Unreadable() {
		t.unresolved.add(stagedTaxon{slug: written, name: written}, line)
		taxon := t.named(surveillance.Unresolved)
		taxon.unknown = &t.unresolved
		return taxon
	}
	var taxon stagedTaxon
	switch {
	case r.Taxon != nil:
		taxon = stagedTaxon{slug: r.Taxon.ID, name: r.Taxon.ScientificName}
	case r.Sure && r.Scientific != "":
		taxon = t.named(r.Scientific)
	default:
		taxon = t.named(written)
	}
	near := r.Candidates
	switch {
	case r.Match != surveillance.MatchMisspelling:
		if taxon.unknown = t.unknownTo(taxon.name); taxon.unknown != nil {
			taxon.unknown.add(taxon, line)
		}
	case len(near) > 1 && near[1].Distance == near[0].Distance:
		taxon.note = t.note(fmt.Sprintf("%q looks like a misspelling of %s or %s, kept as written", written, near[0].Taxon.ScientificName,
			near[1].Taxon.ScientificName), line)
	case t.correct:
		taxon = stagedTaxon{slug: near[0].Taxon.ID, name: near[0].Taxon.ScientificName}
		taxon.note = t.note(fmt.Sprintf("%q is stored as %s", written, taxon.name), line)
	default:
		taxon.note = t.note(fmt.Sprintf("%q looks like a misspelling of %s, kept as written (--correct-names corrects it)", written,
			near[0].Taxon.ScientificName), line)
	}
	return taxon
}

// named returns the taxon that a row is stored by under a name as it is.
func (t *taxa) named(name string) stagedTaxon {
	if len(t.added) == maxTaxaKept {
		clear(t.added)
	}
	slug := t.names.ID(name, t.added)
	t.added[slug] = name
	return stagedTaxon{slug: slug, name: name}
}

// note returns the note of a misspelled name.
func (t *taxa) note(message string, line int) *Note {
	return t.notes.add(message, "other names look misspelled", line)
}
