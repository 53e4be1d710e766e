package skeetertest

// Paths of the API with the default prefix.
const (
	API          = "/api/v1"
	Observations = API + "/observations"
	Events       = API + "/events"
	Alerts       = API + "/alerts"
	AlertRules   = Alerts + "/rules"
	Imports      = API + "/imports"
	Pools        = API + "/pools"
)

// Observation is a new record with nothing wrong in it: two specimens in Nice.
const Observation = `{"species_scientific_name":"Aedes albopictus","count":2,"location":{"lat":43.7,"lng":7.25},"observed_at":"2024-06-01T08:00:00Z"}`

// An area that clients may draw, and its id.
const (
	Areas     = API + "/areas"
	OwnArea   = `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}`
	OwnAreaID = "7cca26a999573e4a30a8ba28b8beb8bd"
)

// OwnID is an id that a client chose for its record.
const OwnID = "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"

// Event is a new sampling event with nothing wrong in it, of the data source of ImportFieldRecords.
const Event = `{"data_source":"field-work","event_id":"T2-2012-W32","location":{"lat":41.87,"lng":-87.63},"started_at":"2012-08-10","ended_at":"2012-08-11","target_taxa":["Culex"]}`

// EventID is the id of Event.
const EventID = "5fe7ad03-ba46-5f00-a35c-98b31d0e8942"

// AlertRule is a rule with OwnID. It raises the alert with AlertID when there is an Observation with OwnID.
const (
	AlertRule = `{"id":"` + OwnID + `","kind":"introduction","name":"Tiger mosquito","species":"aedes-albopictus"}`
	AlertID   = "ed82ad11-5102-5f30-8e74-12225ca4a6a7"
)

// Pool is the test of a pool of Event with nothing wrong in it.
const Pool = `{"data_source":"field-work","pool_id":"P1","event_id":"T2-2012-W32","species_scientific_name":"Culex pipiens","size":50,"pathogen":"WNV","result":"positive","location":{"lat":41.87,"lng":-87.63},"ended_at":"2012-08-11"}`

// PoolRecordID is the id of Pool.
const PoolRecordID = "2074e596-e2ff-5848-bcc1-0bca0ff9e3d6"

// ObservationWith is Observation with more members, written as JSON.
func ObservationWith(members string) string { return "{" + members + "," + Observation[1:] }

// FieldRecords is a CSV file of eleven rows, of which an import stores five observations and an absence.
const FieldRecords = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus,sex,trapNights\n" +
	"a1,\"Stegomyia aegypti (Linnaeus, 1762)\",-3.1,-60.02,2019-03-04,3,present,F,2\n" +
	"a2,Culex bahamensis,25.06,-77.34,2019-03,,,,1\n" +
	"a3,Aedes aegypti,-3.1,-60.02,2019,1,,,\n" +
	"a4,Aedes aegypti,-3.1,-60.02,2019-05-06,0,absent,,4\n" +
	"a5,Aedes aegypti,-3.1,-60.02,2019-05-07,0,present,,\n" +
	"a1,Aedes aegypti,-3.1,-60.02,2019-05-08,1,,,\n" +
	",Culex pipiens,48.85,2.35,2006-2008,2,,,\n" +
	",Culex pipiens,48.85,2.35,2006-2008,2,,,\n" +
	"a9,Aedes aegypti,,,2019-05-08,1,,,\n" +
	"a10,,1,2,2019-05-08,1,,,\n" +
	"a11,Aedes aegypti,1,2,,1,,,\n"

// ImportFieldRecords imports FieldRecords as a data source.
func (d *Deployment) ImportFieldRecords() {
	d.t.Helper()
	d.MustRun("import", d.File("field.csv", FieldRecords), "--dataset", "Field work")
}

// SpeciesImage is a statement that stores a photograph with OwnID of the species that TypicalPath names.
const SpeciesImage = `
	insert into species_images (id, taxon_key, file, place, author, licence, width, height, large, small)
	select '` + OwnID + `', key, 'a.jpg', 1, 'A. Person', 'CC BY 4.0', 9, 9, '\xffd8ffd9', '\xffd8ffd9' from taxa where id = 'aedes-aegypti'`

// AgencyRows is a CSV file of what a private data source has.
const AgencyRows = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,eventID,locationID,occurrenceRemarks,samplingEffort,samplingProtocol\n" +
	"agency-1,Culex pipiens,43.7712345,11.2512345,2024-06-01,21,agency-e1,agency-site,agency yard,2 trap-nights,CO2 trap\n" +
	"agency-2,Aedes aegypti,43.7712345,11.2512345,2024-06-01,0,agency-e1,agency-site,,2 trap-nights,CO2 trap\n" +
	"agency-3,Aedes koreicus,43.7812345,11.2612345,2024-06-02,5,agency-e2,,,2 trap-nights,CO2 trap\n" +
	"agency-4,Culex agencyensis,43.7912345,11.2712345,2024-06-03,1,,,,,\n"
