package imports_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

func TestAFileIsSentCheckedAndStored(t *testing.T) {
	t.Parallel()
	db, folder := pgtest.Pool(t), t.TempDir()
	s, _ := setup(t, imports.Options{Folder: folder, Importer: importing.New(db, slog.New(slog.DiscardHandler))})
	stored := func() int { return pgtest.Value[int](t, db, "select count(*) from observations") }

	created := s.post("/imports", `{"filename":"traps.csv","size":`+itoa(len(traps))+`}`).want(http.StatusCreated)
	id := created.object().ID.String()
	if want := base + "/imports/" + id; created.header.Get("Location") != want {
		t.Errorf("Location %q, want %q", created.header.Get("Location"), want)
	}
	if i := s.put(id, 0, traps[:40]).want(http.StatusOK).object(); i.Received != 40 || i.State != imports.Receiving {
		t.Errorf("after a part %+v", i)
	}
	s.put(id, 40, traps[40:]).want(http.StatusOK)
	i := s.await(id, imports.Received)
	if len(i.Tables) != 1 || len(i.Tables[0].Columns) != 6 {
		t.Fatalf("tables %+v", i.Tables)
	}
	if c := i.Tables[0].Columns[1]; c.Name != "Mosquito" || c.Key != "species" || strings.Join(c.Examples, "|") != "Aedes aegypti|Culex pipiens" {
		t.Errorf("a column is %+v", c)
	}

	s.post("/imports/"+id+"/check", `{`+trapsMap+`,"dataset":"Traps of the river"}`).want(http.StatusAccepted)
	r := s.await(id, imports.Checked).Report
	if r.Rows != 4 || r.Inserted != 2 || r.Rejected != 2 || r.DataSource != "Traps of the river" || len(r.Preview) != 2 {
		t.Errorf("the check says %+v", r)
	}
	for _, reason := range r.Reasons {
		if reason.Rows != 1 || len(reason.Examples) != 1 || len(reason.Examples[0].Values) != 6 {
			t.Errorf("a reason is %+v", reason)
		}
	}
	if stored() != 0 {
		t.Error("a check stores")
	}
	rejected := s.get("/imports/" + id + "/rejected").want(http.StatusOK)
	if !strings.HasPrefix(rejected.body, "line,reason,Trap,Mosquito") || strings.Count(rejected.body, "\n") != 3 {
		t.Errorf("rejected rows:\n%s", rejected.body)
	}

	s.post("/imports/"+id+"/store", `{}`).want(http.StatusAccepted)
	r = s.await(id, imports.Stored).Report
	if r.Inserted != 2 || r.Rejected != 2 || stored() != 2 {
		t.Errorf("stored %d, and the report says %+v", stored(), r)
	}
	if _, err := os.Stat(filepath.Join(folder, id, "file")); !os.IsNotExist(err) {
		t.Errorf("the file of a stored import stays: %v", err)
	}
	s.get("/imports/" + id + "/rejected").want(http.StatusOK)
	s.post("/imports/"+id+"/check", `{}`).want(http.StatusConflict)
	s.send(http.MethodDelete, "/imports/"+id, "", nil).want(http.StatusNoContent)
	s.get("/imports/" + id).want(http.StatusNotFound)
	if _, err := os.Stat(filepath.Join(folder, id)); !os.IsNotExist(err) {
		t.Errorf("a deleted import leaves its folder: %v", err)
	}
}

func TestRecordsAreRemovedOnlyAsTheCheckSaid(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s, _ := setup(t, imports.Options{Importer: importing.New(db, slog.New(slog.DiscardHandler))})
	const header = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n"
	row := func(id string) string { return id + ",Aedes aegypti,-3.1,-60.02,2021-03-04\n" }
	send := func(rows ...string) string {
		t.Helper()
		id := s.upload("a.csv", header+strings.Join(rows, ""))
		s.post("/imports/"+id+"/check", `{"dataset":"River"}`).want(http.StatusAccepted)
		s.await(id, imports.Checked)
		return id
	}
	first := send(row("a"), row("b"), row("c"))
	s.post("/imports/"+first+"/store", `{}`).want(http.StatusAccepted)
	s.await(first, imports.Stored)

	newer := send(row("a"), row("d"))
	if r := s.get("/imports/" + newer).object().Report; r.Missing != 2 || r.Inserted != 1 {
		t.Fatalf("the check of a newer file says %+v", r)
	}
	other := send(row("a"), row("b"), row("e")) // another import meanwhile puts e in the place of c
	s.post("/imports/"+other+"/store", `{"replace":true}`).want(http.StatusAccepted)
	s.await(other, imports.Stored)
	s.post("/imports/"+newer+"/store", `{"replace":true}`).want(http.StatusAccepted)
	if i := s.await(newer, imports.Stored, imports.Failed); i.State != imports.Failed || i.Problem.Type != importing.StopReplace {
		t.Fatalf("other records would go than those that were confirmed: %s %+v", i.State, i.Problem)
	}
	s.post("/imports/"+newer+"/check", `{"dataset":"River"}`).want(http.StatusAccepted)
	s.await(newer, imports.Checked)
	s.post("/imports/"+newer+"/store", `{"replace":true}`).want(http.StatusAccepted)
	s.await(newer, imports.Stored)
	if ids := pgtest.Value[string](t, db, "select string_agg(occurrence_id, ',' order by occurrence_id) from observations"); ids != "a,d" {
		t.Errorf("left are %s", ids)
	}
}

