package surveillance

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// separators stand between the names of an undivided name or a hybrid and leave no trace in lang.Slug.
const separators = "/×&+"

// spelledOut writes separators as words, which stay in a slug.
var spelledOut = strings.NewReplacer("/", " or ", "&", " or ", "+", " or ", "×", " x ")

// maxSlug is the longest slug that the database takes, in characters. A name has at most 300, and words for separators make it longer.
const maxSlug = 320

// Slugs returns the slugs that a text may have, the preferred first. Culex pipiens/restuans has culex-pipiens-restuans, and
// culex-pipiens-or-restuans where that is another name. The hybrid has culex-pipiens-x-restuans; an earlier release stored it as
// culex-pipiens-restuans. A name that is neither has culex-pipiens-restuans, and an ending where one of the two took that.
func Slugs(text string) []string {
	slug := lang.Slug(text)
	other := slug + "-ssp"
	if strings.ContainsAny(text, separators) {
		other = lang.Slug(spelledOut.Replace(text))
	}
	switch {
	case slug == "":
		return nil
	case utf8.RuneCountInString(other) > maxSlug:
		return []string{slug}
	case strings.Contains(text, "×"):
		return []string{other, slug}
	}
	return []string{slug, other}
}

// FindSlug returns the slug of a text that spells a taxon which the text may mean. Where there is none, it is not ok, and slug is the first that
// spells no taxon: under it the name can be stored; "" for a text without letters. nameOf returns the scientific name of the taxon that a slug spells.
func FindSlug(text string, nameOf func(slug string) (scientific string, ok bool)) (slug string, ok bool) {
	free := ""
	for _, slug := range Slugs(text) {
		scientific, ok := nameOf(slug)
		switch {
		case ok && mayMean(text, scientific):
			return slug, true
		case !ok && free == "":
			free = slug
		}
	}
	return free, false
}

// mayMean reports whether a text with the slug of a taxon may mean it: an id does, and a name that is undivided, a hybrid or neither as
// the taxon is.
func mayMean(text, scientific string) bool {
	switch {
	case !strings.ContainsFunc(text, unicode.IsSpace) && !strings.ContainsAny(text, separators):
		return true
	case !strings.ContainsAny(text+scientific, separators):
		return true
	}
	return division(text) == division(scientific)
}

// division is the rank of an undivided name or a hybrid, "" of any other text.
func division(text string) names.Rank {
	if n, _ := names.Parse(text); n.Rank == names.Undivided || n.Rank == names.Hybrid {
		return n.Rank
	}
	return ""
}

// find returns the taxon that a text spells. Where there is none, it is not ok, and id is the one that the name would be stored under.
func (n *Names) find(text string) (t Taxon, id string, ok bool) {
	slug, ok := FindSlug(text, n.nameOf)
	if !ok {
		return Taxon{}, slug, false
	}
	t = n.taxa[n.spellings[slug]]
	return t, t.ID, true
}

// nameOf returns the scientific name of the taxon that a slug spells.
func (n *Names) nameOf(slug string) (scientific string, ok bool) {
	key, ok := n.spellings[slug]
	return n.taxa[key].ScientificName, ok
}

// ID returns the id of the taxon that a name spells, else the one that the name is to be stored under. added holds names that are about to be
// stored, by their ids.
func (n *Names) ID(name string, added map[string]string) string {
	slug, ok := FindSlug(name, func(slug string) (string, bool) {
		if scientific, ok := n.nameOf(slug); ok {
			return scientific, true
		}
		scientific, ok := added[slug]
		return scientific, ok
	})
	if key, stored := n.spellings[slug]; ok && stored {
		return n.taxa[key].ID
	}
	return slug
}

// unspelled returns the slugs of a text that spell no taxon.
func (n *Names) unspelled(text string) (slugs []string) {
	for _, slug := range Slugs(text) {
		if _, ok := n.spellings[slug]; !ok {
			slugs = append(slugs, slug)
		}
	}
	return slugs
}
