package ogc_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// Pages follow each other forwards and back, whatever their size; together they are the whole, each feature once.
func TestPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	whole := s.ok("/collections/observations/items?limit=10000&datetime=2010-01-01/2010-03-01").ids()
	for _, limit := range []int{1, 7, 50, 1000} {
		var forwards, back []string
		var last string
		for target := fmt.Sprintf("/collections/observations/items?limit=%d&datetime=2010-01-01/2010-03-01", limit); target != ""; {
			a := s.ok(target)
			forwards = append(forwards, a.ids()...)
			last, target = target, a.link("next", "application/geo+json")
		}
		for target := last; target != ""; {
			a := s.ok(target)
			back = append(a.ids(), back...)
			target = a.link("prev", "application/geo+json")
		}
		if !slices.Equal(forwards, whole) || !slices.Equal(back, whole) {
			t.Errorf("limit %d: %d forwards, %d back, want %d", limit, len(forwards), len(back), len(whole))
		}
	}
}

// A date is the local day of the records, at either end of an interval, and so is numberMatched; a time is an instant.
func TestDatetimeIsTheLocalDay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, utc_offset, date_precision, observed_until, country_id)
		select n::uuid, (select key from taxa where id = 'culex-pipiens'), 1, ST_SetSRID(ST_MakePoint(50, 50), 4326), at::timestamptz, o, p, until::date, 'jp' from (values
			('22220000-0000-0000-0000-000000000001', '2019-06-01T23:30-05:00', -300, 'time', null),
			('22220000-0000-0000-0000-000000000002', '2019-06-02T04:30Z', 0, 'time', null),
			('22220000-0000-0000-0000-000000000003', '2019-06-03T08:00+14:00', 840, 'time', null),
			('22220000-0000-0000-0000-000000000004', '2019-06-01Z', 0, 'month', '2019-06-30'),
			('22220000-0000-0000-0000-000000000005', '2019-05-30T22:00-10:00', -600, 'interval', '2019-06-01')) v (n, at, o, p, until)`)
	s.catchUp()
	for datetime, want := range map[string]string{
		"2019-06-01": "1 4 5", "2019-06-02": "2 4", "2019-06-03": "3 4", "2019-05-30": "5", "2019-05-29": "", "2019-07-01": "",
		"2019-06-01/2019-06-02": "1 2 4 5", "../2019-06-01": "1 4 5", "../2019-05-31": "5", "2019-06-02/..": "2 3 4", "2019-07-01/..": "",
		"2019-06-02T04:30:00Z": "1 2 4", "2019-06-02T00:00:00Z/2019-06-02T12:00:00Z": "1 2 4", "2019-06-02T04:30:00Z/2019-06-02": "1 2 4",
		"2019-06-02T18:00:00Z/..": "3 4", "2019-06-03/2019-06-03T12:00:00Z": "3 4", "2019-06-02/2019-06-02T12:00:00Z": "2 4",
		"0001-01-01/2019-05-31": "5", "2019-06-03/9999-12-31": "3 4",
	} {
		a := s.ok("/collections/observations/items?country_id=jp&datetime=" + datetime)
		var got []string
		for _, id := range a.ids() {
			got = append(got, id[len(id)-1:])
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", datetime, got, want)
		}
		counted := s.ok("/collections/observations/items?limit=1&country_id=jp&datetime=" + datetime).body["numberMatched"]
		if counted != nil && counted != float64(len(got)) {
			t.Errorf("%s: numberMatched is %v, want %d", datetime, counted, len(got))
		}
	}
}

// A position belongs to its query, and holds while records come and go.
func TestCursor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first := s.ok("/collections/observations/items?limit=2&species_id=aedes-aegypti")
	next := first.link("next", "")
	s.exec("delete from observations where id = '" + idOf(1) + "'")
	s.catchUp()
	if got := s.ok(next).ids(); !slices.Equal(got, []string{idOf(5)}) {
		t.Errorf("%v", got)
	}
	for _, change := range []string{"&count=2", "&species_id=culex-pipiens", "&sortby=id", "&datetime=2020-01-01/..", "&status=verified", "&filter=count=2", "&bbox=0,0,1,1"} {
		if a := s.get(next + change); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", change, a.status, a.raw)
		}
	}
	for _, change := range []string{"&f=csv", "&lang=fr", "&properties=count", "&skipGeometry=true", "&crs=" + epsg + "3857"} {
		s.ok(next + change)
	}
}

// The ETag of a page changes with the observations, and not before.
func TestETag(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const target = "/collections/observations/items?limit=2"
	etag := s.ok(target).header.Get("ETag")
	if a := s.get(target, "If-None-Match", etag); a.status != http.StatusNotModified || a.raw != "" || a.header.Get("ETag") != etag {
		t.Errorf("%d %q", a.status, a.header)
	}
	if a := s.get("/collections/observations/items?limit=3", "If-None-Match", etag); a.status != http.StatusOK {
		t.Errorf("another page: %d", a.status)
	}
	if a := s.get(target, "If-None-Match", etag, "Accept", "text/csv"); a.status != http.StatusOK {
		t.Errorf("another format: %d", a.status)
	}
	s.exec("update observations set count = 3 where id = '" + idOf(1) + "'")
	s.catchUp()
	if a := s.get(target, "If-None-Match", etag); a.status != http.StatusOK {
		t.Errorf("after a change: %d", a.status)
	}
}

// HEAD has the headers of GET, in every encoding, and a 304 the ETag of the answer that the client has.
func TestHeadersOfEncodings(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, target := range []string{"/collections/observations/items?limit=200", "/collections/observations/items?limit=20&f=html", "/collections/observations/items?limit=1", "/collections"} {
		for _, encoding := range []string{"", "gzip", "zstd"} {
			a := s.ok(target, "Accept-Encoding", encoding)
			head := s.ask(http.MethodHead, target, "", "Accept-Encoding", encoding)
			for _, name := range []string{"Content-Length", "Content-Encoding", "ETag", "Vary", "Content-Type"} {
				if !slices.Equal(head.header.Values(name), a.header.Values(name)) {
					t.Errorf("%s %s: HEAD says %s %q, GET %q", target, encoding, name, head.header.Values(name), a.header.Values(name))
				}
			}
			if length := a.header.Get("Content-Length"); length != "" && length != strconv.Itoa(len(a.raw)) {
				t.Errorf("%s %s: %s bytes, not %d", target, encoding, length, len(a.raw))
			}
			etag := a.header.Get("ETag")
			if etag == "" {
				continue
			}
			again := s.get(target, "Accept-Encoding", encoding, "If-None-Match", etag)
			if again.status != http.StatusNotModified || again.header.Get("ETag") != etag {
				t.Errorf("%s %s: %d with the ETag %s, sent %s", target, encoding, again.status, again.header.Get("ETag"), etag)
			}
		}
	}
	if etag := s.ok("/collections/observations/items?limit=200", "Accept-Encoding", "gzip").header.Get("ETag"); !strings.HasSuffix(etag, `~-gzip"`) {
		t.Errorf("nothing is compressed: %s", etag)
	}
}

