package archive

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"
)

// emlDocument is eml.xml as this package writes it, in GBIF's profile of EML 2.1.1.
type emlDocument struct {
	XMLName   xml.Name    `xml:"eml:eml"`
	Namespace string      `xml:"xmlns:eml,attr"`
	PackageID string      `xml:"packageId,attr"`
	System    string      `xml:"system,attr"`
	Scope     string      `xml:"scope,attr"`
	Language  string      `xml:"xml:lang,attr"`
	Dataset   emlDataset  `xml:"dataset"`
	Citation  string      `xml:"additionalMetadata>metadata>gbif>citation,omitempty"`
	Sources   []emlSource `xml:"additionalMetadata>metadata>gbif>bibliography>citation"`
}

type emlDataset struct {
	AlternateID string    `xml:"alternateIdentifier,omitempty"`
	Title       string    `xml:"title"`
	Creator     string    `xml:"creator>organizationName"`
	Provider    string    `xml:"metadataProvider>organizationName"`
	Published   string    `xml:"pubDate"`
	Language    string    `xml:"language"`
	Abstract    string    `xml:"abstract>para"`
	Rights      emlRights `xml:"intellectualRights>para"`
	Contact     string    `xml:"contact>organizationName"`
}

// emlRights is the licence, with the link by which GBIF knows it.
type emlRights struct {
	Text string   `xml:",chardata"`
	Link *emlLink `xml:"ulink"`
}

type emlLink struct {
	URL   string `xml:"url,attr"`
	Title string `xml:"citetitle"`
}

type emlSource struct {
	Identifier string `xml:"identifier,attr,omitempty"`
	Text       string `xml:",chardata"`
}

func newEML(sources []Source, opts Options) emlDocument {
	const publisher = "skeeter"
	version := cmp.Or(opts.Version, opts.Created.UTC().Format("20060102.150405"))
	e := emlDocument{
		Namespace: "eml://ecoinformatics.org/eml-2.1.1", System: publisher, Scope: "system", Language: "eng",
		PackageID: publisher + "/v" + version,
		Dataset: emlDataset{
			AlternateID: opts.URL, Title: opts.Title, Creator: publisher, Provider: publisher, Contact: publisher,
			Published: opts.Created.UTC().Format(time.DateOnly), Language: "eng",
			Abstract: fmt.Sprintf("Mosquito observations of %d data sources.", len(sources)),
			Rights:   newRights(sharedLicence(sources, opts.Licence)),
		},
		Citation: opts.Citation,
	}
	for _, source := range sources {
		parts := []string{firstOf(source.Citation, source.Name)}
		if source.Licence != "" {
			parts = append(parts, "Licence: "+source.Licence)
		}
		e.Sources = append(e.Sources, emlSource{Identifier: source.URL, Text: strings.Join(parts, ". ")})
	}
	return e
}

// sharedLicence is the stated licence, else the one that all sources have.
func sharedLicence(sources []Source, stated string) string {
	if stated != "" || len(sources) == 0 {
		return stated
	}
	first := sources[0].Licence
	if slices.ContainsFunc(sources, func(s Source) bool { return s.Licence != first }) {
		return "See the licence of each data source."
	}
	return first
}

func newRights(licence string) emlRights {
	if address := licenceAddress(licence); address != "" {
		return emlRights{Link: &emlLink{URL: address, Title: licence}}
	}
	return emlRights{Text: licence}
}
