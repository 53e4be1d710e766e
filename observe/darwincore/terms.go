package darwincore

import "strings"

// knownTerms are the simple names of the Darwin Core terms, and of the Dublin Core and GBIF terms that
// occurrence files use (https://dwc.tdwg.org/list/). They give a header its canonical spelling.
var knownTerms = makeKnownTerms(`
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
subgenusKey subtribe superfamily taxonConceptID taxonID taxonKey taxonomicStatus taxonRank taxonRemarks tribe type
typeStatus verbatimCoordinates verbatimCoordinateSystem verbatimDepth verbatimElevation verbatimEventDate
verbatimIdentification verbatimLabel verbatimLatitude verbatimLocality verbatimLongitude verbatimScientificName
verbatimSRS verbatimTaxonRank vernacularName vertebrateGroup vitality waterBody year`)

// aliases are other headers that mean a term: those of this server's own exports and the usual short
// ones, in lower case. They give way to a column that has the term's own name.
var aliases = map[string]string{
	"id":                       "id",
	"feature_id":               "feature_id",
	"observed_until":           "observed_until",
	"date_precision":           "date_precision",
	"species_scientific_name":  "scientificName",
	"scientific_name":          "scientificName",
	"verbatim_scientific_name": "verbatimIdentification",
	"observed_at":              "eventDate",
	"count":                    "individualCount",
	"location_accuracy_m":      "coordinateUncertaintyInMeters",
	"life_stage":               "lifeStage",
	"sampling_protocol":        "samplingProtocol",
	"event_id":                 "eventID",
	"notes":                    "occurrenceRemarks",
	"observer_name":            "recordedBy",
	"latitude":                 "decimalLatitude",
	"lat":                      "decimalLatitude",
	"longitude":                "decimalLongitude",
	"lon":                      "decimalLongitude",
	"lng":                      "decimalLongitude",
	"occurrence_id":            "occurrenceID",
}

func makeKnownTerms(list string) map[string]string {
	terms := map[string]string{}
	for _, term := range strings.Fields(list) {
		terms[strings.ToLower(term)] = term
	}
	return terms
}

// simpleName reduces a header or term to its simple name: "dwc:eventDate" and
// "http://rs.tdwg.org/dwc/terms/eventDate" are eventDate. Known terms get their canonical spelling.
// The name is fit to be a key: one line of clean UTF-8.
func simpleName(header string) string {
	header = oneLine(clean(strings.ToValidUTF8(header, "?")))
	name := strings.TrimSpace(header)
	if strings.Contains(name, "://") {
		name = name[strings.LastIndexAny(name, "/#")+1:]
	} else if prefix, rest, found := strings.Cut(name, ":"); found {
		switch strings.ToLower(prefix) {
		case "dwc", "dc", "dcterms", "gbif", "dwciri":
			name = rest
		}
	}
	if name == "" {
		return strings.TrimSpace(header)
	}
	if term, known := knownTerms[strings.ToLower(name)]; known {
		return term
	}
	return name
}

// missing tells the ways to write that a value is not known.
func missing(value string) bool {
	switch len(value) {
	case 0:
		return true
	case 2:
		return value == "NA" || value == `\N`
	case 3:
		return value == "NaN" || value == "nan" || value == "N/A"
	case 4:
		return strings.EqualFold(value, "null")
	}
	return false
}
