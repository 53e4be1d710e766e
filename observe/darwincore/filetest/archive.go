package filetest

import (
	"fmt"
	"strings"
)

// OneRecord is a table with one record.
const OneRecord = "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes vexans,50.85,4.35,2019-06-01\n"

// TableXML writes the element of a core or an extension, tab separated and without header lines.
func TableXML(element, rowType, file string, terms ...string) string {
	var fields strings.Builder
	for i, term := range terms {
		fmt.Fprintf(&fields, `<field index="%d" term="http://rs.tdwg.org/dwc/terms/%s"/>`, i+1, term)
	}
	id := "id"
	if element == "extension" {
		id = "coreid"
	}
	return fmt.Sprintf(`<%s encoding="UTF-8" fieldsTerminatedBy="\t" linesTerminatedBy="\n" fieldsEnclosedBy="" rowType="http://rs.tdwg.org/dwc/terms/%s">
		<files><location>%s</location></files><%s index="0"/>%s</%s>`, element, rowType, file, id, fields.String(), element)
}

// ArchiveXML writes a descriptor of tables.
func ArchiveXML(tables ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="about.xml">` + strings.Join(tables, "\n") + `</archive>`
}

// OccurrenceCore is an occurrence core in data.txt.
var OccurrenceCore = TableXML("core", "Occurrence", "data.txt", "scientificName", "decimalLatitude", "decimalLongitude", "eventDate")

// About is a metadata file.
const About = `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="eml://ecoinformatics.org/eml-2.1.1" packageId="x/v1.2"><dataset>
<alternateIdentifier>doi:10.1234/abc</alternateIdentifier><title> Traps of
 Belgium </title>
<intellectualRights><para>This work is licensed under a <ulink url="http://creativecommons.org/licenses/by-nc/4.0/legalcode"><citetitle>licence</citetitle></ulink>.</para></intellectualRights>
</dataset><additionalMetadata><metadata><gbif><citation identifier="http://example.org/c">Doe (2010) Traps</citation>
<bibliography><citation>Other</citation></bibliography></gbif></metadata></additionalMetadata></eml:eml>`
