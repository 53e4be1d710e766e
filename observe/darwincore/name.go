package darwincore

import (
	"errors"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reasons to reject a row for its name.
var (
	errNoName     = errors.New("no name")
	errNameLength = errors.New("name over 300 characters")
)

// name reads the scientific name, and how it was written.
func (b *builder) name() error {
	full := text.OneLine(b.get(roleName))
	if full == "" {
		full = b.composedName()
	}
	if full == "" {
		return errNoName
	}
	if _, long := text.Shorten(full, maxNameRunes); long {
		return errNameLength
	}
	bare := full
	if authorship := b.get(roleAuthorship); authorship != "" && len(bare) > len(authorship) &&
		strings.EqualFold(bare[len(bare)-len(authorship):], authorship) {
		bare = bare[:len(bare)-len(authorship)]
	}
	b.record.Name = b.names.parse(bare)
	if b.record.Name == "" {
		return errNoName
	}
	b.record.VerbatimName = full
	if verbatim := text.OneLine(b.get(roleVerbatimName)); verbatim != "" {
		if _, long := text.Shorten(verbatim, maxNameRunes); long {
			return errNameLength
		}
		b.record.VerbatimName = verbatim
		if full != b.record.Name {
			b.keep("scientificName", full)
		}
	}
	return nil
}

func (b *builder) composedName() string {
	if genus := b.get(roleGenus); genus != "" {
		parts := []string{genus}
		if epithet := b.get(roleSpecificEpithet); epithet != "" {
			parts = append(parts, epithet)
			if below := b.get(roleInfraspecificEpithet); below != "" {
				parts = append(parts, below)
			}
		}
		return text.OneLine(strings.Join(parts, " "))
	}
	if accepted := b.get(roleAcceptedName); accepted != "" {
		return text.OneLine(accepted)
	}
	return text.OneLine(b.get(roleSpecies))
}

// nameCache holds the canonical spelling of names as written, because a file repeats few names many times.
type nameCache map[string]string

// maxNamesKept limits a nameCache; it begins anew when it is full.
const maxNamesKept = 20_000

// parse returns the canonical spelling of a name; empty when the text is no name.
func (c nameCache) parse(written string) string {
	canonical, known := c[written]
	if !known {
		if len(c) == maxNamesKept {
			clear(c)
		}
		canonical, _ = names.Parse(written)
		// The key is a copy, because written shares the memory of its whole row.
		c[strings.Clone(written)] = canonical
	}
	return canonical
}
