package headers

// Role is what a column means to a record.
type Role int

// The roles. Each has the name of its term, shorter where that is long.
const (
	Name Role = iota
	Authorship
	Genus
	SpecificEpithet
	InfraspecificEpithet
	AcceptedName
	Species
	VerbatimName
	Lat
	Lon
	VerbatimLat
	VerbatimLon
	VerbatimPlace
	Datum
	VerbatimSystem
	VerbatimSRS
	Accuracy
	Country
	CountryCode
	EventDate
	Until
	Precision
	EventTime
	Year
	Month
	Day
	StartDay
	EndDay
	Week
	Count
	Quantity
	QuantityType
	Status
	Target
	Qualifier
	Basis
	Licence
	Verification
	DatasetID
	DatasetName
	OccurrenceID
	ID
	FeatureID
	GBIFID
	EventID
	LifeStage
	Sex
	Protocol
	Notes
	Observer
	Dynamic

	// Of the sampling event.
	Site
	Traps
	Nights
	EffortValue
	EffortUnit
	SampleSize
	SampleSizeUnit
	SamplingEffort
	Problem
	Lure
	ScopeReported
	ExcludedScope
	AbsenceReported
	AbsentTaxa
	EventRemarks
	Protocols

	// Of the test of a pool.
	PoolID
	PoolSize
	Pathogen
	TestMethod
	TestResult
	TestedOn
	roleLimit // not a role: their number
)

// meaning is the role that a term has. A kept one stays in the metadata as well.
type meaning struct {
	role Role
	kept bool
}

// roleTerms are the columns that mean something to a record.
var roleTerms = map[string]meaning{
	"scientificName":                   {Name, false},
	"scientificNameAuthorship":         {Authorship, true},
	"genus":                            {Genus, true},
	"specificEpithet":                  {SpecificEpithet, true},
	"infraspecificEpithet":             {InfraspecificEpithet, true},
	"acceptedScientificName":           {AcceptedName, true},
	"acceptedNameUsage":                {AcceptedName, true},
	"species":                          {Species, true},
	"verbatimIdentification":           {VerbatimName, false},
	"decimalLatitude":                  {Lat, false},
	"decimalLongitude":                 {Lon, false},
	"verbatimLatitude":                 {VerbatimLat, true},
	"verbatimLongitude":                {VerbatimLon, true},
	"verbatimCoordinates":              {VerbatimPlace, true},
	"geodeticDatum":                    {Datum, true},
	"verbatimCoordinateSystem":         {VerbatimSystem, true},
	"verbatimSRS":                      {VerbatimSRS, true},
	"coordinateUncertaintyInMeters":    {Accuracy, false},
	"country":                          {Country, true},
	"countryCode":                      {CountryCode, true},
	"eventDate":                        {EventDate, false},
	"observed_until":                   {Until, false},
	"date_precision":                   {Precision, false},
	"eventTime":                        {EventTime, false},
	"year":                             {Year, false},
	"month":                            {Month, false},
	"day":                              {Day, false},
	"startDayOfYear":                   {StartDay, false},
	"endDayOfYear":                     {EndDay, false},
	"individualCount":                  {Count, false},
	"organismQuantity":                 {Quantity, true},
	"organismQuantityType":             {QuantityType, true},
	"occurrenceStatus":                 {Status, false},
	"targetTaxonomicScope":             {Target, true},
	"identificationQualifier":          {Qualifier, false},
	"basisOfRecord":                    {Basis, false},
	"license":                          {Licence, false},
	"identificationVerificationStatus": {Verification, true},
	"datasetID":                        {DatasetID, true},
	"datasetName":                      {DatasetName, true},
	"occurrenceID":                     {OccurrenceID, false},
	"id":                               {ID, false},
	"feature_id":                       {FeatureID, false},
	"gbifID":                           {GBIFID, true},
	"eventID":                          {EventID, false},
	"lifeStage":                        {LifeStage, false},
	"sex":                              {Sex, false},
	"samplingProtocol":                 {Protocol, false},
	"occurrenceRemarks":                {Notes, false},
	"recordedBy":                       {Observer, false},
	"dynamicProperties":                {Dynamic, false},
}

// mappedTerms are what only a Mapping can name: as headers they may mean something else.
var mappedTerms = map[string]meaning{"week": {Week, false}}

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
