package web

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const (
	speciesJSON = `"id":"aedes-aegypti","scientific_name":"Aedes aegypti","rank":"species","common_name":"Yellow fever mosquito","vector_status":"High",
		"roles":["primary","suspected"],"genus":"Aedes","family":"Culicidae","habitat":"Containers","distribution":"Tropics","image_url":null,"image":null`
	observationJSON = `"id":"0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b","species_id":"culex-bahamensis","species_scientific_name":"Culex bahamensis",
		"verbatim_scientific_name":null,"identification":"resolved","count":1,"location":{"lat":25.1,"lng":-77.3},"location_accuracy_m":null,"obscured_degrees":null,"information_withheld":null,"data_generalizations":null,
		"observed_at":"2020-07-01T00:00:00Z","date_precision":"month","observed_until":"2020-07-31","notes":null,"user_id":null,
		"observer_name":null,"data_source":null,"country_id":"bs","region_id":"caribbean","life_stage":null,"sex":null,
		"sampling_protocol":null,"event_id":null,"image_url":null,"prediction_id":null,"model_id":null,"confidence":null,
		"metadata":{},"status":"unverified","occurrence_id":null,"identification_qualifier":null,"basis_of_record":null,"licence":null,
		"flags":["country_mismatch"],"publication":"public","created_at":"2026-07-29T08:15:00Z"`
	featureJSON = `{"type":"Feature","id":"0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b","geometry":{"type":"Point","coordinates":[-77.3,25.1]},
		"properties":{"species_scientific_name":"Culex bahamensis","species_id":"culex-bahamensis","common_name":null,"vector_status":"Unknown",
		"count":1,"observed_at":"2020-07-01T00:00:00Z","date_precision":"month","observed_until":"2020-07-31","data_source":null,"country_id":"bs",
		"location_accuracy_m":null,"life_stage":null,"sex":null,"status":"unverified","notes":null`
	predictionJSON = `{"id":"none_of_these","scientific_name":null,"common_name":null,"probabilities":{"Aedes aegypti":0.2},
		"model_id":"m","confidence":0.6,"in_catalog":false,"uncertain":true,
		"model_licence":null,"reason":"none_of_these","taxon_rank":null,"genus":null,"box":null}`
)

// TestSchemasCanFail holds the schemas against answers that are right and answers that are wrong in one thing.
func TestSchemasCanFail(t *testing.T) {
	t.Parallel()
	schemas := load(t, contract).Components.Schemas
	for name, c := range map[string]struct {
		schema, body string
		ok           bool
	}{
		"species":                        {"Species", `{` + speciesJSON + `}`, true},
		"species with a member too many": {"Species", `{` + speciesJSON + `,"eggs":1}`, false},
		"species without a status":       {"Species", `{"id":"a","scientific_name":"A","common_name":"a"}`, false},
		"species detail, too little":     {"SpeciesDetail", `{` + speciesJSON + `}`, false},
		"disease with a member too many": {"Disease", `{"id":"a","name":"A","description":"","vectors":[],"image_url":null,"symptoms":[]}`, false},
		"disease":                        {"Disease", `{"id":"a","name":"A","description":"","pathogen_type":"virus","vectors":[],"image_url":null}`, true},
		"observation":                    {"Observation", `{` + observationJSON + `,"updated_at":"2026-07-29T08:15:00Z"}`, true},
		"observation, a member missing":  {"Observation", `{` + observationJSON + `}`, false},
		"observation, one too many":      {"Observation", `{` + observationJSON + `,"updated_at":"2026-07-29T08:15:00Z","x":1}`, false},
		"observation, no time":           {"Observation", `{` + observationJSON + `,"updated_at":"yesterday"}`, false},
		"feature":                        {"Feature", featureJSON + `}}`, true},
		"feature naming its observer":    {"Feature", featureJSON + `,"observer_name":"A"}}`, false},
		"prediction of nothing":          {"Prediction", predictionJSON, true},
		"batch":                          {"PredictionBatch", `{"count":1,"results":[{"filename":"a.jpg","prediction":` + predictionJSON + `,"error":null}]}`, true},
		"batch, error without a type":    {"PredictionBatch", `{"count":1,"results":[{"filename":"a.jpg","prediction":null,"error":{"status":400,"detail":"x"}}]}`, false},
		"error":                          {"Error", `{"detail":"Species not found","type":"not_found"}`, true},
		"error of an unknown type":       {"Error", `{"detail":"Species not found","type":"oops"}`, false},
		"error other than 422 with list": {"Error", `{"detail":"x","type":"not_found","errors":[]}`, false},
		"422":                            {"ValidationError", `{"detail":"x","type":"validation_error","errors":[{"loc":["query","limit"],"msg":"m","type":"too_small"}]}`, true},
		"422 without a list":             {"ValidationError", `{"detail":"x","type":"validation_error"}`, false},
		"422 of another type":            {"ValidationError", `{"detail":"x","type":"bad_request","errors":[{"loc":["body"],"msg":"m","type":"t"}]}`, false},
		"health":                         {"Health", `{"status":"ok","service":"skeeter","version":"1","timestamp":"2026-07-29T08:15:00Z","checks":{"database":{"status":"ok"},"model":{"status":"not configured"}}}`, true},
		"health without its model":       {"Health", `{"status":"ok","service":"skeeter","version":"1","timestamp":"2026-07-29T08:15:00Z","checks":{"database":{"status":"ok"}}}`, false},
		"new record":                     {"ObservationCreate", `{"species_id":"culex-pipiens","count":1,"location":{"latitude":52.5,"longitude":13.4},"observed_at":"2026-07-14"}`, true},
		"new record without a name":      {"ObservationCreate", `{"count":1,"location":{"lat":52.5,"lng":13.4},"observed_at":"2026-07-14"}`, false},
		"new record of nothing":          {"ObservationCreate", `{"species_id":"culex-pipiens","count":0,"location":{"lat":52.5,"lng":13.4},"observed_at":"2026-07-14"}`, false},
		"new record, half a location":    {"ObservationCreate", `{"species_id":"culex-pipiens","count":1,"location":{"lat":52.5},"observed_at":"2026-07-14"}`, false},
		"patch":                          {"ObservationPatch", `{"location":{"lat":1},"notes":null,"metadata":{"trap_nights":null}}`, true},
		"patch of a read-only field":     {"ObservationPatch", `{"country_id":"fr"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var body any
			if err := json.Unmarshal([]byte(c.body), &body); err != nil {
				t.Fatal(err)
			}
			err := schemas[c.schema].Value.VisitJSON(body, openapi3.EnableJSONSchema2020(), openapi3.EnableFormatValidation(), openapi3.MultiErrors())
			if (err == nil) != c.ok {
				t.Errorf("%s against %s: valid %t, want %t: %v", c.body, c.schema, err == nil, c.ok, err)
			}
		})
	}
}
