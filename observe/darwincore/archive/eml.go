package archive

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Source reads a metadata file. An error is a *text.FileError.
func (f *Files) Source(name string) (Source, error) {
	data, err := f.readAll(name, maxMetadataBytes)
	if err != nil {
		return Source{}, err
	}
	s, err := parseEML(data)
	if err != nil {
		return Source{}, text.Fail(path.Base(name), 0, "malformed metadata", err)
	}
	return s, nil
}

// xmlEML is what a Source is made of in eml.xml (https://eml.ecoinformatics.org, GBIF's profile of it). Plain Dublin Core
// files, which some archives have instead, fill the fields of the top level.
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

// scopedID is a package id of scope, number and revision.
var scopedID = regexp.MustCompile(`^([A-Za-z][\w-]*\.\d+)\.\d+$`)

// xmlAny is any element, for its text and its links.
type xmlAny struct {
	URL      string   `xml:"url,attr"`
	Text     string   `xml:",chardata"`
	Children []xmlAny `xml:",any"`
}

// parseEML reads the metadata of an archive. Of several web addresses a DOI counts first.
func parseEML(data []byte) (Source, error) {
	var eml xmlEML
	if err := decodeXML(data, &eml); err != nil {
		return Source{}, err
	}
	s := Source{Name: firstOf(append(eml.Titles, eml.Title)...), Licence: eml.licence(), Version: eml.version(), ID: eml.id()}
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
	s.Name, _ = text.Shorten(s.Name, maxTitleRunes)
	s.ID, _ = text.Shorten(s.ID, maxIDRunes)
	for _, value := range []*string{&s.Licence, &s.Citation, &s.URL, &s.Version} {
		*value, _ = text.Shorten(*value, maxSourceRunes)
	}
	return s, nil
}

// id returns the package id without its version: id/v3.5 of GBIF's publishing tool, scope.12.3 of the repositories of ecology.
func (e *xmlEML) id() string {
	id := oneLine(e.PackageID)
	if m := scopedID.FindStringSubmatch(id); m != nil {
		return m[1]
	}
	if base := path.Base(id); strings.Contains(id, "/") && packageVersion(base) != "" {
		id = strings.TrimSuffix(strings.TrimSuffix(id, base), "/")
	}
	return id
}

// packageVersion reads v3.5; empty for anything else.
func packageVersion(s string) string {
	rest, found := strings.CutPrefix(s, "v")
	if found && strings.Trim(rest, ".") != "" && strings.Trim(rest, ".0123456789") == "" {
		return rest
	}
	return ""
}

// version returns the stated version, else the one in the package id, where GBIF's publishing tool writes it.
func (e *xmlEML) version() string {
	if v := oneLine(e.Version); v != "" {
		return v
	}
	return packageVersion(path.Base(strings.TrimSpace(e.PackageID)))
}

// licence returns the short name of a Creative Commons licence, else the words of the file.
func (e *xmlEML) licence() string {
	var worded string
	for _, licensed := range e.Licensed {
		if short := shortLicence(licensed.URL + " " + licensed.Name + " " + licensed.Identifier); short != "" {
			return short
		}
		worded = firstOf(worded, licensed.Name, licensed.URL)
	}
	for _, rights := range e.Rights {
		words, links := rights.flatten()
		if short := shortLicence(links + " " + words); short != "" {
			return short
		}
		worded = firstOf(worded, words)
	}
	for _, rights := range []string{e.License, e.DCRights} {
		if short := shortLicence(rights); short != "" {
			return short
		}
		worded = firstOf(worded, rights)
	}
	return worded
}

// flatten returns all text and all links within an element.
func (a *xmlAny) flatten() (words, links string) {
	words, links = a.Text, a.URL
	for i := range a.Children {
		w, l := a.Children[i].flatten()
		words += " " + w
		links += " " + l
	}
	return oneLine(words), strings.TrimSpace(links)
}