// The ETag of a page changes with the area that it is asked for: those of sets change.
func TestETagOfArea(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.drawAreas()
	for _, name := range []string{"observations", "events"} {
		target := "/collections/" + name + "/items?limit=2&area=corner"
		etag := s.ok(target).header.Get("ETag")
		if a := s.get(target, "If-None-Match", etag); a.status != http.StatusNotModified {
			t.Errorf("%s: %d", name, a.status)
		}
		s.exec("update areas set geom = ST_Translate(geom, 1, 0) where id = 'corner'")
		if err := s.lookups.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := s.get(target, "If-None-Match", etag); a.status != http.StatusOK {
			t.Errorf("%s after a change of the area: %d", name, a.status)
		}
	}
}

// A cell that a spreadsheet program would run has an apostrophe before it.
func TestFormulas(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec(`update observations set notes = '=1+1,"x"', count = 7 where id = '` + idOf(1) + `'`)
	if a := s.ok("/collections/observations/items?f=csv&properties=notes,count&filter=count=7"); !strings.Contains(a.raw, `"'=1+1,""x""",7`) && !strings.Contains(a.raw, `7,"'=1+1,""x"""`) {
		t.Error(a.raw)
	}
}

// What features have is what properties asks for, in the order of the collection.
func TestProperties(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for query, want := range map[string][]string{"properties=count": {"count"}, "properties=genus,count": {"count", "genus"}, "properties=": nil} {
		f := s.ok("/collections/observations/items?limit=1&" + query).features()[0]
		var names []string
		for name := range f["properties"].(object) {
			names = append(names, name)
		}
		if slices.Sort(names); !slices.Equal(names, want) || f["geometry"] == nil {
			t.Errorf("%s: %v", query, f)
		}
	}
	if f := s.ok("/collections/observations/items?limit=1&skipGeometry=true").features()[0]; f["geometry"] != nil || f["id"] == nil {
		t.Errorf("%v", f)
	}
}

