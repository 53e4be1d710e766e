package ogc_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// countedBySQL are lines of a count by SQL that knows nothing of the server.
func (s service) countedBySQL(columns, condition string) []string {
	s.t.Helper()
	return pgtest.Column[string](s.t, s.db, `select concat_ws(' ', `+columns+`, count(*), sum(count)) from observations o join taxa t on t.key = o.taxon_key
		where status <> 'rejected' and `+condition+` group by `+columns)
}

// lines are the values of counts, "-" for null.
func lines(features []object, names ...string) (out []string) {
	for _, f := range features {
		var line []string
		for _, name := range append(names, "count", "specimens") {
			if v := f["properties"].(object)[name]; v != nil {
				line = append(line, fmt.Sprint(v))
			} else {
				line = append(line, "-")
			}
		}
		out = append(out, strings.Join(line, " "))
	}
	return out
}

const (
	yearOfDays = "coalesce(case when extract(year from first_day) = extract(year from last_day) then extract(year from first_day)::text end, '-')"
	theSex     = "coalesce(lower(sex), '-')"
	theCountry = "coalesce(country_id, '-')"
)

// TestCountsAreThoseOfSQL: counts by some dimensions and filters are those of a bare query, from memory and without it; so are their pages.
func TestCountsAreThoseOfSQL(t *testing.T) {
	t.Parallel()
	for _, memory := range []bool{true, false} {
		t.Run(fmt.Sprint("memory ", memory), func(t *testing.T) {
			t.Parallel()
			s := setupOn(t, pgtest.Pool(t), tileindex.Options{VersionOnly: !memory})
			for query, want := range map[string]struct {
				names              []string
				columns, condition string
			}{
				"":                              {[]string{"species", "year"}, "t.id, " + yearOfDays, "true"},
				"by=year,species":               {[]string{"year", "species"}, yearOfDays + ", t.id", "true"},
				"by=country&species=aedes":      {[]string{"country"}, theCountry, "t.genus = 'Aedes'"},
				"by=sex,country&genus=culex":    {[]string{"sex", "country"}, theSex + ", " + theCountry, "t.genus = 'Culex'"},
				"by=month&country=fr&months=1":  {[]string{"month"}, "to_char(first_day, 'YYYY-MM')", "country_id = 'fr' and extract(month from first_day) = 1 and extract(month from last_day) = 1"},
				"by=year&bbox=9,19,11,21":       {[]string{"year"}, yearOfDays, "ST_X(geom) between 9 and 11 and ST_Y(geom) between 19 and 21"},
				"by=year&bbox=170,-20,-170,1":   {[]string{"year"}, yearOfDays, "abs(ST_X(geom)) >= 170 and ST_Y(geom) < 2"},
				"by=day&datetime=2010-02-01/..": {[]string{"day"}, "coalesce(case when first_day = last_day then first_day::text end, '-')", "first_day >= '2010-02-01'"},
				"by=country&filter=count%3E100": {[]string{"country"}, theCountry, "country_id in (select country_id from observations group by 1 having count(*) > 100)"},
			} {
				a := s.ok("/collections/counts/items?" + query)
				got, bare := lines(a.features(), want.names...), s.countedBySQL(want.columns, want.condition)
				slices.Sort(got)
				slices.Sort(bare)
				if !slices.Equal(got, bare) || len(got) == 0 || a.body["numberMatched"] != float64(len(got)) {
					t.Errorf("%s: %v matched, %q, want %q", query, a.body["numberMatched"], got, bare)
				}
				if paged := s.crawl("/collections/counts/items?limit=2&" + query); !slices.Equal(paged, a.ids()) {
					t.Errorf("%s: pages have %q, want %q", query, paged, a.ids())
				}
				for _, f := range a.features() {
					if _, there := f["geometry"]; !there || f["geometry"] != nil || len(f["properties"].(object)) != len(want.names)+2 {
						t.Errorf("%s: %v", query, f)
					}
				}
			}
			if got := lines(s.ok("/collections/counts/items?by=species&status=rejected").features(), "species"); fmt.Sprint(got) != "[culex-pipiens 1 2]" {
				t.Errorf("the rejected record: %v", got)
			}
		})
	}
}

// TestCountsHaveAddresses: the id of a count finds it again, whatever stands in its values, by the conditions that it was counted with.
func TestCountsHaveAddresses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	pgtest.Run(t, s.db, `update observations set sampling_protocol = (array['a,b=c/d ü%2f', '', '=1+1', null])[1 + count % 4] where sampling_protocol is null and count % 4 <> 1`)
	s.catchUp()
	const query = "by=protocol,year&country=fr"
	for _, f := range s.ok("/collections/counts/items?" + query).features() {
		one := s.ok("/collections/counts/items/" + url.PathEscape(f["id"].(string)) + "?country=fr").body
		if fmt.Sprint(one["properties"]) != fmt.Sprint(f["properties"]) || one["id"] != f["id"] {
			t.Errorf("%v, want %v", one, f)
		}
	}
	for _, id := range []string{"species", "species=", "hour=1", "year=1900", "year=2020,year=2020", "species=x,year=y,sex=z,day=1", "year=2020,"} {
		if a := s.get("/collections/counts/items/" + url.PathEscape(id)); a.status != 404 {
			t.Errorf("%s: %d %s", id, a.status, a.raw)
		}
	}
	page := s.ok("/collections/counts/items?f=html&" + query).raw
	if !strings.Contains(page, "country=fr") || strings.Contains(page, "<svg") {
		t.Errorf("the page has other links, or a map: %.600s", page)
	}
	rows, err := csv.NewReader(strings.NewReader(s.ok("/collections/counts/items?f=csv&by=sex").raw)).ReadAll()
	if err != nil || fmt.Sprint(rows[0]) != "[id sex count specimens]" || len(rows) != 4 {
		t.Errorf("%v %v", rows, err)
	}
}

// TestCountsRefuse what they cannot count, and say why.
func TestCountsRefuse(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for query, say := range map[string]string{
		"by=hour": "by must be of species", "by=year,year": "twice", "by=year,sex,stage,day": "one to three", "by=": "one to three", "by=year&set=x": "by=area", "by=area": "set",
		"by=area&set=nothing": "nothing", "filter=sex='male'": "sex", "filter=S_INTERSECTS(geometry,POINT(1%202))": "geometry", "sortby=sex": "sex", "properties=sex": "sex",
		"country=atlantis": "atlantis", "data_source=nobody": "nobody", "datetime=2020-01-01&start_date=2020-01-01": "two ways", "sex_is=x": "sex_is", "months=13": "months",
		"bbox=600000,2200000,610000,2220000&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/32632": "bbox-crs",
	} {
		s.refused("/collections/counts/items?"+query, say)
	}
	for path, names := range map[string]string{
		"queryables?by=sex,week": "[count id sex specimens week]", "schema": "[count id species specimens year]", "sortables?by=area": "[area count id specimens]",
	} {
		var got []string
		for name := range s.ok("/collections/counts/" + path).body["properties"].(object) {
			got = append(got, name)
		}
		if slices.Sort(got); fmt.Sprint(got) != names {
			t.Errorf("%s: %v, want %s", path, got, names)
		}
	}
	s.refused("/collections/counts/schema?by=hour", "by must be of")
}
