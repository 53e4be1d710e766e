package ogc_test

import (
	"net/http"
	"strings"
	"testing"

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

// TestAllTrapsAreCounted asks for a page that is not all of them.
func TestAllTrapsAreCounted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := s.ok("/collections/traps/items?limit=10000")
	if n := float64(len(all.features())); n < 2 || s.ok("/collections/traps/items?limit=1").body["numberMatched"] != n {
		t.Errorf("of %v traps a page of one says %v", n, s.ok("/collections/traps/items?limit=1").body["numberMatched"])
	}
}

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