func TestWhatAPersonHasToDecide(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s, _ := setup(t, imports.Options{Importer: importing.New(db, slog.New(slog.DiscardHandler))})
	const header = "scientificName,decimalLatitude,decimalLongitude,eventDate\n"
	for name, tc := range map[string]struct{ content, problem string }{
		"a date of two readings": {header + "Aedes aegypti,1,1,03/04/2021\nAedes aegypti,1,1,05/06/2021\n", "dates_undecided"},
		"no column for the name": {"a,decimalLatitude,decimalLongitude,eventDate\nx,1,1,2021-01-01\n", "unreadable_file"},
		"a header twice":         {"scientificName,scientificName,decimalLatitude,decimalLongitude,eventDate\nx,y,1,1,2021-01-01\n", "column_twice"},
		"nothing to store":       {header + "Aedes aegypti,91,1,2021-01-01\n", "nothing_acceptable"},
	} {
		id := s.upload("b.csv", tc.content)
		s.post("/imports/"+id+"/check", `{}`).want(http.StatusAccepted)
		i := s.await(id, imports.Checked, imports.Failed)
		if i.State != imports.Failed || i.Problem.Type != tc.problem || strings.Contains(i.Problem.Detail, "/") && !strings.Contains(tc.content, "/") {
			t.Errorf("%s: %s %+v", name, i.State, i.Problem)
		}
		if tc.problem == "dates_undecided" {
			s.post("/imports/"+id+"/check", `{"dates":"dmy"}`).want(http.StatusAccepted)
			if i := s.await(id, imports.Checked, imports.Failed); i.State != imports.Checked || i.Report.Inserted != 2 {
				t.Errorf("%s: with the order %s %+v", name, i.State, i.Problem)
			}
		}
	}
	id := s.begin("picture.csv", 8)
	s.put(id, 0, "%PDF-1.4").want(http.StatusOK)
	if i := s.await(id, imports.Failed, imports.Received); i.State != imports.Failed || i.Problem.Type != "unreadable_file" {
		t.Errorf("a PDF: %s %+v", i.State, i.Problem)
	}
	s.post("/imports/"+id+"/check", `{}`).want(http.StatusConflict)
}

func TestAProfileSaysWhatAFileLacks(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s, _ := setup(t, imports.Options{Importer: importing.New(db, slog.New(slog.DiscardHandler))})
	const content = "SEASON,WEEK,LATITUDE,LONGITUDE,RESULT\n2012,28,41.9,-87.7,pos\n2012,28,41.8,-87.7,neg\n"
	const profile = "map: {year: SEASON, week: WEEK, lat: LATITUDE, lon: LONGITUDE, status: RESULT}\n" +
		"constants: {species: Culex pipiens, sex: male}\nvalues: {status: {pos: present, neg: absent}}\nweeks: mmwr\ndataset: Weeks\n"
	id := s.upload("weeks.csv", content)
	body, err := json.Marshal(map[string]any{"profile_text": profile, "values": map[string]any{"sex": map[string]string{"": "female"}}})
	if err != nil {
		t.Fatal(err)
	}
	s.post("/imports/"+id+"/check", string(body)).want(http.StatusAccepted)
	i := s.await(id, imports.Checked)
	r := i.Report
	if r.Inserted != 1 || r.Absences != 1 || r.DataSource != "Weeks" || len(r.Preview) != 2 || i.Options.ProfileText != profile {
		t.Fatalf("%+v with %+v", r, i.Options)
	}
	for _, row := range r.Preview {
		if row.ScientificName != "Culex pipiens" || row.Sex != "female" || row.ObservedAt.Format(time.DateOnly) != "2012-07-08" {
			t.Errorf("a row is %+v", row)
		}
	}
	s.post("/imports/"+id+"/check", strings.Replace(string(body), "mmwr", "iso", 1)).want(http.StatusAccepted)
	if row := s.await(id, imports.Checked).Report.Preview[0]; row.ObservedAt.Format(time.DateOnly) != "2012-07-09" {
		t.Errorf("by ISO 8601 the week begins on %s", row.ObservedAt)
	}
}
