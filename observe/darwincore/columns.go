package darwincore

import "slices"

// ownColumns are the columns that this package writes, in order. A file that has exactly these is taken for one of its own:
// those that derive from the record or its dataset are then not read into the metadata again, so that a round trip does not
// grow.
var ownColumns = []string{
	"occurrenceID", "basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate",
	"decimalLatitude", "decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName",
	"verbatimIdentification", "individualCount", "occurrenceStatus", "sex", "lifeStage", "identificationVerificationStatus",
	"occurrenceRemarks", "dynamicProperties",
}

// derivedColumns are those of ownColumns that say nothing about the record itself.
var derivedColumns = []string{
	"basisOfRecord", "datasetID", "datasetName", "license", "geodeticDatum", "countryCode", "identificationVerificationStatus",
}

func isOwn(header []string) bool { return slices.Equal(header, ownColumns) }

func isDerived(key string) bool { return slices.Contains(derivedColumns, key) }
