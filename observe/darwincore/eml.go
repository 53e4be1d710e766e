package darwincore

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// xmlEML is what is of use in eml.xml (https://eml.ecoinformatics.org, GBIF's profile of it). Plain
// Dublin Core files, which some archives have instead, fill the fields of the top level.
type xmlEML struct {
	PackageID    string   `xml:"packageId,attr"`
	AlternateIDs []string `xml:"dataset>alternateIdentifier"`
	Titles       []string `xml:"dataset>title"`
	Version      string   `xml:"dataset>version"`
	Rights       []xmlAny `xml:"dataset>intellectualRights"`
	Licensed     []struct {
		Name       string `xml:"licenseName"`
		URL        string `xml:"url"`
		Identifier string `xml:"identifier"`
	} `xml:"dataset>licensed"`
	Distribution []string `xml:"dataset>distribution>online>url"`
	Citations    []struct {
		Identifier string `xml:"identifier,attr"`
		Text       string `xml:",chardata"`
	} `xml:"additionalMetadata>metadata>gbif>citation"`

	Title      string   `xml:"title"`
	License    string   `xml:"license"`
	DCRights   string   `xml:"rights"`
	Identifier []string `xml:"identifier"`
	Citation   string   `xml:"bibliographicCitation"`
}

// xmlAny is an element of which the text and the links matter.
type xmlAny struct {
	URL      string   `xml:"url,attr"`
	Text     string   `xml:",chardata"`
	Children []xmlAny `xml:",any"`
}

// parseEML reads the metadata of an archive.
func parseEML(data []byte) (Source, error) {
	var eml xmlEML
	if err := decodeXML(data, &eml); err != nil {
		return Source{}, err
	}
	s := Source{Name: firstOf(append(eml.Titles, eml.Title)...), Version: eml.version()}
	s.Licence = eml.licence()
	for _, id := range slices.Concat(eml.AlternateIDs, eml.Identifier, eml.Distribution) {
		address := webAddress(id)
		if strings.Contains(address, "doi.org/") && !strings.Contains(s.URL, "doi.org/") {
			s.URL = address
		}
		s.URL = firstOf(s.URL, address)
	}
	for _, citation := range eml.Citations {
		s.Citation = firstOf(s.Citation, citation.Text)
		s.URL = firstOf(s.URL, webAddress(citation.Identifier))
	}
	s.Citation = firstOf(s.Citation, eml.Citation)
	s.Name, _ = shorten(s.Name, maxNameRunes)
	for _, text := range []*string{&s.Licence, &s.Citation, &s.URL, &s.Version} {
		*text, _ = shorten(*text, maxSourceRunes)
	}
	return s, nil
}

// version is the one that stands in the package id, as GBIF's publishing tool writes it.
func (e *xmlEML) version() string {
	if v := oneText(e.Version); v != "" {
		return v
	}
	last := path.Base(strings.TrimSpace(e.PackageID))
	if rest, found := strings.CutPrefix(last, "v"); found && rest != "" && digits(strings.ReplaceAll(rest, ".", "")) {
		return rest
	}
	return ""
}

func (e *xmlEML) licence() string {
	var worded string
	for _, licensed := range e.Licensed {
		if short := shortLicence(licensed.URL + " " + licensed.Name + " " + licensed.Identifier); short != "" {
			return short
		}
		worded = firstOf(worded, licensed.Name, licensed.URL)
	}
	for _, rights := range e.Rights {
		text, links := rights.flatten()
		if short := shortLicence(links + " " + text); short != "" {
			return short
		}
		worded = firstOf(worded, text)
	}
	for _, text := range []string{e.License, e.DCRights} {
		if short := shortLicence(text); short != "" {
			return short
		}
		worded = firstOf(worded, text)
	}
	return worded
}

// flatten returns all text and all links within an element.
func (a *xmlAny) flatten() (text, links string) {
	text, links = a.Text, a.URL
	for i := range a.Children {
		t, l := a.Children[i].flatten()
		text += " " + t
		links += " " + l
	}
	return oneText(text), strings.TrimSpace(links)
}

var (
	licenceURL  = regexp.MustCompile(`(?i)creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/(\d\.\d)`)
	licenceName = regexp.MustCompile(`(?i)\bCC[ -]?(BY(?:[ -](?:NC|SA|ND))*)[ )_-]*v?\.? ?(\d\.\d)?`)
	licenceZero = regexp.MustCompile(`(?i)\bCC[ -]?0\b(?:[ -]*(\d\.\d))?`)
)

// shortLicence names a Creative Commons licence found in a text: "CC-BY 4.0", "CC0 1.0". Empty when
// there is none.
func shortLicence(text string) string {
	if m := licenceURL.FindStringSubmatch(text); m != nil {
		if strings.EqualFold(m[1], "publicdomain") {
			if strings.EqualFold(m[2], "zero") {
				return "CC0 " + m[3]
			}
			return "Public Domain Mark " + m[3]
		}
		return "CC-" + strings.ToUpper(m[2]) + " " + m[3]
	}
	if m := licenceName.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace("CC-" + strings.ToUpper(strings.ReplaceAll(m[1], " ", "-")) + " " + m[2])
	}
	if m := licenceZero.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace("CC0 " + m[1])
	}
	return ""
}

// webAddress makes an http address of an identifier, a DOI among them; empty when it is neither.
func webAddress(id string) string {
	id = oneText(id)
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

// oneText joins the lines of an XML text and cleans it.
func oneText(text string) string {
	return strings.Join(strings.Fields(clean(text)), " ")
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text = oneText(text); text != "" {
			return text
		}
	}
	return ""
}