// Flags are found one by one, as they are shown, and where there are none.
func TestFlagsCanBeQueried(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec(`update observations set flags = case count when 1 then 32 when 2 then 33 else 0 end where id::text like '1111%'`) // duplicate; country_mismatch too
	for filter, condition := range map[string]string{
		"flags LIKE '%duplicate%'":                "count in (1, 2)",
		"flags LIKE '%country_mismatch%'":         "count = 2",
		"flags = 'duplicate'":                     "count = 1",
		"flags = 'country_mismatch,duplicate'":    "count = 2",
		"flags IS NULL":                           "count > 2",
		"flags IS NOT NULL AND count < 2":         "count = 1",
		"flags = 'nonsense'":                      "false",
		"NOT (flags LIKE '%country_mismatch%')":   "count = 1",
		"flags IN ('duplicate', 'date_conflict')": "count = 1",
	} {
		want := pgtest.Value[int](t, s.db, "select count(*)::int from observations where id::text like '1111%' and "+condition)
		if got := s.matching("region_id = 'western-europe' AND " + filter); got != want || want == 0 && filter != "flags = 'nonsense'" {
			t.Errorf("%s: %d, want %d", filter, got, want)
		}
	}
	if a := s.ok("/collections/observations/items?limit=1&flags=country_mismatch"); len(a.features()) != 1 ||
		!strings.Contains(a.features()[0]["properties"].(object)["flags"].(string), "country_mismatch") {
		t.Errorf("as a parameter: %s", a.raw)
	}
}

// Sites and totals follow the records.
func TestTotals(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, id := range []string{"sites", "traps"} {
		site := s.ok("/collections/" + id + "/items?bbox=3,43,3,43").features()
		if len(site) != 1 || site[0]["properties"].(object)["records"] != 9.0 || site[0]["properties"].(object)["species_count"] != 3.0 {
			t.Errorf("%s: %v", id, site)
		}
		if got := len(s.ok("/collections/" + id + "/items?bbox=9,19,11,21").ids()); got != 0 {
			t.Errorf("%d %s where there is one record", got, id)
		}
	}
	s.exec("delete from observations where ST_X(geom) = 3 and ST_Y(geom) = 43")
	s.catchUp()
	for _, id := range []string{"traps", "sites"} {
		testenv.Eventually(t, "there are no "+id+" where nothing is left", func() bool { return len(s.ok("/collections/"+id+"/items?bbox=3,43,3,43").ids()) == 0 })
	}
	for id, want := range map[string]float64{"de": 150, "fj": 1, "it": 0} {
		got := s.ok("/collections/countries/items/" + id).body["properties"].(object)
		if id == "de" && got["records"].(float64) < want-9 || id != "de" && got["records"] != want {
			t.Errorf("%s: %v", id, got["records"])
		}
	}
}

func TestNoFeatureHasAnIdThatIsNoText(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, collection := range addressable {
		for _, id := range []string{"%00", "f%00r", "%ff", "%ed%a0%80", "nowhere", "'", strings.Repeat("x", 10_000)} {
			if a := s.get("/collections/" + collection + "/items/" + id); a.status != 404 {
				t.Errorf("%s %.20s: %d %s", collection, id, a.status, a.raw)
			}
		}
	}
}
