// Package lang has the five languages of the service: it parses the language of a request with the fallback to English, returns
// CLDR's names of countries and regions, finds countries by their names, folds text for search and makes slugs. It imports nothing of the project.
package lang

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/unicode/norm"
)

// Code is one of the languages of the service, an ISO 639-1 code.
type Code string

// The languages of the service.
const (
	English    Code = "en"
	Spanish    Code = "es"
	Russian    Code = "ru"
	French     Code = "fr"
	Portuguese Code = "pt"
)

// All are the languages in the order in which documents list them.
var All = []Code{English, Spanish, Russian, French, Portuguese}

// Parse returns the language of a `lang` parameter: "es-MX" and "ES" are Spanish, and a language that the service does not have
// is English.
func Parse(s string) Code {
	if c, ok := Known(s); ok {
		return c
	}
	return English
}

// Known returns the language of a tag, and whether the service has it.
func Known(s string) (Code, bool) {
	base, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(s), "_", "-"), "-")
	c := Code(strings.ToLower(base))
	return c, slices.Contains(All, c)
}

// Accepted returns the language of the service that a header Accept-Language likes best; English when it likes none.
func Accepted(header string) Code {
	tags, weights, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return English
	}
	for i, tag := range tags { // the best first
		if c, ok := Known(tag.String()); ok && weights[i] > 0 {
			return c
		}
	}
	return English
}

// RegionName returns CLDR's name of a country (ISO 3166-1 alpha-2) or a UN M49 region (three digits) in a language, in
// English where the language has none, and "" for a code that does not exist.
func RegionName(c Code, code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return ""
	}
	if name := display.Regions(language.Make(string(c))).Name(region); name != "" {
		return name
	}
	return display.Regions(language.English).Name(region)
}

// Fold returns a text in the form that search compares: lower case, without accents, typographic apostrophes as plain ones, blanks
// collapsed.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKD.String(s))) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r):
			blank = b.Len() > 0
			continue
		case r == '’' || r == '‘' || r == 'ʼ':
			r = '\''
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Slug returns the identifier of a name: lower case, one hyphen for every run of what is no letter or digit.
// Names, their ids, and ids with underscores have the same slug. A name without a letter or digit has the slug "".
func Slug(s string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range norm.NFC.String(strings.ToLower(s)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			hyphen = b.Len() > 0
			continue
		}
		if hyphen {
			b.WriteByte('-')
			hyphen = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
