package observe_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// queue returns the notes of the records in the queue, each with why it is there.
func (s service) queue(query string) (notes, why []string, next string) {
	s.t.Helper()
	a := s.do(http.MethodGet, base+"/review/queue?"+query, nil, "Authorization", "scopes review").want(http.StatusOK)
	for _, item := range a.body["items"].([]any) {
		queued := item.(map[string]any)
		notes = append(notes, fmt.Sprint(queued["observation"].(map[string]any)["notes"]))
		why = append(why, fmt.Sprint(queued["why"]))
	}
	return notes, why, a.text("next")
}

func TestQueue(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.report(writer, nil) // Aedes albopictus is known from France
	s.report(writer, object{"species_scientific_name": "Culex pipiens"})
	s.report("waits", object{"notes": "first", "species_scientific_name": "Culex pipiens"})
	s.report("waits", object{"notes": "second"})
	s.report("waits", object{"notes": "third", "species_scientific_name": "Aedes nemo"})
	s.report("anonymous", object{"notes": "fourth", "count": 20_000, "species_scientific_name": "Culex pipiens"})
	rejected := s.report("waits", object{"notes": "rejected"}).text("id")
	s.patch(rejected, `{"status": "rejected"}`, "Authorization", reviewer).want(http.StatusOK)
	gone := s.report("waits", object{"notes": "gone"})
	s.do(http.MethodDelete, "/observations/"+gone.text("id"), nil, as("waits", gone.text("receipt"))...).want(http.StatusNoContent)

	for query, want := range map[string]string{
		"":                      "first second third fourth",
		"sort=urgent":           "third first second fourth",
		"publication=withdrawn": "gone",
		"species=culex-pipiens": "first fourth",
		"country=de":            "",
		"status=rejected":       "rejected",
	} {
		if got, _, _ := s.queue(query); strings.Join(got, " ") != want {
			t.Errorf("%s: the queue is %v, want %s", query, got, want)
		}
	}
	_, why, _ := s.queue("sort=urgent")
	if fmt.Sprint(why) != "[[anonymous new_to_country] [anonymous high_vector_status] [anonymous high_vector_status] [count high_vector_status]]" {
		t.Errorf("the reasons are %v", why)
	}
	for _, sort := range []string{"oldest", "urgent"} {
		all, _, _ := s.queue("sort=" + sort)
		var paged []string
		for next := "null"; len(paged) < 10; {
			query := "limit=1&sort=" + sort
			if next != "null" {
				query += "&cursor=" + next
			}
			var page []string
			if page, _, next = s.queue(query); len(page) != 1 {
				t.Fatalf("a page has %v", page)
			}
			paged = append(paged, page...)
			if next == "null" {
				break
			}
		}
		if fmt.Sprint(paged) != fmt.Sprint(all) {
			t.Errorf("%s, one by one: %v, want %v", sort, paged, all)
		}
	}
	// Reviewers of some taxa or countries see their part of it.
	for _, c := range []struct {
		who, query string
		want       int
	}{
		{"taxon Culex pipiens", "", 2}, {"taxon Culex", "", 2}, {"taxon Culicidae", "", 4}, {"taxon Nemo nemo", "", 0},
		{"taxon Culex", "species=aedes-albopictus", 0}, {"country fr", "", 4}, {"country de", "", 0}, {"country de", "country=fr", 0},
	} {
		a := s.do(http.MethodGet, base+"/review/queue?"+c.query, nil, "Authorization", c.who).want(http.StatusOK)
		if got := strings.Count(a.raw, `"held_since"`); got != c.want {
			t.Errorf("%s?%s: %d records, want %d", c.who, c.query, got, c.want)
		}
	}
	for _, wrong := range []string{"limit=501", "sort=newest", "cursor=x", "cursor=MS4xLng", "publication=public", "specie=x"} {
		s.do(http.MethodGet, base+"/review/queue?"+wrong, nil, "Authorization", "scopes review").want(http.StatusUnprocessableEntity)
	}
	for who, want := range map[string]int{"nobody": 401, writer: 403, "account " + uuid.NewString(): 403} {
		s.do(http.MethodGet, base+"/review/queue", nil, "Authorization", who).want(want)
	}
}

