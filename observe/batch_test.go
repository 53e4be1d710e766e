package observe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

const batchPath = "/observations/batch"

// statuses returns what became of each row.
func (a answer) statuses() (out []string) {
	results, _ := a.body["results"].([]any)
	for _, r := range results {
		out = append(out, r.(map[string]any)["status"].(string))
	}
	return out
}

func ndjson(rows []object) string {
	var b strings.Builder
	for _, row := range rows {
		line, _ := json.Marshal(row)
		b.Write(append(line, '\n'))
	}
	return b.String()
}

// TestBatchStoresWhatCreatesStore holds that a row of a batch, in each form, becomes the record that a create of it becomes.
func TestBatchStoresWhatCreatesStore(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rich := object{
		"species_scientific_name": "Aedes cf. albopictus", "notes": "gravid, \"blood\"", "observer_name": "A. Observer", "location_accuracy_m": 12500.5,
		"life_stage": "adult", "sex": "female", "sampling_protocol": "BG-Sentinel trap", "event_id": "trap-7", "user_id": "u1", "confidence": 0.75,
		"model_id": "m1", "metadata": object{"trap_nights": 1}, "status": "verified", "observed_at": "2026-07-14", "image_url": "https://example.org/a.jpg",
		"basis_of_record": "HumanObservation", "licence": "CC0",
	}
	one := s.create(rich)
	plain := s.create(object{"species_scientific_name": "Aedes neverseen", "user_id": "u2"})
	rows := []object{catch(rich), catch(object{"species_scientific_name": "Aedes neverseen", "user_id": "u2"})}
	columns := `species_scientific_name,count,lat,lng,observed_at,notes,observer_name,location_accuracy_m,life_stage,sex,sampling_protocol,event_id,user_id,` +
		"confidence,model_id,metadata,status,image_url,basis_of_record,licence\n"
	darwin := strings.NewReplacer("species_scientific_name", "scientificName", "count", "individualCount", "lat", "decimalLatitude", "lng", "decimalLongitude",
		"observed_at", "eventDate").Replace("species_scientific_name,count,lat,lng,observed_at") + strings.TrimPrefix(columns, "species_scientific_name,count,lat,lng,observed_at")
	values := `Aedes cf. albopictus,3,43.7102,7.262,2026-07-14,"gravid, ""blood""",A. Observer,12500.5,adult,female,BG-Sentinel trap,trap-7,u1,` +
		`0.75,m1,"{""trap_nights"": 1}",verified,https://example.org/a.jpg,HumanObservation,CC0` + "\n" +
		"Aedes neverseen,3,43.7102,7.262,2026-07-14T06:30:00Z,,,,,,,,u2,,,,,,,\n"
	for name, sent := range map[string]struct {
		body      any
		mediaType string
	}{
		"array": {rows, "application/json"}, "ndjson": {ndjson(rows), "application/x-ndjson"}, "csv": {"\ufeff" + columns + values, "text/csv"},
		"csv of an import": {darwin + values, "text/csv; charset=utf-8"},
	} {
		a := s.do(http.MethodPost, batchPath, sent.body, "Content-Type", sent.mediaType).want(http.StatusOK)
		if a.text("created") != "2" || !slices.Equal(a.statuses(), []string{"created", "created"}) {
			t.Fatalf("%s: %s", name, a.raw)
		}
		for i, want := range []answer{one, plain} {
			id := a.body["results"].([]any)[i].(map[string]any)["id"].(string)
			got := s.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusOK)
			for member := range got.body {
				if !slices.Contains([]string{"id", "created_at", "updated_at"}, member) && got.text(member) != want.text(member) {
					t.Errorf("%s, row %d: %s is %s, want %s", name, i+1, member, got.text(member), want.text(member))
				}
			}
		}
	}
}

// TestBatchAddsNamesOnce has new names, many times each.
func TestBatchAddsNamesOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	before := pgtest.Value[int](t, s.db, "select count(*) from taxa")
	var rows []object
	for i := range 300 {
		rows = append(rows, catch(object{"species_scientific_name": fmt.Sprintf("Culex unseen%c", 'a'+i%3)}))
	}
	if a := s.do(http.MethodPost, batchPath, rows).want(http.StatusOK); a.text("created") != "300" {
		t.Errorf("created %s of 300", a.text("created"))
	}
	if added := pgtest.Value[int](t, s.db, "select count(*) from taxa") - before; added != 3 {
		t.Errorf("%d taxa were added, want 3", added)
	}
	if s.changes.Load() != 1 {
		t.Errorf("Changed was called %d times, want once", s.changes.Load())
	}
}

// TestBadRowAmongGoodOnes: with mode=all nothing is stored and every error says its row; with mode=each the good rows are stored.
func TestBadRowAmongGoodOnes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rows := []any{catch(nil), catch(object{"count": 0, "observed_at": "yesterday"}), "no object", catch(object{"data_source": "nobody"}), catch(nil)}
	want := []string{"body.2.count:out_of_range", "body.2.observed_at:invalid_date", "body.3:not_an_object", "body.4.data_source:unknown_data_source"}
	a := s.do(http.MethodPost, batchPath, rows).want(http.StatusUnprocessableEntity)
	got := a.wrong()
	for i, w := range want {
		w, _, _ = strings.Cut(w, ":")
		if i >= len(got) || !strings.HasPrefix(got[i], w+":") {
			t.Errorf("errors are %v, want the places of %v", got, want)
			break
		}
	}
	if n := s.rows(); n != 0 || s.changes.Load() != 0 {
		t.Errorf("%d rows are stored of a batch that was refused", n)
	}
	a = s.do(http.MethodPost, batchPath+"?mode=each", rows).want(http.StatusOK)
	if !slices.Equal(a.statuses(), []string{"created", "invalid", "invalid", "invalid", "created"}) || a.text("refused") != "3" {
		t.Errorf("mode=each: %s", a.raw)
	}
	if n := s.rows(); n != 2 {
		t.Errorf("%d rows are stored, want 2", n)
	}
}

