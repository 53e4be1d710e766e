package alerts_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestAlerts(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	rule := s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "name": "Tiger & co"})
	s.record("Aedes albopictus", "2026-07-01", 1, 45, "")
	s.record("Aedes albopictus", "2026-07-02", 8, 45, "")
	s.record("Aedes albopictus", "2020-07-02", 4, 45, "")
	s.evaluate()
	for query, want := range map[string]int{
		"": 3, "?historical=true": 1, "?historical=false&open=true": 2, "?open=false": 0, "?rule=" + rule: 3, "?rule=" + ownID: 0, "?kind=silence": 0,
		"?state=seen": 0, "?since=2000-01-01": 3, "?since=2199-01-01T00:00:00Z": 0,
	} {
		if got := len(s.list(query)); got != want {
			t.Errorf("%s: %d alerts, want %d", query, got, want)
		}
	}
	if page := s.do("GET", "?limit=2&offset=0", nil).want(200); page.body["count"] != 3.0 || page.body["next"] == nil {
		t.Errorf("a page: %s", page.raw)
	}
	id := s.list("?historical=false")[0].ID.String()
	read := s.do("GET", "/"+id, nil).want(200)
	s.do("GET", "/"+id, nil, "If-None-Match", read.header.Get("ETag")).want(304)
	s.do("PATCH", "/"+id, object{}, "Authorization", "nobody").want(401)
	marked := s.do("PATCH", "/"+id, object{"state": "seen", "note": "Trap set."}).want(200)
	if marked.body["state"] != "seen" || marked.body["note"] != "Trap set." {
		t.Errorf("marked: %s", marked.raw)
	}
	if got := s.do("PATCH", "/"+id, object{"state": "old", "note": strings.Repeat("x", 4001), "title": "y"}).want(422).wrong(); got != "note:too_long state:not_allowed title:unknown_field" {
		t.Errorf("refused for %s", got)
	}
	s.record("Aedes albopictus", "2026-07-10", 1.01, 45, "") // another evaluation keeps what people said
	s.evaluate()
	if got := s.do("PATCH", "/"+id, object{"state": nil}).want(422).wrong(); got != "state:missing" {
		t.Errorf("a state of null: %s", got)
	}
	if again := s.do("PATCH", "/"+id, object{"note": nil}).want(200); again.body["state"] != "seen" || again.body["note"] != nil {
		t.Errorf("after another evaluation: %s", again.raw)
	}
	s.do("GET", "/"+ownID, nil).want(404)
	s.do("PATCH", "/seven", object{}).want(404)

	families, err := s.metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	open := pgtest.Value[int](t, s.db, "select count(*)::int from alerts where closed_at is null and not historical")
	for _, f := range families {
		if f.GetName() == "skeeter_alerts" {
			sum := 0
			for _, m := range f.GetMetric() {
				sum += int(m.GetGauge().GetValue())
			}
			if sum != open {
				t.Errorf("the metric counts %d alerts, want %d", sum, open)
			}
		}
	}
	s.do("DELETE", "/rules/"+rule, nil).want(204)
	s.wantAlerts("")
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	rule := s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "name": "Tiger & co"})
	s.rule(object{"kind": "introduction", "species": "Aedes aegypti", "name": "Other"})
	s.record("Aedes albopictus", "2026-07-01", 1, 45, "")
	s.record("Aedes aegypti", "2026-07-02", 8, 45.5, "")
	s.record("Aedes aegypti", "2020-07-02", 1, 45, "")
	s.evaluate()
	s.exec("update observations set status = 'rejected' where observed_at = '2026-07-02Z'")
	s.evaluate()

	type entry struct {
		Title     string `xml:"title"`
		ID        string `xml:"id"`
		Updated   string `xml:"updated"`
		Published string `xml:"published"`
		Summary   string `xml:"summary"`
		Point     string `xml:"http://www.georss.org/georss point"`
	}
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string   `xml:"title"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Author  string   `xml:"author>name"`
		Links   []struct {
			Rel  string `xml:"rel,attr"`
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Entries []entry `xml:"entry"`
	}
	answer := s.do("GET", "/feed.atom", nil).want(200)
	if err := xml.Unmarshal([]byte(answer.raw), &feed); err != nil {
		t.Fatal(err)
	}
	if answer.header.Get("Content-Type") != "application/atom+xml; charset=utf-8" || feed.ID == "" || feed.Author != "Skeeter" || len(feed.Links) != 2 || feed.Links[0].Rel != "self" {
		t.Errorf("the feed is %s", answer.raw)
	}
	titles := map[string]entry{}
	for _, e := range feed.Entries {
		titles[e.Title] = e
		if e.Updated > feed.Updated || e.Published == "" || !strings.HasPrefix(e.ID, "urn:uuid:") {
			t.Errorf("entry %+v of a feed of %s", e, feed.Updated)
		}
	}
	tiger := titles["Aedes albopictus: no earlier record within 50 km; there is no earlier one"]
	closed := titles["Closed: Aedes aegypti: no earlier record within 50 km; the nearest is 551 km away"]
	if len(feed.Entries) != 2 || tiger.Point != "45 1" || tiger.Summary != "Tiger & co (introduction); day 2026-07-01; at 45, 1" || !strings.HasSuffix(closed.Summary, "closed: record rejected") {
		t.Errorf("the feed is %s", answer.raw)
	}
	s.do("GET", "/feed.atom", nil, "If-None-Match", answer.header.Get("ETag")).want(304)

	of := s.do("GET", "/feed.json?rule="+rule, nil).want(200)
	items := of.body["items"].([]any)
	if of.header.Get("Content-Type") != "application/feed+json" || of.body["version"] != "https://jsonfeed.org/version/1.1" || of.body["title"] != "Skeeter: Tiger & co" || len(items) != 1 {
		t.Fatalf("the feed is %s", of.raw)
	}
	item := items[0].(object)
	if item["id"] != tiger.ID || item["title"] != tiger.Title || item["content_text"] != tiger.Summary || fmt.Sprint(item["tags"]) != "[introduction]" {
		t.Errorf("the item is %v", item)
	}
	s.do("GET", "/feed.json?rule="+ownID, nil).want(404)
}

// TestOneEvaluates holds that a server evaluates while no other does, and only what was not.
func TestOneEvaluates(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	other := pgtest.Begin(t, s.db)
	pgtest.Run(t, other, "select pg_advisory_xact_lock(hashtextextended('skeeter alerts', 0))")
	if done, err := s.alerts.Evaluate(t.Context()); done || err != nil {
		t.Errorf("beside another server: %v, %v", done, err)
	}
	if err := other.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	at := func() string { return pgtest.Value[string](t, s.db, "select evaluated_at::text from alert_evaluation") }
	s.evaluate()
	first := at()
	s.evaluate()
	if at() != first {
		t.Error("nothing changed, and the rules were evaluated again")
	}
	s.record("Aedes albopictus", "2026-07-01", 1, 45, "")
	s.evaluate()
	second := at()
	s.do("PATCH", "/rules/"+s.list("")[0].RuleID.String(), object{"name": "x"}).want(200)
	s.evaluate()
	if second == first || at() == second {
		t.Errorf("evaluated at %s, %s and %s", first, second, at())
	}
}
