// Package terms knows the names of Darwin Core, by which the columns of the field's files are recognized, however they are
// written. It imports text, and nothing else of the project.
package terms

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// known maps the terms of Darwin Core, and those of Dublin Core and GBIF that occurrence files use
// (https://dwc.tdwg.org/list/), in lower case, to their canonical spelling.
var known = byLowerCase(`
acceptedNameUsage acceptedNameUsageID acceptedScientificName acceptedTaxonKey accessRights associatedMedia
associatedOccurrences associatedOrganisms associatedReferences associatedSequences associatedTaxa basisOfRecord bed
behavior bibliographicCitation caste catalogNumber class classKey collectionCode collectionID continent
coordinatePrecision coordinateUncertaintyInMeters country countryCode county cultivarEpithet dataGeneralizations
datasetID datasetKey datasetName dateIdentified day decimalLatitude decimalLongitude degreeOfEstablishment depth
depthAccuracy disposition dynamicProperties earliestAgeOrLowestStage earliestEonOrLowestEonothem
earliestEpochOrLowestSeries earliestEraOrLowestErathem earliestPeriodOrLowestSystem elevation elevationAccuracy
endDayOfYear establishmentMeans eventDate eventID eventRemarks eventTime eventType family familyKey fieldNotes
fieldNumber footprintSpatialFit footprintSRS footprintWKT formation gbifID genericName genus genusKey geodeticDatum
geologicalContextID georeferencedBy georeferencedDate georeferenceProtocol georeferenceRemarks georeferenceSources
georeferenceVerificationStatus group habitat hasCoordinate hasGeospatialIssues higherClassification higherGeography
higherGeographyID highestBiostratigraphicZone identificationID identificationQualifier identificationReferences
identificationRemarks identificationVerificationStatus identifiedBy identifiedByID identifier individualCount
informationWithheld infraspecificEpithet infragenericEpithet institutionCode institutionID island islandGroup issue
iucnRedListCategory kingdom kingdomKey language lastCrawled lastInterpreted lastParsed latestAgeOrHighestStage
latestEonOrHighestEonothem latestEpochOrHighestSeries latestEraOrHighestErathem latestPeriodOrHighestSystem license
lifeStage lithostratigraphicTerms locality locationAccordingTo locationID locationRemarks lowestBiostratigraphicZone
materialEntityID materialSampleID maximumDepthInMeters maximumDistanceAboveSurfaceInMeters maximumElevationInMeters
measurementAccuracy measurementDeterminedBy measurementDeterminedDate measurementID measurementMethod
measurementRemarks measurementType measurementTypeID measurementUnit measurementUnitID measurementValue
measurementValueID mediaType member minimumDepthInMeters minimumDistanceAboveSurfaceInMeters minimumElevationInMeters
modified month municipality nameAccordingTo nameAccordingToID namePublishedIn namePublishedInID namePublishedInYear
nomenclaturalCode nomenclaturalStatus occurrenceID occurrenceRemarks occurrenceStatus order orderKey organismID
organismName organismQuantity organismQuantityType organismRemarks organismScope originalNameUsage originalNameUsageID
otherCatalogNumbers ownerInstitutionCode parentEventID parentNameUsage parentNameUsageID pathway phylum phylumKey
pointRadiusSpatialFit preparations previousIdentifications projectId protocol publishingCountry publishingOrgKey
recordedBy recordedByID recordNumber references relationshipAccordingTo relationshipEstablishedDate
relationshipOfResource relationshipRemarks repatriated reproductiveCondition resourceID resourceRelationshipID rights
rightsHolder sampleSizeUnit sampleSizeValue samplingEffort samplingProtocol scientificName scientificNameAuthorship
scientificNameID sex source species speciesKey specificEpithet startDayOfYear stateProvince subfamily subgenus
subgenusKey subtribe superfamily targetTaxonomicScope taxonConceptID taxonID taxonKey taxonomicStatus taxonRank taxonRemarks tribe type
typeStatus verbatimCoordinates verbatimCoordinateSystem verbatimDepth verbatimElevation verbatimEventDate
verbatimIdentification verbatimLabel verbatimLatitude verbatimLocality verbatimLongitude verbatimScientificName
verbatimSRS verbatimTaxonRank vernacularName vertebrateGroup vitality waterBody year`)

func byLowerCase(list string) map[string]string {
	terms := map[string]string{}
	for term := range strings.FieldsSeq(list) {
		terms[strings.ToLower(term)] = term
	}
	return terms
}

// SimpleName reduces a header or a term to its simple name: "dwc:eventDate" and
// "http://rs.tdwg.org/dwc/terms/eventDate" are eventDate. Known terms get their canonical spelling, other names keep theirs.
// The name is fit to be a key: one line of clean UTF-8.
func SimpleName(header string) string {
	header = strings.TrimSpace(text.OneLine(text.Scrub(strings.ToValidUTF8(header, "?"))))
	name := header
	if strings.Contains(name, "://") {
		name = name[strings.LastIndexAny(name, "/#")+1:]
	} else if prefix, rest, found := strings.Cut(name, ":"); found {
		switch strings.ToLower(prefix) {
		case "dwc", "dc", "dcterms", "gbif", "dwciri":
			name = rest
		}
	}
	if name == "" {
		return header
	}
	if term, isTerm := known[strings.ToLower(name)]; isTerm {
		return term
	}
	return name
}

// Known returns the canonical spelling of a term of Darwin Core, Dublin Core or GBIF, whose name may be in any case.
func Known(name string) (term string, ok bool) {
	term, ok = known[strings.ToLower(name)]
	return term, ok
}

// ofEvent are the terms of Darwin Core's classes Event and Location, and the one of what a survey looked for.
var ofEvent = byLowerCase(`
parentEventID eventType fieldNumber eventTime verbatimEventDate habitat samplingEffort sampleSizeValue sampleSizeUnit fieldNotes eventRemarks
locationID higherGeographyID higherGeography continent waterBody islandGroup island country countryCode stateProvince county municipality
locality verbatimLocality minimumElevationInMeters maximumElevationInMeters verbatimElevation minimumDepthInMeters maximumDepthInMeters
verbatimDepth minimumDistanceAboveSurfaceInMeters maximumDistanceAboveSurfaceInMeters locationAccordingTo locationRemarks verbatimCoordinates
verbatimLatitude verbatimLongitude verbatimCoordinateSystem verbatimSRS geodeticDatum coordinatePrecision footprintWKT footprintSRS
georeferencedBy georeferencedDate georeferenceProtocol georeferenceSources georeferenceRemarks targetTaxonomicScope`)

// OfEvent reports whether a term says something of the sampling event or its place, and nothing of what was found there.
func OfEvent(term string) bool { return ofEvent[strings.ToLower(term)] == term && term != "" }
