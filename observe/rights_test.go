package observe_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe"
)

func TestWritesNeedARight(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(nil).text("id")
	for who, want := range map[string]struct{ create, patch, batch int }{
		"nobody":                     {401, 401, 401},
		"scopes observations:report": {201, 403, 403},
		"scopes observations:write":  {201, 200, 200},
		"scopes events:write":        {403, 403, 403},
		"scopes admin":               {201, 200, 200},
	} {
		s.do(http.MethodPost, "/observations", catch(nil), "Authorization", who).want(want.create)
		s.patch(id, `{"notes": "`+who+`"}`, "Authorization", who).want(want.patch)
		s.do(http.MethodPost, "/observations/batch", []any{catch(nil)}, "Authorization", who, "Content-Type", "application/json").want(want.batch)
		s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", who).want(http.StatusOK)
	}
}

func TestNewRecordsAreNotReviewed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	said := catch(map[string]any{"status": "verified", "model_id": "mine", "confidence": 0.9})
	for who, want := range map[string]struct {
		status  string
		model   any
		ignored string
	}{
		"scopes observations:report":       {"unverified", nil, "status, model_id, confidence: ignored"},
		"scopes observations:write":        {"unverified", "mine", "status: ignored"},
		"scopes observations:write review": {"verified", "mine", ""},
	} {
		a := s.do(http.MethodPost, "/observations", said, "Authorization", who).want(http.StatusCreated)
		if a.text("status") != want.status || a.body["model_id"] != want.model || (a.body["confidence"] == nil) != (want.model == nil) {
			t.Errorf("%s: %s", who, a.raw)
		}
		if warned := strings.Contains(a.raw, "ignored"); warned != (want.ignored != "") || !strings.Contains(a.raw, want.ignored) {
			t.Errorf("%s: the warnings of %s are not %q", who, a.raw, want.ignored)
		}
	}
	id := s.create(nil).text("id")
	s.patch(id, `{"status": "verified"}`, "Authorization", "scopes observations:write").want(http.StatusForbidden)
	s.patch(id, `{"status": "verified"}`, "Authorization", "scopes observations:write review").want(http.StatusOK)
	s.patch(id, `{"count": 777}`, "Authorization", "scopes observations:write").want(http.StatusForbidden)
	s.patch(id, `{"count": 777}`, "Authorization", "scopes observations:write review").want(http.StatusOK)
}

// TestNobodyVerifiesHisOwn: neither as it is made, nor later, by whatever way. A program is trusted where one decides.
func TestNobodyVerifiesHisOwn(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"one", observe.RuleTwo} {
		s := setup(t, func(o *observe.Options) { o.ReviewRule = rule })
		me, other := "curator "+uuid.NewString(), "curator "+uuid.NewString()
		a := s.report(me, object{"status": "verified"})
		if a.text("status") != "unverified" || !strings.Contains(a.raw, "status: ignored") {
			t.Errorf("rule %s: one's own is made as %s", rule, a.raw)
		}
		batch := s.do(http.MethodPost, "/observations/batch", []any{catch(object{"status": "verified"})}, "Authorization", me).want(http.StatusOK)
		if !strings.Contains(batch.raw, "status: ignored") {
			t.Errorf("rule %s: one's own in a batch: %s", rule, batch.raw)
		}
		id := a.text("id")
		s.patch(id, `{"status": "verified"}`, "Authorization", me).want(http.StatusForbidden)
		s.patch(id, `{"status": "rejected"}`, "Authorization", me).want(map[bool]int{true: http.StatusOK, false: http.StatusConflict}[rule == "one"])
		program := s.report(reviewer, object{"status": "verified"})
		if want := map[bool]string{true: "verified", false: "unverified"}[rule == "one"]; program.text("status") != want {
			t.Errorf("rule %s: a program makes a record that is %s", rule, program.text("status"))
		}
		if rule != "one" {
			s.patch(id, `{"status": "verified"}`, "Authorization", other).want(http.StatusConflict)
			continue
		}
		s.patch(id, `{"status": "unverified"}`, "Authorization", me).want(http.StatusForbidden)
		s.patch(id, `{"status": "verified"}`, "Authorization", other).want(http.StatusOK)
		s.patch(id, `{"count": 99}`, "Authorization", me).want(http.StatusForbidden) // the other's word is for three
		s.patch(id, `{"metadata": {"trap": 7}}`, "Authorization", me).want(http.StatusOK)
		s.patch(id, `{"count": 99, "status": "unverified"}`, "Authorization", me).want(http.StatusOK)
	}
}

