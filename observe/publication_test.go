package observe_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// as are the headers of a visitor, with a receipt where there is one.
func as(who, receipt string) []string {
	header := []string{"Authorization", who}
	if receipt != "" {
		header = append(header, "Skeeter-Receipt", receipt)
	}
	return header
}

const (
	reviewer = "scopes observations:write review"
	writer   = "scopes observations:write"
)

// report stores a catch of a visitor and returns it.
func (s service) report(who string, changes object) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/observations", catch(changes), "Authorization", who).want(http.StatusCreated)
}

// listed returns how many observations the public finds in the list.
func (s service) listed() string {
	s.t.Helper()
	return s.do(http.MethodGet, "/observations", nil, "Authorization", "nobody").want(http.StatusOK).text("count")
}

func TestWhoSeesAHeldRecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	waiting := s.report("waits", nil)
	waiting.says(map[string]string{"publication": "pending", "status": "unverified"})
	if !strings.Contains(waiting.raw, "after a review") {
		t.Errorf("nothing says that the record waits: %s", waiting.raw)
	}
	gone := s.report("anonymous", nil)
	gone.says(map[string]string{"publication": "public"})
	path := func(a answer) string { return "/observations/" + a.text("id") }
	s.do(http.MethodDelete, path(gone), nil, as("nobody", gone.text("receipt"))...).want(http.StatusNoContent)
	if s.listed() != "0" {
		t.Errorf("the list has %s records", s.listed())
	}
	for _, rec := range []answer{waiting, gone} {
		for _, c := range []struct {
			who, receipt string
			want         int
		}{
			{"nobody", "", 404},
			{"nobody", "receipt_wrong", 404},
			{"nobody", strings.ToUpper(rec.text("receipt")), 404},
			{"anonymous", "", 404},
			{writer, "", 404},
			{"scopes review", "", 200},
			{"scopes admin", "", 200},
			{"nobody", rec.text("receipt"), 200},
		} {
			a := s.do(http.MethodGet, path(rec), nil, as(c.who, c.receipt)...).want(c.want)
			if c.want == 200 && a.header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s may cache a held record: %v", c.who, a.header)
			}
		}
	}
	s.do(http.MethodGet, path(waiting), nil, as("nobody", gone.text("receipt"))...).want(http.StatusNotFound)
	s.do(http.MethodGet, path(gone), nil, as("nobody", waiting.text("receipt"))...).want(http.StatusNotFound)
}

func TestReceipts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first, second := s.report("anonymous", nil).text("receipt"), s.report("waits", nil).text("receipt")
	if first == second || len(first) < 40 || !strings.HasPrefix(first, "receipt_") {
		t.Errorf("receipts are %s and %s", first, second)
	}
	if n := pgtest.Value[int](t, s.db, "select count(*) from receipts r where r::text like '%' || $1 || '%'", first); n != 0 {
		t.Error("the secret is stored")
	}
	for _, who := range []string{writer, "source", "account " + uuid.NewString()} {
		if a := s.report(who, nil); a.body["receipt"] != nil {
			t.Errorf("%s gets a receipt: %s", who, a.raw)
		}
	}
	own := object{"id": uuidOf(1)}
	s.report("waits", own)
	if a := s.do(http.MethodPost, "/observations", catch(own), "Authorization", "waits").want(http.StatusOK); a.body["receipt"] != nil || a.text("publication") != "pending" {
		t.Errorf("the same again: %s", a.raw)
	}
	s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1), "count": 9}), "Authorization", "waits").want(http.StatusConflict)
	if n := s.rows(); n != 4 {
		t.Errorf("%d records are public, want 4", n)
	}
}

// TestAReporterCorrects walks what the holder of a receipt may change, while the record waits and while it is public.
func TestAReporterCorrects(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	for _, who := range []string{"anonymous", "waits"} {
		rec := s.report(who, nil)
		id, receipt := rec.text("id"), rec.text("receipt")
		for body, want := range map[string]int{
			`{"notes": "in the rain barrel"}`:              200,
			`{"count": 5, "location": {"lat": 43.5}}`:      200,
			`{"species_scientific_name": "Culex pipiens"}`: 200,
			`{"status": "verified"}`:                       403,
			`{"data_source": "traps"}`:                     403,
			`{"model_id": "mine"}`:                         403,
			`{"confidence": 1}`:                            403,
			`{"publication": "public"}`:                    422,
			`{"count": 0}`:                                 422,
		} {
			if a := s.patch(id, body, as(who, receipt)...); a.status != want {
				t.Errorf("%s: %s is %d, want %d: %s", who, body, a.status, want, a.raw)
			}
		}
		s.patch(id, `{"count": 7}`, as(who, "")...).want(http.StatusUnauthorized)
		if a := s.patch(id, `{"count": 7}`, as(who, "receipt_wrong")...); a.status != 403 && a.status != 404 {
			t.Errorf("a wrong receipt: %d %s", a.status, a.raw)
		}
		s.do(http.MethodGet, "/observations/"+id, nil, as(who, receipt)...).want(200).says(map[string]string{"count": "5", "species_id": "culex-pipiens", "publication": rec.text("publication")})

		s.patch(id, `{"status": "verified"}`, "Authorization", reviewer).want(200).says(map[string]string{"publication": "public"})
		s.patch(id, `{"count": 8}`, as(who, receipt)...).want(http.StatusForbidden)
		s.do(http.MethodDelete, "/observations/"+id, nil, as(who, "")...).want(http.StatusUnauthorized)
		s.do(http.MethodDelete, "/observations/"+id, nil, as(who, receipt)...).want(http.StatusNoContent)
		s.do(http.MethodDelete, "/observations/"+id, nil, as(who, receipt)...).want(http.StatusNoContent)
		s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", reviewer).want(200).says(map[string]string{"publication": "withdrawn", "status": "verified"})
	}
	if s.listed() != "0" {
		t.Errorf("%s records are public", s.listed())
	}
}