// decide sends decisions and returns what became of them.
func (s service) decide(who string, decisions ...object) string {
	s.t.Helper()
	a := s.do(http.MethodPost, base+"/review/decisions", object{"decisions": decisions}, "Authorization", who).want(http.StatusOK)
	var all []string
	for _, one := range a.body["results"].([]any) {
		result := one.(map[string]any)
		text := fmt.Sprint(result["result"])
		if text != "refused" {
			text += fmt.Sprintf(" %v %v", result["status"], result["publication"])
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	waiting := func() (id, receipt string) {
		a := s.report("waits", nil)
		return a.text("id"), a.text("receipt")
	}
	const review = "scopes review"
	confirmed, receipt := waiting()
	corrected, _ := waiting()
	rejected, its := waiting()
	asked, _ := waiting()
	gone, goneReceipt := waiting()
	s.do(http.MethodDelete, "/observations/"+gone, nil, as("waits", goneReceipt)...).want(http.StatusNoContent)
	shown := s.create(nil).text("id")
	got := s.decide(review,
		object{"observation_id": confirmed, "decision": "confirm", "comment": "well seen"},
		object{"observation_id": corrected, "decision": "correct", "scientific_name": "Aedes koreicus", "sex": "female"},
		object{"observation_id": rejected, "decision": "reject", "reason": "a crane fly"},
		object{"observation_id": asked, "decision": "needs_more", "comment": "a picture from above?"},
		object{"observation_id": shown, "decision": "reject", "reason": "twice"},
		object{"observation_id": gone, "decision": "confirm"},
		object{"observation_id": uuidOf(99), "decision": "confirm"},
		object{"observation_id": confirmed, "decision": "reject"},
		object{"observation_id": confirmed, "decision": "needs_more"},
		object{"observation_id": confirmed, "decision": "correct"},
		object{"observation_id": confirmed, "decision": "confirm", "sex": "male"},
		object{"observation_id": confirmed, "decision": "correct", "scientific_name": "123 !"},
	)
	want := "done verified public, done verified public, done rejected pending, noted unverified pending, done rejected public" + strings.Repeat(", refused", 7)
	if got != want {
		t.Errorf("the decisions became\n%s, want\n%s", got, want)
	}
	s.do(http.MethodGet, "/observations/"+corrected, nil, "Authorization", "nobody").want(200).
		says(map[string]string{"species_id": "aedes-koreicus", "sex": "female", "status": "verified"})
	s.do(http.MethodGet, "/observations/"+rejected, nil, "Authorization", "nobody").want(http.StatusNotFound)
	if got, _, _ := s.queue(""); len(got) != 1 {
		t.Errorf("%d records wait", len(got))
	}

	said := s.do(http.MethodGet, "/observations/"+rejected+"/review", nil, as("nobody", its)...).want(http.StatusOK)
	said.says(map[string]string{"status": "rejected", "publication": "pending", "held_reason": "anonymous"})
	if !strings.Contains(said.raw, "a crane fly") || strings.Contains(said.raw, `"actor":"test"`) || said.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the reporter reads %s", said.raw)
	}
	if a := s.do(http.MethodGet, "/observations/"+confirmed+"/review", nil, "Authorization", review).want(http.StatusOK); !strings.Contains(a.raw, `"actor":"test"`) {
		t.Errorf("a reviewer reads %s", a.raw)
	}
	s.do(http.MethodGet, "/observations/"+confirmed+"/review", nil, as("nobody", its)...).want(http.StatusUnauthorized)
	s.do(http.MethodGet, "/observations/"+asked+"/review", nil, as("nobody", its)...).want(http.StatusNotFound)
	s.do(http.MethodGet, "/observations/"+confirmed+"/review", nil, as("nobody", receipt)...).want(http.StatusOK)
	if got := s.entries(rejected, "Authorization", review); got != "reviewed by token test, created by anonymous <nil>" {
		t.Errorf("the history is %s", got)
	}

	for name, body := range map[string]any{
		"none": object{"decisions": []any{}}, "no list": object{"decisions": "x"}, "nothing": object{}, "too many": object{"decisions": make([]int, 1001)},
		"unknown":     object{"decisions": []any{object{"observation_id": shown, "decision": "confirm"}}, "x": 1},
		"an id":       object{"decisions": []any{object{"observation_id": "x", "decision": "confirm"}}},
		"a decision":  object{"decisions": []any{object{"observation_id": shown, "decision": "like"}}},
		"no decision": object{"decisions": []any{object{"observation_id": shown}}},
		"no id":       object{"decisions": []any{object{"decision": "confirm"}}},
		"a mood":      object{"decisions": []any{object{"observation_id": shown, "decision": "confirm", "mood": "good"}}},
		"a number":    object{"decisions": []any{7}},
	} {
		if a := s.do(http.MethodPost, base+"/review/decisions", body, "Authorization", review); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, a.status, a.raw)
		}
	}
	s.do(http.MethodPost, base+"/review/decisions", object{"decisions": []any{}}, "Authorization", writer).want(http.StatusForbidden)
}

