package observe

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of a batch.
const (
	maxBatchRows  = 10_000
	maxBatchBytes = 16 << 20
)

const (
	ndjsonType = "application/x-ndjson"
	csvType    = "text/csv"
)

// readBatch reads the records of a body, each as the JSON object that a single create has as its body.
func readBatch(w http.ResponseWriter, r *http.Request) (records [][]byte, err error) {
	body, err := httpapi.ReadBody(w, r, maxBatchBytes, jsonType, ndjsonType, csvType)
	if err != nil {
		return nil, err
	}
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // ReadBody has checked it
	switch mediaType {
	case csvType:
		records, err = splitCSV(body)
	case ndjsonType:
		for line := range bytes.Lines(body) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				records = append(records, line)
			}
		}
	default:
		var list []json.RawMessage
		if json.Unmarshal(body, &list) != nil || list == nil {
			return nil, badBatch("not_an_array", "The body must be a JSON array of objects")
		}
		for _, one := range list {
			records = append(records, one)
		}
	}
	switch {
	case err != nil:
		return nil, err
	case len(records) == 0:
		return nil, badBatch("missing", "The batch has no rows")
	case len(records) > maxBatchRows:
		return nil, badBatch("too_many", fmt.Sprintf("A batch has at most %d rows", maxBatchRows))
	}
	return records, nil
}

// badBatch is the answer to a body that is no batch; loc leads to the part that is wrong.
func badBatch(code, msg string, loc ...string) error {
	return httpapi.Invalid(httpapi.FieldError{Loc: append([]string{"body"}, loc...), Msg: msg, Type: code})
}

// csvMembers are the members of a create that columns of an import mean. A column with the name of a member means that member.
var csvMembers = map[string]string{
	"scientificName": "species_scientific_name", "individualCount": "count", "eventDate": "observed_at",
	"decimalLatitude": "lat", "decimalLongitude": "lng", "latitude": "lat", "longitude": "lng",
	"coordinateUncertaintyInMeters": "location_accuracy_m", "lifeStage": "life_stage", "samplingProtocol": "sampling_protocol",
	"eventID": "event_id", "recordedBy": "observer_name", "occurrenceRemarks": "notes", "basisOfRecord": "basis_of_record",
	"license": "licence", "identificationQualifier": "identification_qualifier", "identificationVerificationStatus": "status",
}

// csvNumbers are the members whose values are numbers, or, like metadata, JSON.
var csvNumbers = []string{"count", "lat", "lng", "location_accuracy_m", "confidence", "metadata"}

// splitCSV makes a JSON object of each row. An empty field is a member that is not given.
func splitCSV(body []byte) (records [][]byte, err error) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff"))))
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		return nil, badBatch("csv_invalid", "The first line of the CSV must name its columns")
	}
	columns := make([]string, len(header))
	for i, name := range header {
		member := name
		if m, ok := csvMembers[name]; ok {
			member = m
		}
		if slices.Contains(columns[:i], member) {
			return nil, badBatch("csv_invalid", "Two columns mean "+member, name)
		}
		columns[i] = member
	}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return records, nil
		}
		if err != nil {
			return nil, badBatch("csv_invalid", "The CSV is malformed: "+err.Error(), strconv.Itoa(len(records)+1))
		}
		if len(records) > maxBatchRows { // the caller refuses them
			return records, nil
		}
		records = append(records, csvObject(columns, row))
	}
}

func csvObject(columns, row []string) []byte {
	object, place := map[string]any{}, map[string]any{}
	for i, text := range row {
		if text == "" {
			continue
		}
		var value any = text
		if slices.Contains(csvNumbers, columns[i]) && json.Valid([]byte(text)) {
			value = json.RawMessage(text)
		}
		if columns[i] == "lat" || columns[i] == "lng" {
			place[columns[i]] = value
		} else {
			object[columns[i]] = value
		}
	}
	if len(place) > 0 {
		object["location"] = place
	}
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err) // does not happen: texts and valid JSON can be encoded
	}
	return encoded
}