func TestAnAccountOwnsItsRecords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	me, other := "account "+uuid.NewString(), "account "+uuid.NewString()
	id := s.report(me, nil).text("id")
	s.patch(id, `{"count": 5}`, "Authorization", me).want(http.StatusOK)
	s.patch(id, `{"count": 6}`, "Authorization", other).want(http.StatusForbidden)
	s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", other).want(http.StatusForbidden)
	s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", me).want(http.StatusNoContent)
	s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", me).want(http.StatusOK)
	s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", other).want(http.StatusNotFound)
	nobodys := s.report("anonymous", nil).text("id")
	s.do(http.MethodDelete, "/observations/"+nobodys, nil, "Authorization", me).want(http.StatusForbidden)
	s.do(http.MethodDelete, "/observations/"+nobodys, nil, "Authorization", "anonymous").want(http.StatusUnauthorized)
}

func TestUnlikelyCountsWait(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for stage, most := range map[string]int{"": 10_000, "adult": 10_000, "Larvae": 5_000, "pupa": 5_000, "eggs": 2_000} {
		changes := object{"count": most, "life_stage": stage}
		if stage == "" {
			changes["life_stage"] = nil
		}
		s.report("anonymous", changes).says(map[string]string{"publication": "public"})
		changes["count"] = most + 1
		above := s.report("account "+uuid.NewString(), changes)
		above.says(map[string]string{"publication": "pending"})
		if !strings.Contains(above.raw, "so many in one record") {
			t.Errorf("nothing says why: %s", above.raw)
		}
		s.report(writer, changes).says(map[string]string{"publication": "public"})
	}
	// A spelling is bounded by the strictest stage that it may mean.
	for stage, most := range map[string]int{
		"ADULT": 10_000, "imago": 10_000, "L3 larvae": 5_000, "instar 4": 5_000, "larva IV": 5_000, "pupae": 5_000, "egg raft": 2_000, "ovum": 2_000, "oeuf": 2_000,
		"Œufs": 2_000, "immature": 2_000, "nymph": 2_000, "anything": 2_000,
	} {
		s.report("anonymous", object{"life_stage": stage, "count": most}).says(map[string]string{"publication": "public"})
		s.report("anonymous", object{"life_stage": stage, "count": most + 1}).says(map[string]string{"publication": "pending"})
	}
	rec := s.report("anonymous", nil)
	receipt := rec.text("receipt")
	s.patch(rec.text("id"), `{"count": 10001}`, as("anonymous", receipt)...).want(http.StatusOK).says(map[string]string{"publication": "pending"})
	s.do(http.MethodGet, "/observations/"+rec.text("id"), nil, "Authorization", "nobody").want(http.StatusNotFound)
	s.patch(rec.text("id"), `{"count": 3}`, as("anonymous", receipt)...).want(http.StatusOK).says(map[string]string{"publication": "pending"})
}

