package observe_test

import (
	"net/http"
	"strings"
	"testing"
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
	s.patch(mine, `{"count": 3}`, "Authorization", who).want(http.StatusOK)
	s.patch(mine, `{"data_source": "yours"}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(mine, `{"data_source": null}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(yours, `{"data_source": "mine"}`, "Authorization", who).want(http.StatusForbidden)
	s.patch(none, `{"count": 3}`, "Authorization", who).want(http.StatusForbidden)
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
