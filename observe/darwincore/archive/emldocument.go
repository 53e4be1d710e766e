package archive

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
	"time"
)

// emlDocument is eml.xml as this package writes it, in GBIF's profile 1.3 of EML 2.2.0 (https://rs.gbif.org/schema/eml-gbif-profile/1.3/),
// which has the elements in this order.
type emlDocument struct {
	XMLName    xml.Name      `xml:"eml:eml"`
	Namespace  string        `xml:"xmlns:eml,attr"`
	Instance   string        `xml:"xmlns:xsi,attr"`
	Schema     string        `xml:"xsi:schemaLocation,attr"`
	PackageID  string        `xml:"packageId,attr"`
	System     string        `xml:"system,attr"`
	Scope      string        `xml:"scope,attr"`
	Language   string        `xml:"xml:lang,attr"`
	Dataset    emlDataset    `xml:"dataset"`
	Additional emlAdditional `xml:"additionalMetadata>metadata>gbif"`
}

type emlDataset struct {
	AlternateIDs []string         `xml:"alternateIdentifier"`
	Title        string           `xml:"title"`
	Creator      emlAgent         `xml:"creator"`
	Provider     emlAgent         `xml:"metadataProvider"`
	Published    string           `xml:"pubDate"`
	Language     string           `xml:"language"`
	Abstract     string           `xml:"abstract>para"`
	Rights       *emlRights       `xml:"intellectualRights>para"`
	Licensed     *emlLicensed     `xml:"licensed"`
	Distribution *emlDistribution `xml:"distribution"`
	Coverage     *emlCoverage     `xml:"coverage"`
	Contact      emlAgent         `xml:"contact"`
}

// emlAgent is who made, described or answers for the records: all that is known is the name of the data source.
type emlAgent struct {
	Organization string `xml:"organizationName"`
	URL          string `xml:"onlineUrl,omitempty"`
}

// emlRights is the licence: a link by which GBIF knows it, else the source's own words.
type emlRights struct {
	Before string   `xml:",chardata"`
	Link   *emlLink `xml:"ulink"`
}

type emlLink struct {
	URL   string `xml:"url,attr"`
	Title string `xml:"citetitle"`
}

type emlLicensed struct {
	Name       string `xml:"licenseName"`
	URL        string `xml:"url"`
	Identifier string `xml:"identifier"`
}

type emlDistribution struct {
	Scope string `xml:"scope,attr"`
	URL   emlURL `xml:"online>url"`
}

type emlURL struct {
	Function string `xml:"function,attr"`
	Address  string `xml:",chardata"`
}

type emlCoverage struct {
	Description string `xml:"geographicCoverage>geographicDescription"`
	West        string `xml:"geographicCoverage>boundingCoordinates>westBoundingCoordinate"`
	East        string `xml:"geographicCoverage>boundingCoordinates>eastBoundingCoordinate"`
	North       string `xml:"geographicCoverage>boundingCoordinates>northBoundingCoordinate"`
	South       string `xml:"geographicCoverage>boundingCoordinates>southBoundingCoordinate"`
	Begin       string `xml:"temporalCoverage>rangeOfDates>beginDate>calendarDate"`
	End         string `xml:"temporalCoverage>rangeOfDates>endDate>calendarDate"`
}

type emlAdditional struct {
	Stamp    string       `xml:"dateStamp"`
	Level    string       `xml:"hierarchyLevel"`
	Citation *emlCitation `xml:"citation"`
}

type emlCitation struct {
	Identifier string `xml:"identifier,attr,omitempty"`
	Text       string `xml:",chardata"`
}

// publisher is who makes the archive.
const publisher = "skeeter"

// untitled is the title of an archive of records that have no data source.
const untitled = "Mosquito records without a data source"