// TestNamesThatAreNotUnderstoodWait: until a reviewer names the record, whoever reports, as it is made or later.
func TestNamesThatAreNotUnderstoodWait(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into taxa (id, scientific_name, genus) values ('script', '<script>', '<script>')")
	s.exec("insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = 'script'")
	s.refresh(t.Context())
	id := ""
	for _, who := range []string{"anonymous", "account " + uuid.NewString()} {
		for _, name := range []object{{"species_scientific_name": "der kleine Stecher"}, {"species_scientific_name": nil, "species_id": "script"}} {
			a := s.report(who, name)
			a.says(map[string]string{"publication": "pending", "identification": "unresolved"})
			id = a.text("id")
			if !strings.Contains(a.raw, "name is not understood") {
				t.Errorf("nothing says why: %s", a.raw)
			}
		}
	}
	if _, why, _ := s.queue(""); len(why) != 4 || slices.ContainsFunc(why, func(w string) bool { return !strings.HasPrefix(w, "[name") }) {
		t.Errorf("in the queue are %v", why)
	}
	if n := s.do(http.MethodGet, "/observations?species=incertae-sedis", nil, "Authorization", "nobody").want(http.StatusOK); strings.Contains(n.raw, "Stecher") {
		t.Errorf("the public sees %s", n.raw)
	}
	if got := s.decide("scopes review", object{"observation_id": id, "decision": "correct", "scientific_name": "Aedes albopictus"}); got != "done verified public" {
		t.Errorf("a reviewer names it: %s", got)
	}
	rec := s.report("anonymous", nil)
	receipt := as("anonymous", rec.text("receipt"))
	s.patch(rec.text("id"), `{"species_scientific_name": "Stecher"}`, receipt...).want(http.StatusOK).says(map[string]string{"publication": "pending"})
	s.patch(rec.text("id"), `{"species_scientific_name": "Aedes vexans"}`, receipt...).want(http.StatusOK).says(map[string]string{"publication": "pending"})
	s.report(writer, object{"species_scientific_name": "Stecher"}).says(map[string]string{"publication": "public", "identification": "unresolved"})
}

func TestWithdrawalOfWriters(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('mine', 'Mine'), ('yours', 'Yours')")
	s.refresh(t.Context())
	mine := s.create(object{"data_source": "mine"})
	path := "/observations/" + mine.text("id")
	s.do(http.MethodDelete, path, nil, "Authorization", "nobody").want(http.StatusUnauthorized)
	s.do(http.MethodDelete, path, nil, "Authorization", "scopes review").want(http.StatusForbidden)
	s.do(http.MethodDelete, path, nil, "Authorization", "source yours").want(http.StatusForbidden)
	s.do(http.MethodDelete, path, nil, "Authorization", "source mine", "If-Match", `"another"`).want(http.StatusPreconditionFailed)
	s.do(http.MethodDelete, path, nil, "Authorization", "source mine", "If-Match", mine.header.Get("ETag")).want(http.StatusNoContent)
	s.do(http.MethodDelete, path, nil, "Authorization", "source mine").want(http.StatusNotFound)
	s.do(http.MethodDelete, "/observations/"+uuidOf(9), nil, "Authorization", writer).want(http.StatusNotFound)
	s.do(http.MethodDelete, "/observations/x", nil, "Authorization", writer).want(http.StatusNotFound)
}

// TestRecordsMoveWhole: a record comes back with all of its columns, and the request that made it is known all along.
func TestRecordsMoveWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	said := catch(object{
		"id": uuidOf(1), "notes": "n", "observer_name": "o", "life_stage": "adult", "sex": "female", "sampling_protocol": "BG", "event_id": "e",
		"location_accuracy_m": 20_000, "metadata": object{"a": 1}, "licence": "CC0", "basis_of_record": "HumanObservation", "observed_at": "2026-07-14T08:30:00+02:00",
		"identification_qualifier": "cf.", "image_url": "https://example.org/a.jpg", "user_id": "u",
	})
	s.do(http.MethodPost, "/observations", said, "Authorization", writer).want(http.StatusCreated)
	row := func(table string) string {
		return pgtest.Value[string](t, s.db, "select (to_jsonb(o) - '{publication,held_since,held_reason,request_hash,updated_at,removal}'::text[])::text from "+table+" o")
	}
	before := row("observations")
	s.do(http.MethodDelete, "/observations/"+uuidOf(1), nil, "Authorization", reviewer).want(http.StatusNoContent)
	if held := row("held_observations"); held != before {
		t.Errorf("held is\n%s, was\n%s", held, before)
	}
	s.do(http.MethodPost, "/observations", said, "Authorization", writer).want(http.StatusOK).says(map[string]string{"publication": "withdrawn"})
	s.do(http.MethodPost, "/observations/batch", []any{said}, "Authorization", writer, "Content-Type", "application/json").want(http.StatusOK).
		says(map[string]string{"created": "0", "existing": "1"})
	s.exec("update held_observations set publication = 'pending', status = 'unverified'")
	s.patch(uuidOf(1), `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
	if after := strings.Replace(row("observations"), `"verified"`, `"unverified"`, 1); after != before {
		t.Errorf("shown again is\n%s, was\n%s", after, before)
	}
	s.do(http.MethodPost, "/observations", said, "Authorization", writer).want(http.StatusOK)
	s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1)}), "Authorization", "anonymous").want(http.StatusConflict)
}

// TestHeldRecordsHaveTheColumnsOfRecords: a column that observations get has to be in held_observations and to move with the record.
func TestHeldRecordsHaveTheColumnsOfRecords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	columns := func(table string) []string {
		return pgtest.Column[string](t, s.db, `select attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' || attgenerated::text
			from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`, table)
	}
	held := columns("held_observations")
	for _, column := range columns("observations") {
		if !slices.Contains(held, column) {
			t.Errorf("held_observations has no column %s", column)
		}
	}
}
