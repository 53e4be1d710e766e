package darwincore

// releasedColumns are the columns of an export of release 0.1.0, in order. The columns of such a file that derive from the record or its
// data source are not read into the metadata, so that a round trip does not grow.
var releasedColumns = []string{
	"occurrenceID", "basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate",
	"decimalLatitude", "decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName",
	"verbatimIdentification", "individualCount", "occurrenceStatus", "sex", "lifeStage", "identificationVerificationStatus",
	"occurrenceRemarks", "dynamicProperties",
}

// derivedColumns are those of releasedColumns that say nothing about the record itself.
var derivedColumns = []string{
	"basisOfRecord", "datasetID", "datasetName", "license", "geodeticDatum", "countryCode", "identificationVerificationStatus",
}