func TestNobodyDecidesOverAnother(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rec := s.report("waits", nil)
	of := func(decision string) object {
		return object{"observation_id": rec.text("id"), "decision": decision, "reason": "a crane fly", "updated_at": rec.text("updated_at")}
	}
	if got := s.decide("scopes review", of("reject")); got != "done rejected pending" {
		t.Errorf("the first: %s", got)
	}
	a := s.do(http.MethodPost, base+"/review/decisions", object{"decisions": []object{of("confirm")}}, "Authorization", reviewer).want(http.StatusOK)
	if !strings.Contains(a.raw, `"refused"`) || !strings.Contains(a.raw, `"type":"conflict"`) {
		t.Errorf("the second: %s", a.raw)
	}
	late := of("confirm")
	late["updated_at"] = "yesterday"
	s.do(http.MethodPost, base+"/review/decisions", object{"decisions": []object{late}}, "Authorization", reviewer).want(http.StatusUnprocessableEntity)
}

// TestUndoneWaitsAgain: what became public or was withdrawn comes back to the queue, and says there why it waits.
func TestUndoneWaitsAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, undone := range map[string]func(s service, id string){
		"a confirmation": func(s service, id string) {
			if got := s.decide("scopes review", object{"observation_id": id, "decision": "confirm"}); got != "done verified public" {
				s.t.Fatalf("the decision became %s", got)
			}
		},
		"a change of the status": func(s service, id string) {
			s.patch(id, `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
		},
		"a withdrawal": func(s service, id string) {
			s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", reviewer).want(http.StatusNoContent)
		},
	} {
		for who, why := range map[string]string{"waits": "anonymous", "anonymous": "count"} {
			id := s.report(who, object{"count": 20_000}).text("id")
			undone(s, id)
			s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", reviewer).want(http.StatusOK).
				says(map[string]string{"status": "unverified", "publication": "pending"})
			if _, got, _ := s.queue(""); len(got) != 1 || !strings.HasPrefix(got[0], "["+why) {
				t.Errorf("%s: the queue has %v, want one that waits because of %s", name, got, why)
			}
			s.do(http.MethodGet, "/observations/"+id+"/review", nil, "Authorization", reviewer).want(http.StatusOK).says(map[string]string{"held_reason": why})
			s.exec("delete from held_observations") // the next one waits alone
		}
	}
	id := s.report("waits", nil).text("id")
	s.patch(id, `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
	s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", reviewer).want(http.StatusOK)
	s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", reviewer).want(http.StatusOK).says(map[string]string{"publication": "public"})
}

func TestTwoHaveToAgree(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) { o.ReviewRule = observe.RuleTwo })
	of := func(id, decision string, more ...string) object {
		d := object{"observation_id": id, "decision": decision}
		for i := 0; i < len(more); i += 2 {
			d[more[i]] = more[i+1]
		}
		return d
	}
	anna, ben := "reviewer "+uuid.NewString(), "reviewer "+uuid.NewString()
	noted := "noted unverified pending"
	for name, c := range map[string]struct {
		by   []string
		says []func(id string) object
		want string
	}{
		"two confirm": {[]string{anna, anna, ben}, []func(string) object{
			func(id string) object { return of(id, "confirm") }, func(id string) object { return of(id, "confirm") }, func(id string) object { return of(id, "confirm") },
		}, noted + "; " + noted + "; done verified public"},
		"two disagree": {[]string{anna, ben, anna}, []func(string) object{
			func(id string) object { return of(id, "confirm") }, func(id string) object { return of(id, "reject", "reason", "no") },
			func(id string) object { return of(id, "reject", "reason", "no") },
		}, noted + "; " + noted + "; done rejected pending"},
		"two correct": {[]string{anna, ben, ben}, []func(string) object{
			func(id string) object { return of(id, "correct", "scientific_name", "Aedes koreicus") }, func(id string) object { return of(id, "confirm") },
			func(id string) object { return of(id, "correct", "scientific_name", "Hulecoeteomyia koreica") },
		}, noted + "; " + noted + "; done verified public"},
	} {
		id := s.report("waits", nil).text("id")
		var got []string
		for i, who := range c.by {
			got = append(got, s.decide(who, c.says[i](id)))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, "; "), c.want)
		}
	}
}

func TestNobodyReviewsHisOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := uuid.NewString()
	rec := s.report("account "+id, object{"count": 20_000}).text("id")
	confirm := object{"observation_id": rec, "decision": "confirm"}
	if got := s.decide("reviewer "+id, confirm); got != "refused" {
		t.Errorf("whose record it is: %s", got)
	}
	if got := s.decide("reviewer "+uuid.NewString(), confirm); got != "done verified public" {
		t.Errorf("another: %s", got)
	}
}

// TestTwoWhereAnAlertWouldFollow: package alerts holds when one would.
func TestTwoWhereAnAlertWouldFollow(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) {
		o.ReviewRule = observe.RuleAlerts
		o.Introduces = func(_ context.Context, _ postgres.Querier, names *surveillance.Names, s surveillance.Sighting) (bool, error) {
			taxon, _ := names.Taxon(s.TaxonKey)
			return taxon.ID == "aedes-koreicus" && s.At.Lat == 10 && s.LastDay.Format(time.DateOnly) == "2026-07-14", nil
		}
	})
	anna, ben := "reviewer "+uuid.NewString(), "reviewer "+uuid.NewString()
	decide := func(who, id, decision string, more object) string {
		d := object{"observation_id": id, "decision": decision}
		maps.Copy(d, more)
		return s.decide(who, d)
	}
	at := object{"location": object{"lat": 10, "lng": 20}, "observed_at": "2026-07-14T06:30:00Z"}
	ordinary := s.report("waits", at).text("id")
	if got := decide(anna, ordinary, "confirm", nil); got != "done verified public" {
		t.Errorf("no alert: %s", got)
	}
	corrected := s.report("waits", at).text("id")
	name := object{"scientific_name": "Aedes koreicus"}
	if got := decide(anna, corrected, "correct", name); got != "noted unverified pending" {
		t.Errorf("an alert would follow of the corrected name: %s", got)
	}
	if got := decide(anna, corrected, "correct", name); got != "noted unverified pending" {
		t.Errorf("the same person again: %s", got)
	}
	refused := s.do(http.MethodPatch, "/observations/"+corrected, object{"species_scientific_name": "Aedes koreicus", "status": "verified"}, "Authorization", reviewer).want(http.StatusConflict)
	if !strings.Contains(refused.raw, "/review/decisions") {
		t.Errorf("a change around the review: %s", refused.raw)
	}
	if got := decide(ben, corrected, "correct", name); got != "done verified public" {
		t.Errorf("a second person: %s", got)
	}
	rejected := s.report("waits", object{"species_scientific_name": "Aedes koreicus", "location": object{"lat": 10, "lng": 20}, "observed_at": "2026-07-14T06:30:00Z"}).text("id")
	if got := decide(anna, rejected, "reject", object{"reason": "no"}); got != "done rejected pending" {
		t.Errorf("a rejection raises none: %s", got)
	}
}

// TestCorrectingWhatIsPublic: that a record is public already does not let one person raise an alert by it.
func TestCorrectingWhatIsPublic(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) {
		o.ReviewRule = observe.RuleAlerts
		o.Introduces = func(_ context.Context, _ postgres.Querier, names *surveillance.Names, s surveillance.Sighting) (bool, error) {
			taxon, _ := names.Taxon(s.TaxonKey)
			return taxon.ID == "aedes-koreicus", nil
		}
	})
	anna, ben := "reviewer "+uuid.NewString(), "reviewer "+uuid.NewString()
	id := s.report("anonymous", nil).text("id")
	correction := object{"observation_id": id, "decision": "correct", "scientific_name": "Aedes koreicus"}
	for _, who := range []string{anna, anna} {
		if got := s.decide(who, correction); got != "noted unverified public" {
			t.Errorf("one person: %s", got)
		}
	}
	if got := s.decide(ben, correction); got != "done verified public" {
		t.Errorf("two: %s", got)
	}
	id = s.report("anonymous", nil).text("id")
	if got := s.decide(anna, object{"observation_id": id, "decision": "confirm"}); got != "done verified public" {
		t.Errorf("no alert would follow: %s", got)
	}
	s.patch(id, `{"species_scientific_name": "Aedes koreicus"}`, "Authorization", reviewer).want(http.StatusConflict)
	correction["observation_id"] = id
	if got := s.decide(anna, correction); got != "noted verified public" {
		t.Errorf("of one that was verified: %s", got)
	}
	if got := s.decide(anna, object{"observation_id": id, "decision": "reject", "reason": "no"}); got != "done rejected public" {
		t.Errorf("a rejection raises none: %s", got)
	}
}

