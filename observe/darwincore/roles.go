package darwincore

// role is what a column means to a record.
type role int

const (
	roleName role = iota
	roleAuthorship
	roleGenus
	roleSpecificEpithet
	roleInfraspecificEpithet
	roleAcceptedName
	roleSpecies
	roleVerbatimName
	roleLat
	roleLon
	roleVerbatimLat
	roleVerbatimLon
	roleVerbatimPlace
	roleDatum
	roleVerbatimSystem
	roleVerbatimSRS
	roleAccuracy
	roleCountry
	roleCountryCode
	roleEventDate
	roleUntil
	rolePrecision
	roleEventTime
	roleYear
	roleMonth
	roleDay
	roleStartDay
	roleEndDay
	roleWeek
	roleCount
	roleQuantity
	roleQuantityType
	roleStatus
	roleTarget
	roleQualifier
	roleBasis
	roleLicence
	roleVerification
	roleDatasetID
	roleDatasetName
	roleOccurrenceID
	roleID
	roleFeatureID
	roleGBIFID
	roleEventID
	roleLifeStage
	roleSex
	roleProtocol
	roleNotes
	roleObserver
	roleDynamic
	roleCountLimit // not a role: their number
)

// meaning is the role that a term has. A kept one stays in the metadata as well.
type meaning struct {
	role role
	kept bool
}

// roleTerms are the columns that mean something to a record.
var roleTerms = map[string]meaning{
	"scientificName":                   {roleName, false},
	"scientificNameAuthorship":         {roleAuthorship, true},
	"genus":                            {roleGenus, true},
	"specificEpithet":                  {roleSpecificEpithet, true},
	"infraspecificEpithet":             {roleInfraspecificEpithet, true},
	"acceptedScientificName":           {roleAcceptedName, true},
	"acceptedNameUsage":                {roleAcceptedName, true},
	"species":                          {roleSpecies, true},
	"verbatimIdentification":           {roleVerbatimName, false},
	"decimalLatitude":                  {roleLat, false},
	"decimalLongitude":                 {roleLon, false},
	"verbatimLatitude":                 {roleVerbatimLat, true},
	"verbatimLongitude":                {roleVerbatimLon, true},
	"verbatimCoordinates":              {roleVerbatimPlace, true},
	"geodeticDatum":                    {roleDatum, true},
	"verbatimCoordinateSystem":         {roleVerbatimSystem, true},
	"verbatimSRS":                      {roleVerbatimSRS, true},
	"coordinateUncertaintyInMeters":    {roleAccuracy, false},
	"country":                          {roleCountry, true},
	"countryCode":                      {roleCountryCode, true},
	"eventDate":                        {roleEventDate, false},
	"observed_until":                   {roleUntil, false},
	"date_precision":                   {rolePrecision, false},
	"eventTime":                        {roleEventTime, false},
	"year":                             {roleYear, false},
	"month":                            {roleMonth, false},
	"day":                              {roleDay, false},
	"startDayOfYear":                   {roleStartDay, false},
	"endDayOfYear":                     {roleEndDay, false},
	"individualCount":                  {roleCount, false},
	"organismQuantity":                 {roleQuantity, true},
	"organismQuantityType":             {roleQuantityType, true},
	"occurrenceStatus":                 {roleStatus, false},
	"targetTaxonomicScope":             {roleTarget, true},
	"identificationQualifier":          {roleQualifier, false},
	"basisOfRecord":                    {roleBasis, false},
	"license":                          {roleLicence, false},
	"identificationVerificationStatus": {roleVerification, true},
	"datasetID":                        {roleDatasetID, true},
	"datasetName":                      {roleDatasetName, true},
	"occurrenceID":                     {roleOccurrenceID, false},
	"id":                               {roleID, false},
	"feature_id":                       {roleFeatureID, false},
	"gbifID":                           {roleGBIFID, true},
	"eventID":                          {roleEventID, false},
	"lifeStage":                        {roleLifeStage, false},
	"sex":                              {roleSex, false},
	"samplingProtocol":                 {roleProtocol, false},
	"occurrenceRemarks":                {roleNotes, false},
	"recordedBy":                       {roleObserver, false},
	"dynamicProperties":                {roleDynamic, false},
}

// mappedTerms are what only a Mapping can name: as headers they may mean something else.
var mappedTerms = map[string]meaning{"week": {roleWeek, false}}

// roleOf returns the role of a term of a Mapping.
func roleOf(term string) (meaning, bool) {
	as, ok := roleTerms[term]
	if !ok {
		as, ok = mappedTerms[term]
	}
	return as, ok
}

// Headers that mean a term beside its own name, in lower case. They give way to a column that has the term's own name.
var (
	// ownAliases are the headers of this server's own exports and lists.
	ownAliases = map[string]string{
		"id":                       "id",
		"feature_id":               "feature_id",
		"observed_until":           "observed_until",
		"date_precision":           "date_precision",
		"species_scientific_name":  "scientificName",
		"scientific_name":          "scientificName",
		"verbatim_scientific_name": "verbatimIdentification",
		"observed_at":              "eventDate",
		"location_accuracy_m":      "coordinateUncertaintyInMeters",
		"life_stage":               "lifeStage",
		"sampling_protocol":        "samplingProtocol",
		"event_id":                 "eventID",
		"observer_name":            "recordedBy",
		"occurrence_id":            "occurrenceID",
		"target_taxa":              "targetTaxonomicScope",
		"targettaxa":               "targetTaxonomicScope",
	}
	// shortAliases are the usual short headers. That they are understood is noted.
	shortAliases = map[string]string{
		"count":     "individualCount",
		"notes":     "occurrenceRemarks",
		"latitude":  "decimalLatitude",
		"lat":       "decimalLatitude",
		"longitude": "decimalLongitude",
		"lon":       "decimalLongitude",
		"lng":       "decimalLongitude",
	}
)
