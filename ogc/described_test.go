package ogc_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/ogc"
)

// TestSourcesAreNamed looks for who made the records, and on what terms, in a collection's description and on its page.
func TestSourcesAreNamed(t *testing.T) {
	t.Parallel()
	s := setup(t, func(s service, _ *ogc.Options) {
		s.exec("update data_sources set licence = 'CC-BY-NC 4.0' where id = 'traps'")
		if err := s.lookups.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	a := s.ok("/collections/observations")
	if got := a.body["attribution"]; got != "Traps (CC-BY-NC 4.0)" {
		t.Errorf("attribution %v", got)
	}
	if got := a.link("license", ""); got != "https://creativecommons.org/licenses/by-nc/4.0/" {
		t.Errorf("license %q", got)
	}
	if page := s.ok("/collections/observations?f=html").raw; !strings.Contains(page, "Records by: Traps (CC-BY-NC 4.0)") {
		t.Error("the page does not say whose records they are")
	}
}

// TestExtentHoldsThePoles has records where Web Mercator has no place.
func TestExtentHoldsThePoles(t *testing.T) {
	t.Parallel()
	s := setup(t, func(s service, _ *ogc.Options) {
		s.exec("update observations set geom = ST_SetSRID(ST_MakePoint(ST_X(geom), case when ST_Y(geom) > 15 then 89.5 else -89.75 end), 4326) where id in ('" + idOf(1) + "', '" + idOf(3) + "')")
		s.catchUp()
	})
	box := s.ok("/collections/observations").body["extent"].(object)["spatial"].(object)["bbox"].([]any)[0].([]any)
	if box[1] != -89.75 || box[3] != 89.5 {
		t.Errorf("the extent is %v", box)
	}
}

// TestExtentForgetsWhatWasThere moves an event and a pool back and forth: the index of their places keeps where they were, and no answer may tell it.
func TestExtentForgetsWhatWasThere(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for collection, table := range map[string]string{"events": "sampling_events", "pools": "pools"} {
		extent := func() string {
			return fmt.Sprint(s.ok("/collections/" + collection).body["extent"].(object)["spatial"].(object)["bbox"].([]any)[0])
		}
		exact := "[0 40 6 44]"
		if got := extent(); got != exact {
			t.Errorf("%s: %s, want %s", collection, got, exact)
		}
		moved := pgtest.Value[string](t, s.db, "select min(id::text) from "+table+" where (ST_X(geom), ST_Y(geom)) = (0, 40)")
		for _, move := range []struct{ to, want string }{{"-160.1234567, -80.5", "[-160.1234567 -80.5 6 44]"}, {"0, 40", exact}, {"179.5, 89.25", "[0 40 179.5 89.25]"}, {"0, 40", exact}} {
			s.exec(fmt.Sprintf("update %s set geom = ST_SetSRID(ST_MakePoint(%s), 4326) where id = '%s'", table, move.to, moved))
			if got := extent(); got != move.want {
				t.Errorf("%s moved to %s: %s, want %s", collection, move.to, got, move.want)
			}
		}
		s.exec("delete from " + table)
		if got := s.ok("/collections/" + collection).body["extent"]; got != nil && got.(object)["spatial"] != nil {
			t.Errorf("%s without rows: %v", collection, got)
		}
	}
}

// TestAllSitesAreCounted asks for a page that is not all of them.
func TestAllSitesAreCounted(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, id := range []string{"sites", "traps"} {
		n := float64(len(s.ok("/collections/" + id + "/items?limit=10000").features()))
		if matched := s.ok("/collections/" + id + "/items?limit=1").body["numberMatched"]; n < 2 || matched != n {
			t.Errorf("of %v %s a page of one says %v", n, id, matched)
		}
	}
}

// TestFormerIDAnswersAsTheCollection asks for sites by their former id. Every link of the answer names the id, and the list of
// collections names each once.
func TestFormerIDAnswersAsTheCollection(t *testing.T) {
	t.Parallel()
	s := shared(t)
	site := s.ok("/collections/sites/items?limit=1").ids()[0]
	for _, below := range []string{"", "?f=html", "/items?limit=2", "/items?limit=2&f=html", "/items?limit=2&f=csv", "/items/" + site, "/items/" + site + "?f=html",
		"/queryables", "/sortables", "/schema", "/schema/feature"} {
		former, now := s.ok("/collections/traps"+below), s.ok("/collections/sites"+below)
		if strip(former) != strip(now) {
			t.Errorf("%s: %s\nis not\n%s", below, former.raw, now.raw)
		}
		if strings.Contains(former.raw, "/traps") || strings.Contains(strings.Join(former.header.Values("Link"), ","), "/traps") {
			t.Errorf("%s links the former id: %s %v", below, former.raw, former.header)
		}
	}
	next := s.ok("/collections/traps/items?limit=2").link("next", "")
	if got := len(s.ok(strings.Replace(next, "/sites/", "/traps/", 1)).ids()); got != 2 {
		t.Errorf("the second page by the former id has %d features", got)
	}
	for _, list := range []string{"/collections", "/api", "/collections?f=html", "/api?f=html"} {
		if raw := s.ok(list).raw; strings.Contains(raw, "/traps") || !strings.Contains(raw, "/sites") {
			t.Errorf("%s: %s", list, raw)
		}
	}
	if a := s.get("/collections/traps?nonsense=1"); a.status != http.StatusBadRequest {
		t.Errorf("an unknown parameter: %d", a.status)
	}
}

// timeStamp is the one member that differs between two answers.
var timeStamp = regexp.MustCompile(`"timeStamp":"[^"]*"`)

func strip(a answer) string { return timeStamp.ReplaceAllString(a.raw, "") }

// TestPagesSayTheNotice looks at a document and at items.
func TestPagesSayTheNotice(t *testing.T) {
	t.Parallel()
	text := "These <records> are made up."
	s := setup(t, func(_ service, o *ogc.Options) { o.Notice = func() string { return text } })
	for _, target := range []string{"?f=html", "/collections/observations/items?f=html", "/collections/observations/items/" + idOf(1) + "?f=html"} {
		if page := s.ok(target).raw; !strings.Contains(page, `role="note">These &lt;records&gt; are made up.<`) {
			t.Errorf("%s does not say the notice", target)
		}
	}
}

// TestItemNotModified revalidates a feature, which has an ETag where it can be changed.
func TestItemNotModified(t *testing.T) {
	t.Parallel()
	s := writable(t)
	target := items + "/" + idOf(1)
	etag := s.ok(target).header.Get("ETag")
	if a := s.get(target, "If-None-Match", etag); a.status != http.StatusNotModified || a.raw != "" || a.header.Get("ETag") != etag {
		t.Errorf("%d %q %s", a.status, a.raw, a.header)
	}
	s.ok(target, "If-None-Match", `W/"another"`)
}
