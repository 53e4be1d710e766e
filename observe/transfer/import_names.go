package transfer

import (
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// stagedTaxon is the name by which a row is stored.
type stagedTaxon struct{ slug, name string }

// taxonCache holds what names of a file are stored as, because a file repeats few names many times.
type taxonCache map[string]stagedTaxon

// maxTaxaKept limits a taxonCache; it begins anew when it is full.
const maxTaxaKept = 20_000

// taxon returns the name by which a row is stored. It is not ok when a name has no letter.
func (run *importRun) taxon(row darwincore.Row) (taxon stagedTaxon, ok bool) {
	name := row.Record.Name.Scientific // of a file of our own: as it is stored
	taxon, known := run.taxa[name]
	if !known {
		if len(run.taxa) == maxTaxaKept {
			clear(run.taxa)
		}
		taxon = stagedTaxon{slug: lang.Slug(name), name: name}
		run.taxa[name] = taxon
	}
	return taxon, taxon.slug != ""
}
