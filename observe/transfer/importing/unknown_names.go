package importing

import (
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// unknownNames are stored names that the catalog does not know, for one reason.
type unknownNames struct {
	slugs    map[string]bool // at most maxTaxaKept
	examples []string
	rows     int64
	line     int // of the first row
}

// maxUnknownExamples is how many names a note lists.
const maxUnknownExamples = 5

func (u *unknownNames) add(taxon stagedTaxon, line int) {
	if u.slugs == nil {
		u.slugs, u.line = map[string]bool{}, line
	}
	if u.slugs[taxon.slug] || len(u.slugs) == maxTaxaKept {
		return
	}
	u.slugs[taxon.slug] = true
	if len(u.examples) < maxUnknownExamples {
		u.examples = append(u.examples, taxon.name)
	}
}

// note says how many names these are, in the words for one of them or for several, which say what becomes of their rows.
func (u *unknownNames) note(one, several string) Note {
	message := one
	if n := len(u.slugs); n == maxTaxaKept {
		message = fmt.Sprintf("at least %d %s", n, several)
	} else if n > 1 {
		message = fmt.Sprintf("%d %s", n, several)
	}
	list := strings.Join(u.examples, ", ")
	if len(u.slugs) > len(u.examples) {
		list += " and others"
	}
	return Note{Message: message + ": " + list, Rows: u.rows, Line: u.line}
}

// unknownTo returns the unknown names that a name belongs to, nil for one that the catalog knows and for genera of mosquitoes.
func (t *taxa) unknownTo(scientific string) *unknownNames {
	switch t.names.Coverage(scientific) {
	case surveillance.Foreign:
		return &t.foreign
	case surveillance.Uncatalogued:
		return &t.uncatalogued
	}
	return nil
}

// allNotes returns what the report says of the names.
func (t *taxa) allNotes() []Note {
	var all []Note
	for _, n := range t.notes {
		all = append(all, *n)
	}
	if t.foreign.rows > 0 {
		all = append(all, t.foreign.note("a name is of no mosquito genus and stored all the same", "names are of no mosquito genus and stored all the same"))
	}
	if t.uncatalogued.rows > 0 {
		all = append(all, t.uncatalogued.note("a mosquito's name is not in the catalog and stored all the same", "names of mosquitoes are not in the catalog and stored all the same"))
	}
	if t.unresolved.rows > 0 {
		all = append(all, t.unresolved.note("a text is no name and its rows are kept with it, unresolved", "texts are no names and their rows are kept with them, unresolved"))
	}
	return all
}
