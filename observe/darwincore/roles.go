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
	roleAccuracy
	roleEventDate
	roleUntil
	rolePrecision
	roleEventTime
	roleYear
	roleMonth
	roleDay
	roleStartDay
	roleEndDay
	roleCount
	roleQuantity
	roleQuantityType
	roleStatus
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
	"scientificName":                {roleName, false},
	"scientificNameAuthorship":      {roleAuthorship, true},
	"genus":                         {roleGenus, true},
	"specificEpithet":               {roleSpecificEpithet, true},
	"infraspecificEpithet":          {roleInfraspecificEpithet, true},
	"acceptedScientificName":        {roleAcceptedName, true},
	"acceptedNameUsage":             {roleAcceptedName, true},
	"species":                       {roleSpecies, true},
	"verbatimIdentification":        {roleVerbatimName, false},
	"decimalLatitude":               {roleLat, false},
	"decimalLongitude":              {roleLon, false},
	"coordinateUncertaintyInMeters": {roleAccuracy, false},
	"eventDate":                     {roleEventDate, false},
	"observed_until":                {roleUntil, false},
	"date_precision":                {rolePrecision, false},
	"eventTime":                     {roleEventTime, false},
	"year":                          {roleYear, false},
	"month":                         {roleMonth, false},
	"day":                           {roleDay, false},
	"startDayOfYear":                {roleStartDay, false},
	"endDayOfYear":                  {roleEndDay, false},
	"individualCount":               {roleCount, false},
	"organismQuantity":              {roleQuantity, true},
	"organismQuantityType":          {roleQuantityType, true},
	"occurrenceStatus":              {roleStatus, false},
	"occurrenceID":                  {roleOccurrenceID, false},
	"id":                            {roleID, false},
	"feature_id":                    {roleFeatureID, false},
	"gbifID":                        {roleGBIFID, true},
	"eventID":                       {roleEventID, false},
	"lifeStage":                     {roleLifeStage, false},
	"sex":                           {roleSex, false},
	"samplingProtocol":              {roleProtocol, false},
	"occurrenceRemarks":             {roleNotes, false},
	"recordedBy":                    {roleObserver, false},
	"dynamicProperties":             {roleDynamic, false},
}

// aliases are other headers that mean a term, in lower case: those of this server's own exports and the usual short ones.
// They give way to a column that has the term's own name.
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