func newEML(opts Options, summary Summary) emlDocument {
	created, source := opts.Created.UTC(), opts.Source
	title := cmp.Or(oneLine(source.Name), untitled)
	address := webAddress(source.URL)
	e := emlDocument{
		Namespace: "https://eml.ecoinformatics.org/eml-2.2.0", Instance: "http://www.w3.org/2001/XMLSchema-instance",
		Schema: "https://eml.ecoinformatics.org/eml-2.2.0 https://rs.gbif.org/schema/eml-gbif-profile/1.3/eml.xsd",
		System: publisher, Scope: "system", Language: "eng",
		PackageID: publisher + "/" + cmp.Or(oneLine(opts.SourceID), "records") + "/v" + created.Format("20060102.150405"),
		Dataset: emlDataset{
			Title: title, Creator: emlAgent{Organization: title}, Provider: emlAgent{Organization: publisher},
			Contact: emlAgent{Organization: title, URL: address}, Published: created.Format(time.DateOnly), Language: "eng",
			Abstract: abstract(title, summary), Coverage: newCoverage(summary),
		},
		Additional: emlAdditional{Stamp: created.Format(time.RFC3339), Level: "dataset"},
	}
	e.Dataset.Rights, e.Dataset.Licensed = newRights(oneLine(source.Licence))
	if address != "" {
		e.Dataset.AlternateIDs = []string{address}
		e.Dataset.Distribution = &emlDistribution{Scope: "document", URL: emlURL{Function: "information", Address: address}}
	}
	if citation := oneLine(source.Citation); citation != "" {
		e.Additional.Citation = &emlCitation{Identifier: address, Text: citation}
	}
	return e
}

func abstract(title string, summary Summary) string {
	if title == untitled {
		title = "no data source"
	}
	text := fmt.Sprintf("%d records of mosquitoes of %s, exported by %s.", summary.Records, title, publisher)
	if summary.Absences > 0 {
		text += fmt.Sprintf(" %d more rows say that mosquitoes were looked for and not found (occurrenceStatus absent).", summary.Absences)
	}
	if summary.Events > 0 {
		text += fmt.Sprintf(" They were caught at %d sampling events, which also say where nothing was.", summary.Events)
	}
	if summary.Pools > 0 {
		text += fmt.Sprintf(" %d rows of material entities are tests of pools of mosquitoes for a pathogen.", summary.Pools)
	}
	return text
}

func newCoverage(s Summary) *emlCoverage {
	if !s.Any() {
		return nil
	}
	degrees := func(d float64) string { return strconv.FormatFloat(d, 'f', -1, 64) }
	return &emlCoverage{
		Description: "The smallest box that holds all records.",
		West:        degrees(s.West), East: degrees(s.East), North: degrees(s.North), South: degrees(s.South),
		Begin: s.First.Format(time.DateOnly), End: s.Last.Format(time.DateOnly),
	}
}

// gbifLicence is a licence under which GBIF publishes data sets (https://www.gbif.org/terms).
type gbifLicence struct{ title, url, identifier string }

// gbifLicences are those by short name.
var gbifLicences = map[string]gbifLicence{
	"CC0 1.0":      {"Creative Commons Zero v1.0 Universal (CC0 1.0)", "http://creativecommons.org/publicdomain/zero/1.0/legalcode", "CC0-1.0"},
	"CC-BY 4.0":    {"Creative Commons Attribution (CC-BY 4.0)", "http://creativecommons.org/licenses/by/4.0/legalcode", "CC-BY-4.0"},
	"CC-BY-NC 4.0": {"Creative Commons Attribution Non Commercial (CC-BY-NC 4.0)", "http://creativecommons.org/licenses/by-nc/4.0/legalcode", "CC-BY-NC-4.0"},
}

// newRights states a licence: GBIF's by their address, others in their own words alone. Nil where there is none.
func newRights(licence string) (*emlRights, *emlLicensed) {
	if licence == "" {
		return nil, nil
	}
	short := shortLicence(licence)
	if short == "CC0" {
		short = "CC0 1.0" // it has no other version
	}
	known, found := gbifLicences[short]
	if !found {
		return &emlRights{Before: licence}, nil
	}
	return &emlRights{Before: "This work is licensed under ", Link: &emlLink{URL: known.url, Title: known.title}},
		&emlLicensed{Name: known.title, URL: known.url, Identifier: known.identifier}
}