// An anonymous report adds nothing to an agency's catch and shows no pictures from elsewhere.
func TestReportsSayNothingOfOthers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('agency', 'Agency')")
	s.refresh(t.Context())
	known := s.predicted(uuidOf(1))
	const here, reports, writes = "http://example.com", "scopes observations:report", "scopes observations:write"
	for name, c := range map[string]struct {
		who     string
		said    object
		ignored string
		want    map[string]string
	}{
		"a catch": {reports, object{"data_source": "agency", "event_id": "e-1", "observer_name": "A. Observer", "user_id": "u-1"}, "data_source, event_id: ignored",
			map[string]string{"data_source": "null", "event_id": "null", "observer_name": "A. Observer", "user_id": "u-1"}},
		"a source there is none of":  {reports, object{"data_source": "nowhere"}, "data_source: ignored", map[string]string{"data_source": "null"}},
		"a picture of elsewhere":     {reports, object{"image_url": otherPicture}, "image_url: ignored", map[string]string{"image_url": "null"}},
		"one that looks like ours":   {reports, object{"image_url": here + ".evil.example/static/x.jpg"}, "image_url: ignored", map[string]string{"image_url": "null"}},
		"of a prediction there":      {reports, object{"image_url": otherPicture, "prediction_id": uuidOf(2)}, "image_url: ignored", map[string]string{"image_url": "null"}},
		"of a prediction here":       {reports, object{"image_url": here + known["image_url"], "prediction_id": uuidOf(1)}, "", known},
		"one of ours":                {reports, object{"image_url": "/static/x.jpg"}, "", map[string]string{"image_url": "/static/x.jpg"}},
		"dots that lead elsewhere":   {reports, object{"image_url": here + "/static/predictions/../../x.jpg"}, "image_url: ignored", map[string]string{"image_url": "null"}},
		"encoded dots":               {reports, object{"image_url": here + "/static/%2e%2e/x.jpg"}, "image_url: ignored", map[string]string{"image_url": "null"}},
		"one of ours by its address": {reports, object{"image_url": here + "/static/x.jpg"}, "", map[string]string{"image_url": here + "/static/x.jpg"}},
		"with the right": {writes, object{"data_source": "agency", "event_id": "e-1", "image_url": otherPicture}, "",
			map[string]string{"data_source": "agency", "event_id": "e-1", "image_url": otherPicture}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			a := s.do(http.MethodPost, "/observations", catch(c.said), "Authorization", c.who).want(http.StatusCreated)
			a.says(c.want)
			if strings.Contains(a.raw, "ignored") != (c.ignored != "") || !strings.Contains(a.raw, c.ignored) {
				t.Errorf("the warnings of %s are not %q", a.raw, c.ignored)
			}
		})
	}
}

// Who may review alone changes the status, and nothing else.
func TestReviewersChangeTheStatusAlone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(nil).text("id")
	for _, c := range []struct {
		patch, who string
		want       int
	}{
		{`{"status": "verified"}`, "scopes review", http.StatusOK},
		{`{"status": "rejected", "count": 3}`, "scopes review", http.StatusOK}, // the count that it has
		{`{"status": "verified", "count": 9}`, "scopes review", http.StatusForbidden},
		{`{"notes": "seen"}`, "scopes review", http.StatusForbidden},
		{`{"data_source": "nowhere"}`, "scopes review", http.StatusUnprocessableEntity},
		{`{"species_scientific_name": "Culex pipiens"}`, "scopes review", http.StatusForbidden},
		{`{"status": "unverified"}`, "scopes events:write", http.StatusForbidden},
		{`{"status": "unverified"}`, "scopes review", http.StatusOK},
	} {
		s.patch(id, c.patch, "Authorization", c.who).want(c.want)
	}
	s.do(http.MethodPost, "/observations/batch", []any{catch(nil)}, "Authorization", "scopes review", "Content-Type", "application/json").want(http.StatusForbidden)
}

