package observe_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe"
)

// undo undoes the newest change of a record.
func (s service) undo(id, who string) answer {
	s.t.Helper()
	return s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", who)
}

// TestUndoNeedsTheRightOfTheChange: nobody undoes what he may not change by himself.
func TestUndoNeedsTheRightOfTheChange(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('mine', 'Mine'), ('yours', 'Yours')")
	s.refresh(t.Context())
	const reviews = "scopes review"
	for change, want := range map[string]map[string]int{
		`{"obscured_degrees": 0.1}`:          {reviews: 403, "reviews source yours": 403, "reviews source mine": 200},
		`{"count": 9}`:                       {reviews: 403, "reviews source yours": 403, reviewer: 200},
		`{"location": {"lat": 1, "lng": 1}}`: {reviews: 403, reviewer: 200},
		`{"notes": "corrected"}`:             {reviews: 403, "reviews source yours": 403, "reviews source mine": 200},
		`{"status": "rejected"}`:             {reviews: 200},
		`{"sex": "female"}`:                  {reviews: 200}, // as a decision could
		`{"data_source": "yours"}`:           {reviews: 403, "reviews source mine": 403, reviewer: 200},
	} {
		for who, status := range want {
			id := s.report(writer, object{"data_source": "mine"}).text("id")
			s.patch(id, change, "Authorization", reviewer).want(http.StatusOK)
			if a := s.undo(id, who); a.status != status {
				t.Errorf("%s undoes %s: %d, want %d: %s", who, change, a.status, status, a.raw)
			}
		}
	}

	// Who reviewed a record undoes that, whatever he decided.
	for _, d := range []object{{"decision": "confirm"}, {"decision": "correct", "scientific_name": "Aedes koreicus", "sex": "female"}, {"decision": "reject", "reason": "no"}} {
		id := s.report("waits", nil).text("id")
		d["observation_id"] = id
		s.decide(reviews, d)
		s.undo(id, reviews).want(http.StatusOK).says(map[string]string{"status": "unverified", "publication": "pending", "species_id": "aedes-albopictus", "sex": "null"})
	}

	// What a writer withdrew, a writer brings back.
	id := s.report(writer, object{"data_source": "mine"}).text("id")
	s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", "source mine").want(http.StatusNoContent)
	s.undo(id, reviews).want(http.StatusForbidden)
	s.undo(id, "reviews source yours").want(http.StatusForbidden)
	s.undo(id, "reviews source mine").want(http.StatusOK)
	s.undo(id, reviews).want(http.StatusForbidden) // it would withdraw the record
}

// TestUndoIsNoWayAroundTheReview: nobody raises the status of his own record, and none that two have to agree on is raised by one.
func TestUndoIsNoWayAroundTheReview(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := uuid.NewString()
	for _, me := range []string{"reviewer " + id, "curator " + id} {
		mine := s.report("account "+id, nil).text("id")
		s.patch(mine, `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
		s.undo(mine, reviewer).want(http.StatusOK)
		s.undo(mine, me).want(http.StatusForbidden)
		s.patch(mine, `{"status": "rejected"}`, "Authorization", reviewer).want(http.StatusOK)
		s.undo(mine, me).want(http.StatusForbidden)
		held := s.report("account "+id, object{"count": 20_000}).text("id")
		s.decide("scopes review", object{"observation_id": held, "decision": "confirm"})
		s.undo(held, "scopes review").want(http.StatusOK)
		s.undo(held, me).want(http.StatusForbidden)
	}

	s = setup(t, func(o *observe.Options) { o.ReviewRule = observe.RuleTwo })
	anna, ben := "curator "+uuid.NewString(), "curator "+uuid.NewString()
	rec := s.report("waits", nil).text("id")
	confirm := object{"observation_id": rec, "decision": "confirm"}
	s.decide(anna, confirm)
	if got := s.decide(ben, confirm); got != "done verified public" {
		t.Fatalf("two confirm: %s", got)
	}
	s.patch(rec, `{"count": 99}`, "Authorization", anna).want(http.StatusConflict)
	s.undo(rec, anna).want(http.StatusOK).says(map[string]string{"status": "unverified", "publication": "pending"})
	s.undo(rec, anna).want(http.StatusConflict)
	if got := s.decide(anna, confirm); got != "noted unverified pending" {
		t.Errorf("after the undo one decides alone: %s", got)
	}

	// What was withdrawn waits for two.
	if got := s.decide(ben, confirm); got != "done verified public" {
		t.Fatalf("two confirm: %s", got)
	}
	s.do(http.MethodDelete, "/observations/"+rec, nil, "Authorization", anna).want(http.StatusNoContent)
	s.undo(rec, anna).want(http.StatusOK).says(map[string]string{"status": "unverified", "publication": "pending"})
	if got, _, _ := s.queue(""); len(got) != 1 {
		t.Errorf("%d records wait", len(got))
	}
}

// TestAWithdrawalOfTheReporterStays: also where a curator withdrew the record before.
func TestAWithdrawalOfTheReporterStays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	me := "account " + uuid.NewString()
	for who, receipt := range map[string]bool{"anonymous": true, me: false, "curator " + uuid.NewString(): false} {
		rec := s.report(who, nil)
		id, by := rec.text("id"), []string{"Authorization", who}
		if receipt {
			by = as("nobody", rec.text("receipt"))
		}
		s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", writer).want(http.StatusNoContent)
		curators := s.newest(id)
		s.do(http.MethodDelete, "/observations/"+id, nil, by...).want(http.StatusNoContent)
		s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", reviewer).want(http.StatusNoContent)
		s.do(http.MethodDelete, "/observations/"+id, nil, by...).want(http.StatusNoContent)
		s.do(http.MethodGet, "/observations/"+id+"/review", nil, "Authorization", reviewer).want(http.StatusOK).says(map[string]string{"held_reason": "reporter"})
		s.do(http.MethodPost, curators+"/undo", nil, "Authorization", reviewer).want(http.StatusConflict)
		s.undo(id, reviewer).want(http.StatusConflict)
		s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", "nobody").want(http.StatusNotFound)
	}
}
