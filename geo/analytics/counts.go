package analytics

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// PlaceCount is the number of records of an area or a country.
type PlaceCount struct {
	places.Place
	Records int64 `json:"records"`
}

// CountsEnvelope is what an answer says of all places, listed or not: the records of all places together are Records - Outside + Repeated.
type CountsEnvelope struct {
	Filter   map[string]string       `json:"filter"`   // the Filter's parameters as they were sent
	Records  int64                   `json:"records"`  // that match
	Outside  int64                   `json:"outside"`  // of them, those that lie in no place
	Repeated int64                   `json:"repeated"` // how often one is counted in a second place, or a third: on a border, or where areas overlap
	Included []surveillance.Included `json:"included,omitzero"`
}

// columns is of envelope.
func (CountsEnvelope) columns() jsontext.Object { return nil }

// countsQuestion is what a request for counts asks beside the question.
type countsQuestion struct {
	question
	set      string
	within   *surveillance.BBox // places that touch it are listed; nil: all
	decimals int                // of the coordinates of outlines
}

// minDecimals of the coordinates of outlines: a tenth of a degree.
const minDecimals = 1

func (a *Analytics) getCounts(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q := countsQuestion{set: p.Text("set"), decimals: p.Int("decimals", geojson.DegreeDecimals, minDecimals, geojson.DegreeDecimals)}
	if text := p.Text("within"); text != "" {
		box, ok := surveillance.ParseBBox(text)
		if q.within = &box; !ok {
			p.Fail("within", "bad_box", "within must be a box: min_lon,min_lat,max_lon,max_lat")
		}
	}
	var err error
	if q.question, err = a.readQuestion(r, p, asked{by: []string{byCountry}}); err != nil {
		return err
	}
	if q.set != "" && q.has(byCountry) {
		return invalid("conflict", "only one of areas (set) and countries (by=country) may be the places")
	}
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.counts(r.Context(), m, &q) })
}

// counts says how many records each place has.
func (a *Analytics) counts(ctx context.Context, m *moment, q *countsQuestion) (answer, error) {
	version, err := a.setVersion(ctx, q.set)
	if err != nil {
		return answer{}, err
	}
	parts, err := a.outlined(ctx, q, version)
	if err != nil {
		return answer{}, err
	}
	sum, err := a.countedIn(ctx, m, q, version, parts)
	if err != nil {
		return answer{}, err
	}
	listed := parts.Touching(q.within)
	if err := checkSize(len(listed)); err != nil {
		return answer{}, err
	}
	results := make([]PlaceCount, 0, len(listed))
	for _, id := range listed {
		if place, n := parts.Place(id), sum.byPlace[id]; n > 0 || q.asksFor(place) {
			results = append(results, PlaceCount{place, n})
		}
	}
	slices.SortFunc(results, func(a, b PlaceCount) int { return a.Compare(b.Place) })
	return newAnswer(CountsEnvelope{q.given, sum.records, sum.outside, sum.repeated, q.filter.Included(q.names)}, results), nil
}

// outlined returns the places that a question asks for: countries where it names no set and its Filter no areas.
func (a *Analytics) outlined(ctx context.Context, q *countsQuestion, version string) (places.Outlined, error) {
	outlines := places.Outlines{Wanted: q.format == formatGeoJSON, Decimals: q.decimals}
	if q.set == "" && (q.has(byCountry) || q.filter.Areas == nil) {
		countries := places.Countries{Names: q.names, Lang: q.lang, Outlines: outlines}
		if !outlines.Wanted && q.within == nil {
			return countries, nil
		}
		shapes, err := a.shapes.ofCountries(ctx)
		countries.Shapes = shapes
		return countries, err
	}
	parts, err := a.keptParts(ctx, &q.question, q.set, version)
	if err != nil {
		return nil, err
	}
	return parts.With(outlines), nil
}

// asksFor reports whether a place is listed without a record: not where the Filter asks for others. Ids of states begin with their country.
func (q *countsQuestion) asksFor(p places.Place) bool {
	f := q.filter
	switch {
	case f.MatchesNothing() || f.Areas != nil || f.Regions != nil || p.CountryID != nil && f.BBox != nil:
		return false
	case f.Countries == nil:
		return true
	case p.CountryID != nil:
		return slices.Contains(f.Countries, *p.CountryID)
	}
	country, _, _ := strings.Cut(*p.AreaID, "-")
	return slices.Contains(f.Countries, country)
}

// placeCounts are the records of a Filter by place.
type placeCounts struct {
	byPlace                    map[places.ID]int64
	records, outside, repeated int64
}

// countedIn counts the records of each place, or takes the numbers from an answer before that listed other places.
func (a *Analytics) countedIn(ctx context.Context, m *moment, q *countsQuestion, version string, parts places.Outlined) (*placeCounts, error) {
	name := q.set + " " + version + " " + q.names.Version() + " " + q.filter.Key() + " " + m.version()
	if q.has(byCountry) {
		name = byCountry + name
	}
	if sum, ok := a.counted.GetIfPresent(name); ok {
		return sum, nil
	}
	sum := &placeCounts{byPlace: map[places.ID]int64{}}
	if _, err := a.eachRecord(ctx, q.filter, parts, func() (func([]places.ID, surveillance.Place), func()) {
		local := placeCounts{byPlace: map[places.ID]int64{}}
		return func(ids []places.ID, p surveillance.Place) {
			local.records += p.Records
			if len(ids) == 0 {
				local.outside += p.Records
			} else {
				local.repeated += p.Records * int64(len(ids)-1)
			}
			for _, id := range ids {
				local.byPlace[id] += p.Records
			}
		}, func() { sum.merge(&local) }
	}); err != nil {
		return nil, err
	}
	if m.inMemory() {
		a.counted.Set(name, sum)
	}
	return sum, nil
}

func (c *placeCounts) merge(other *placeCounts) {
	c.records += other.records
	c.outside += other.outside
	c.repeated += other.repeated
	for id, n := range other.byPlace {
		c.byPlace[id] += n
	}
}