func TestATokenOfOneDataSource(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('mine', 'Mine'), ('yours', 'Yours')")
	s.refresh(t.Context())
	mine, yours, none := s.create(map[string]any{"data_source": "mine"}).text("id"), s.create(map[string]any{"data_source": "yours"}).text("id"), s.create(nil).text("id")
	const who = "source mine"

	if a := s.do(http.MethodPost, "/observations", catch(nil), "Authorization", who).want(http.StatusCreated); a.text("data_source") != "mine" {
		t.Errorf("a record without a data source: %s", a.raw)
	}
	s.do(http.MethodPost, "/observations", catch(map[string]any{"data_source": "Mine"}), "Authorization", who).want(http.StatusCreated)
	s.do(http.MethodPost, "/observations", catch(map[string]any{"data_source": "yours"}), "Authorization", who).want(http.StatusForbidden)
	rows := s.rows()
	s.do(http.MethodPost, "/observations/batch", []any{catch(nil), catch(map[string]any{"data_source": "yours"})}, "Authorization", who,
		"Content-Type", "application/json").want(http.StatusForbidden)
	if s.rows() != rows {
		t.Error("a part of a refused batch is stored")
	}
	each := s.do(http.MethodPost, "/observations/batch?mode=each", []any{catch(nil), catch(map[string]any{"id": uuidOf(1), "data_source": "yours"}), catch(map[string]any{"data_source": "mine"})},
		"Authorization", who, "Content-Type", "application/json").want(http.StatusOK)
	if got := each.statuses(); !slices.Equal(got, []string{"created", "refused", "created"}) || s.rows() != rows+2 ||
		!strings.Contains(each.raw, `"loc":["body","2","data_source"]`) || !strings.Contains(each.raw, `"type":"forbidden"`) {
		t.Errorf("a batch with a row of another source: %s", each.raw)
	}
	s.patch(mine, `{"count": 3}`, "Authorization", who).want(http.StatusOK)
	s.patch(mine, `{"data_source": "yours"}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(mine, `{"data_source": null}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(yours, `{"data_source": "mine"}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(none, `{"count": 3}`, "Authorization", who).want(http.StatusForbidden)
}

// TestWhatWaitsElsewhereIsNotThere: whoever reviews other taxa or countries does not learn of what is not public.
func TestWhatWaitsElsewhereIsNotThere(t *testing.T) {
	t.Parallel()
	s := setup(t)
	waiting, shown := s.report("waits", nil).text("id"), s.report("anonymous", nil).text("id")
	said := func(id string) string {
		a := s.do(http.MethodPost, base+"/review/decisions", object{"decisions": []object{{"observation_id": id, "decision": "confirm"}}}, "Authorization", "reviews country br")
		return strings.ReplaceAll(a.want(http.StatusOK).raw, id, "ID")
	}
	if got, want := said(waiting), said(uuidOf(9)); got != want || !strings.Contains(got, "not_found") {
		t.Errorf("one that waits: %s, want %s", got, want)
	}
	if got := said(shown); !strings.Contains(got, "other taxa or countries") {
		t.Errorf("one that is public: %s", got)
	}
	for _, id := range []string{waiting, uuidOf(9)} {
		s.do(http.MethodPost, "/observations/"+id+"/history/1/undo", nil, "Authorization", "reviews country br").want(http.StatusNotFound)
		s.patch(id, `{}`, "Authorization", "reviews country br").want(http.StatusNotFound)
	}
	s.do(http.MethodPost, "/observations/"+shown+"/history/1/undo", nil, "Authorization", "reviews country br").want(http.StatusForbidden)
}

// TestReviewersOfSome: who reviews some taxa or countries decides on those alone, and on no record that they make.
func TestReviewersOfSome(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for who, status := range map[string]int{
		"country fr": http.StatusOK, "country br": http.StatusForbidden, "taxon Aedes": http.StatusOK, "taxon aedes-albopictus": http.StatusOK, "taxon Stegomyia albopicta": http.StatusOK,
		"taxon Culicidae": http.StatusOK, "taxon Culex": http.StatusForbidden, "taxon nothing": http.StatusForbidden,
	} {
		said := catch(map[string]any{"species_scientific_name": "Aedes albopictus", "location": map[string]any{"lat": 43.7, "lng": 7.25}, "status": "verified"})
		a := s.do(http.MethodPost, "/observations", said, "Authorization", who).want(http.StatusCreated)
		if a.text("status") != "unverified" {
			t.Errorf("%s made a record that is %s", who, a.text("status"))
		}
		s.patch(a.text("id"), `{"notes": "seen"}`, "Authorization", who).want(http.StatusOK)
		s.patch(a.text("id"), `{"status": "verified"}`, "Authorization", who).want(status)
	}
}