// TestAPersonAndHisTokensAreOne: whose account reported or reviewed a record is no second person by a token that the account made.
func TestAPersonAndHisTokensAreOne(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) { o.ReviewRule = observe.RuleTwo })
	anna, ben := uuid.NewString(), uuid.NewString()
	for _, id := range []string{anna, ben} {
		s.exec("insert into accounts (id, name, roles) values ($1::text::uuid, $1::text, '{administrator}')", id)
		s.exec(`insert into tokens (id, name, hash, scopes, made_by)
			values (gen_random_uuid(), 'of ' || $1::text, sha256($1::text::bytea), '{review}', $1::text::uuid)`, id)
	}
	for _, ways := range [][]string{{"reviewer " + anna, "made " + anna, "reviewer " + ben}, {"made " + anna, "reviewer " + anna, "made " + ben}} {
		confirm := object{"observation_id": s.report("waits", nil).text("id"), "decision": "confirm"}
		for i, who := range ways {
			if got, want := s.decide(who, confirm), []string{"noted unverified pending", "noted unverified pending", "done verified public"}[i]; got != want {
				t.Errorf("%s, after %v: %s, want %s", who, ways[:i], got, want)
			}
		}
	}

	// The last word of a person counts, by whatever way.
	id := s.report("waits", nil).text("id")
	s.decide("made "+anna, object{"observation_id": id, "decision": "confirm"})
	s.decide("reviewer "+anna, object{"observation_id": id, "decision": "reject", "reason": "no"})
	if got := s.decide("reviewer "+ben, object{"observation_id": id, "decision": "confirm"}); got != "noted unverified pending" {
		t.Errorf("one confirms and the other rejects: %s", got)
	}

	mine := s.report("account "+anna, object{"count": 20_000}).text("id")
	if got := s.decide("made "+anna, object{"observation_id": mine, "decision": "confirm"}); got != "refused" {
		t.Errorf("his own by a token: %s", got)
	}
	s = setup(t)
	mine = s.report("account "+anna, nil).text("id")
	s.patch(mine, `{"status": "verified"}`, "Authorization", "made "+anna).want(http.StatusForbidden)
	s.patch(mine, `{"status": "verified"}`, "Authorization", "made "+ben).want(http.StatusOK)
}

// TestWhatWasSaidOfOtherContent: who agreed with a record as it was did not agree with what it became.
func TestWhatWasSaidOfOtherContent(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) { o.ReviewRule = observe.RuleTwo })
	anna, ben := "reviewer "+uuid.NewString(), "reviewer "+uuid.NewString()
	for change, counts := range map[string]bool{
		`{"count": 7}`: false, `{"location": {"lat": 11, "lng": 21}}`: false, `{"life_stage": "larva"}`: false, `{"observed_at": "2026-07-01"}`: false, `{"notes": "in a tyre"}`: false,
		`{"metadata": {"trap": 7}}`: true, `{"observer_name": "Ada"}`: true,
	} {
		rec := s.report("waits", nil)
		confirm := object{"observation_id": rec.text("id"), "decision": "confirm"}
		s.decide(anna, confirm)
		s.patch(rec.text("id"), change, as("nobody", rec.text("receipt"))...).want(http.StatusOK)
		if got, want := s.decide(ben, confirm), map[bool]string{false: "noted unverified pending", true: "done verified public"}[counts]; got != want {
			t.Errorf("after %s: %s, want %s", change, got, want)
		}
		if got := s.decide(anna, confirm); !counts && got != "done verified public" {
			t.Errorf("after %s, again: %s", change, got)
		}
	}
}
