package archive

import (
	"regexp"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Source says where the records of a file come from. Every field may be empty.
type Source struct {
	Name     string // title of the data set
	Untitled bool   // the name is that of the file: nothing in it says what it is
	ID       string // that the data set keeps through its versions
	Licence  string // "CC-BY 4.0", "CC0 1.0", or as the file words it
	Citation string
	URL      string // of the licensed resource itself, a DOI first
	Version  string
}

var (
	licenceURL  = regexp.MustCompile(`(?i)creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/(\d\.\d)`)
	licenceName = regexp.MustCompile(`(?i)\bCC[ -]?(BY(?:[ -](?:NC|SA|ND))*)[ )_-]*v?\.? ?(\d\.\d)?`)
	licenceZero = regexp.MustCompile(`(?i)\bCC[ -]?0\b(?:[ -]*(\d\.\d))?`)
)

// shortLicence names a Creative Commons licence found in a text: "CC-BY 4.0", "CC0 1.0". Empty when there is none.
func shortLicence(s string) string {
	if m := licenceURL.FindStringSubmatch(s); m != nil {
		if strings.EqualFold(m[1], "publicdomain") {
			if strings.EqualFold(m[2], "zero") {
				return "CC0 " + m[3]
			}
			return "Public Domain Mark " + m[3]
		}
		return "CC-" + strings.ToUpper(m[2]) + " " + m[3]
	}
	if m := licenceName.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace("CC-" + strings.ToUpper(strings.ReplaceAll(m[1], " ", "-")) + " " + m[2])
	}
	if m := licenceZero.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace("CC0 " + m[1])
	}
	return ""
}

// webAddress makes an http address of an identifier, which may be a DOI; empty when it is neither.
func webAddress(id string) string {
	id = oneLine(id)
	lower := strings.ToLower(id)
	switch {
	case strings.ContainsAny(id, " <>\""):
		return ""
	case strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://"):
		return id
	case strings.HasPrefix(lower, "doi:"):
		return "https://doi.org/" + strings.TrimSpace(id[len("doi:"):])
	case strings.HasPrefix(id, "10.") && strings.Contains(id, "/"):
		return "https://doi.org/" + id
	}
	return ""
}

// oneLine joins the lines of an XML text and cleans it.
func oneLine(s string) string { return strings.Join(strings.Fields(text.Scrub(s)), " ") }

// firstOf returns the first text that says something, on one line.
func firstOf(texts ...string) string {
	for _, s := range texts {
		if s = oneLine(s); s != "" {
			return s
		}
	}
	return ""
}