// TestRepeatedBatch: rows with ids are known again, as single creates are, and other content is a conflict.
func TestRepeatedBatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.create(object{"id": uuidOf(1)})
	rows := []object{catch(object{"id": uuidOf(1)}), catch(object{"id": uuidOf(2)}), catch(object{"id": uuidOf(3)}), catch(object{"id": uuidOf(2)})}
	a := s.do(http.MethodPost, batchPath, rows).want(http.StatusOK)
	if !slices.Equal(a.statuses(), []string{"existing", "created", "created", "existing"}) {
		t.Errorf("first: %s", a.raw)
	}
	a = s.do(http.MethodPost, batchPath, rows).want(http.StatusOK)
	if a.text("existing") != "4" || s.rows() != 3 {
		t.Errorf("repeated: %s", a.raw)
	}
	s.do(http.MethodPost, "/observations", rows[1]).want(http.StatusOK) // a create knows the row of a batch again
	rows[2]["count"] = 99
	rows = append(rows, catch(object{"id": uuidOf(4)}), catch(object{"id": uuidOf(4), "count": 8}))
	a = s.do(http.MethodPost, batchPath, rows).want(http.StatusUnprocessableEntity)
	if got, want := a.wrong(), []string{"body.3.id:conflict", "body.6.id:conflict"}; !slices.Equal(got, want) || s.rows() != 3 {
		t.Errorf("conflicts %v, want %v", got, want)
	}
	a = s.do(http.MethodPost, batchPath+"?mode=each", rows).want(http.StatusOK)
	if !slices.Equal(a.statuses(), []string{"existing", "existing", "conflict", "existing", "created", "conflict"}) {
		t.Errorf("mode=each: %s", a.raw)
	}
}

func TestBatchesThatAreNone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	many := "[" + strings.TrimSuffix(strings.Repeat("{},", 10_001), ",") + "]"
	for name, c := range map[string]struct {
		body, mediaType, query string
		status                 int
		wrong                  string
	}{
		"too many rows":         {many, "application/json", "", 422, "body:too_many"},
		"too many lines":        {strings.Repeat("{}\n", 10_001), "application/x-ndjson", "", 422, "body:too_many"},
		"too many rows of CSV":  {"notes\n" + strings.Repeat("a\n", 10_001), "text/csv", "", 422, "body:too_many"},
		"too many bytes":        {strings.Repeat(" ", 16<<20+1), "application/json", "", 413, ""},
		"no rows":               {"[]", "application/json", "", 422, "body:missing"},
		"an object":             {"{}", "application/json", "", 422, "body:not_an_array"},
		"cut off":               {`[{"count":1}`, "application/json", "", 422, "body:not_an_array"},
		"an empty CSV":          {"", "text/csv", "", 422, "body:csv_invalid"},
		"a column twice":        {"lat,decimalLatitude\n1,2\n", "text/csv", "", 422, "body.decimalLatitude:csv_invalid"},
		"a CSV row too short":   {"lat,lng\n1,2\n1\n", "text/csv", "", 422, "body.2:csv_invalid"},
		"another media type":    {"[]", "text/plain", "", 415, ""},
		"another mode":          {"[{}]", "application/json", "?mode=some", 422, "query.mode:not_allowed"},
		"an unknown CSV column": {"species_id,color\naedes-aegypti,red\n", "text/csv", "", 422, "body.1.color:unknown_field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := s.in(t).do(http.MethodPost, batchPath+c.query, c.body, "Content-Type", c.mediaType).want(c.status)
			if c.wrong != "" && !slices.Contains(a.wrong(), c.wrong) {
				t.Errorf("errors %v, want %s", a.wrong(), c.wrong)
			}
		})
	}
}

// TestClientLeavesABatch: of a batch whose client leaves while it is stored, nothing stays, and the batch can be sent again.
func TestClientLeavesABatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var rows []object
	for i := range 50 {
		rows = append(rows, catch(object{"id": uuidOf(i)}))
	}
	body, _ := json.Marshal(rows)
	lock := pgtest.Begin(t, s.db)
	pgtest.Run(t, lock, "lock table observation_requests in exclusive mode") // the batch waits with its records stored
	server := httptest.NewServer(s.handler)
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+base+batchPath, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	left := make(chan error, 1)
	go func() {
		resp, err := server.Client().Do(r)
		if err == nil {
			err = resp.Body.Close()
		}
		left <- err
	}()
	testenv.Eventually(t, "the batch waits for the lock", func() bool {
		return pgtest.Value[bool](t, s.db, "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')")
	})
	leave()
	if err := <-left; err == nil {
		t.Error("the client that left was answered")
	}
	server.Close() // waits for the request
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.rows(); n != 0 || s.changes.Load() != 0 {
		t.Errorf("%d rows are stored of a client that left", n)
	}
	if a := s.do(http.MethodPost, batchPath, rows).want(http.StatusOK); a.text("created") != "50" {
		t.Errorf("sent again: created %s, want 50", a.text("created"))
	}
}
