package images

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// checked is a credit as it is stored.
type checked struct {
	taxon surveillance.Taxon
	file  string

	author, licence, source, caption, lifeStage, sex string // "" where it is not stated
}

// check reads a credit. reason says why it is refused; "" when it is not.
func check(c Credit, known *surveillance.Names) (out checked, reason string) {
	if c.Fault != nil {
		return out, c.Fault.Error()
	}
	out = checked{
		file: strings.TrimSpace(c.File), author: line(c.Author), licence: shortLicence(line(c.Licence)), source: line(c.Source), caption: line(c.Caption),
	}
	for _, text := range []struct {
		name, value string
		limit       int
		needed      bool
	}{
		{"file", out.file, maxFile, true}, {"author", out.author, maxAuthor, true}, {"licence", out.licence, maxLicence, true},
		{"source", out.source, maxSource, false}, {"caption", out.caption, maxCaption, false},
	} {
		switch {
		case text.value == "" && text.needed:
			return out, "no " + text.name
		case utf8.RuneCountInString(text.value) > text.limit:
			return out, fmt.Sprintf("the %s is longer than %d characters", text.name, text.limit)
		case strings.ContainsFunc(text.value, unicode.IsControl):
			return out, fmt.Sprintf("the %s has control characters", text.name)
		}
	}
	if out.source != "" && !isWebAddress(out.source) {
		return out, fmt.Sprintf("the source %q is no web address; it begins with http:// or https://", out.source)
	}
	if stage := line(c.LifeStage); stage != "" {
		if out.lifeStage = names.LifeStage(strings.ToLower(stage)); out.lifeStage == "" {
			return out, fmt.Sprintf("the life stage %q is none of adult, larva, pupa, egg, immature", stage)
		}
	}
	if sex := line(c.Sex); sex != "" {
		if out.sex = sexOf(sex); out.sex == "" {
			return out, fmt.Sprintf("the sex %q is neither female nor male", sex)
		}
	}
	out.taxon, reason = findSpecies(line(c.Species), known)
	return out, reason
}

// line joins the lines of a text.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

func sexOf(word string) string {
	switch word = strings.ToLower(word); {
	case surveillance.IsFemale(word):
		return "female"
	case surveillance.IsMale(word):
		return "male"
	}
	return ""
}

// findSpecies finds a species of the catalog by its id or a name of it in any spelling. A name in doubt shows no species.
func findSpecies(written string, known *surveillance.Names) (found surveillance.Taxon, reason string) {
	if written == "" {
		return found, "no species"
	}
	if t, ok := known.FindTaxon(written); ok && t.InCatalog {
		return t, ""
	}
	r := known.Resolve(written)
	switch {
	case r.Taxon != nil && r.Taxon.InCatalog && r.Sure && r.Name.Qualifier == "":
		return *r.Taxon, ""
	case r.Taxon != nil && r.Taxon.InCatalog:
		return found, fmt.Sprintf("%q is in doubt: name the species alone", written)
	}
	reason = fmt.Sprintf("the catalog has no species %q", written)
	near := make([]string, len(r.Candidates))
	for i, c := range r.Candidates {
		near[i] = c.Taxon.ScientificName
	}
	if len(near) > 0 {
		reason += "; perhaps " + strings.Join(near, " or ")
	}
	return found, reason
}

// Ways to write a Creative Commons licence or that something is in the public domain. A text that says more is none of them.
var (
	licenceAddress = regexp.MustCompile(`(?i)^https?://(?:www\.)?creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/(\d\.\d)(?:/(?:deed(?:\.[a-z_]+)?|legalcode)?)?$`)
	licenceName    = regexp.MustCompile(`(?i)^(?:CC|Creative Commons)[ -]?(BY(?:[ -](?:NC|SA|ND))*)[ -]?v?(\d\.\d)?$`)
	licenceZero    = regexp.MustCompile(`(?i)^CC[ -]?(?:0|zero)[ -]?v?(\d\.\d)?$`)
	publicDomain   = regexp.MustCompile(`(?i)^public domain(?: mark)?(?: 1\.0)?$`)
)

// shortLicence returns the short name of a licence, "CC BY-NC 4.0", "CC0 1.0", "Public domain", or the text itself.
func shortLicence(written string) string {
	if m := licenceAddress.FindStringSubmatch(written); m != nil {
		switch kind, form := strings.ToLower(m[1]), strings.ToLower(m[2]); {
		case kind == "licenses" && strings.HasPrefix(form, "by"):
			return "CC " + strings.ToUpper(form) + " " + m[3]
		case form == "zero":
			return "CC0 " + m[3]
		case form == "mark":
			return "Public domain"
		}
		return written
	}
	if m := licenceName.FindStringSubmatch(written); m != nil {
		return strings.TrimSpace("CC " + strings.ToUpper(strings.ReplaceAll(m[1], " ", "-")) + " " + m[2])
	}
	if m := licenceZero.FindStringSubmatch(written); m != nil {
		return strings.TrimSpace("CC0 " + m[1])
	}
	if publicDomain.MatchString(written) {
		return "Public domain"
	}
	return written
}
