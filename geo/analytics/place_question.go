package analytics

import (
	"context"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Values of cells, and the resolution of H3 where none is asked for.
const (
	cellsH3           = "h3"
	defaultResolution = 5
)

// placeQuestion is a question whose results are of places.
type placeQuestion struct {
	question
	cells      bool
	resolution int
	set        string
}

// readPlaces reads the parameters of a question about places, and refuses a request that says in several ways what these are.
func (a *Analytics) readPlaces(r *http.Request, p *httpapi.Params, want asked) (q placeQuestion, err error) {
	q.set, q.cells = p.Text("set"), p.OneOf("cells", "", cellsH3) == cellsH3 || p.Has("resolution")
	q.resolution = p.Int("resolution", defaultResolution, places.MinResolution, places.MaxResolution)
	if q.question, err = a.readQuestion(r, p, want); err != nil {
		return q, err
	}
	q.cells = q.cells || q.has(byCells)
	kinds := 0
	for _, asked := range []bool{q.cells, q.set != "" || q.has(byArea), q.has(byCountry)} {
		if asked {
			kinds++
		}
	}
	if kinds > 1 {
		err = invalid("conflict", "only one of cells, areas (set or by=area) and countries (by=country) may be the places")
	}
	return q, err
}

// placeParts returns the places that a question asks for; everything is one place where it does not say.
func (a *Analytics) placeParts(ctx context.Context, q *placeQuestion) (places.Parts, error) {
	switch {
	case q.cells:
		return places.Cells{Resolution: q.resolution, Outlines: q.format == formatGeoJSON}, nil
	case q.has(byCountry):
		return places.Countries{Names: q.names, Lang: q.lang}, nil
	case q.set == "" && !q.has(byArea):
		return places.Whole{}, nil
	}
	return a.areaParts(ctx, &q.question, q.set)
}
