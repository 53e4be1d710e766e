package geo

import (
	"cmp"
	"context"
	"html"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// MaxSourceZoom is the deepest zoom that clients request; beyond it they enlarge tiles. A tile unit is 15 cm there, finer than any
// record.
const MaxSourceZoom = 16

// tileJSON describes the tiles (TileJSON 3.0.0).
type tileJSON struct {
	TileJSON     string        `json:"tilejson"`
	Name         string        `json:"name"`
	Description  string        `json:"description"`
	Attribution  string        `json:"attribution"`
	Scheme       string        `json:"scheme"`
	Tiles        []string      `json:"tiles"`
	MinZoom      int           `json:"minzoom"`
	MaxZoom      int           `json:"maxzoom"`
	Bounds       [4]float64    `json:"bounds"`
	VectorLayers []vectorLayer `json:"vector_layers"`
}

type vectorLayer struct {
	ID          string            `json:"id"`
	Description string            `json:"description"`
	MinZoom     int               `json:"minzoom"`
	MaxZoom     int               `json:"maxzoom"`
	Fields      map[string]string `json:"fields"`
}

// tileFields are the types of the properties, as GDAL names them.
var tileFields = func() map[string]string {
	out := make(map[string]string, len(tileKeys))
	for _, key := range tileKeys {
		out[key] = "String"
	}
	for _, key := range []mvt.Key{keyRecords, keySpecimens, keySpeciesCount, keyCount, keyLocationAccuracyM} {
		out[tileKeys[key]] = "Number"
	}
	return out
}()

// TileAttribution lists the data sources of the observations that a Filter matches, as HTML.
func (g *Geo) TileAttribution(ctx context.Context, f surveillance.Filter, names *surveillance.Names) (string, error) {
	sources, err := g.sourcesShown(ctx, f, names)
	return attribution(sources), err
}

// TileFields returns the types of the properties of tiles, "String" or "Number", and MaxSourceZoom.
func (g *Geo) TileFields() (types map[string]string, maxZoom int) { return tileFields, MaxSourceZoom }

func (g *Geo) getTileJSON(w http.ResponseWriter, r *http.Request) error {
	t, err := g.describeTiles(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	return httpapi.JSON(w, http.StatusOK, t)
}

// describeTiles reads the Filter of a request and repeats it in the URL of the tiles, with their version where the request asks for it.
func (g *Geo) describeTiles(r *http.Request) (tileJSON, error) {
	p := httpapi.Query(r).Without("v")
	versioned := p.Bool("versioned")
	f, names, err := p.Filter(r.Context(), g.lookups, "bbox")
	if err != nil {
		return tileJSON{}, err
	}
	query := filterOf(r)
	if versioned {
		version, err := g.TileVersion(r.Context(), postgres.ChoiceOf(f), names)
		if err != nil {
			return tileJSON{}, err
		}
		query.Set("v", version.String())
	}
	shown, err := g.TileAttribution(r.Context(), f, names)
	if err != nil {
		return tileJSON{}, err
	}
	return tileJSON{
		TileJSON: "3.0.0", Name: "Mosquito observations", Scheme: "xyz",
		Description: "Cells with counts where there is much, records where there is little",
		Attribution: shown,
		Tiles:       []string{httpapi.BaseURL(r) + g.base + "/tiles/observations/{z}/{x}/{y}.mvt" + queryText(query)},
		MaxZoom:     MaxSourceZoom,
		Bounds:      [4]float64{-180, -tileindex.LatitudeLimit, 180, tileindex.LatitudeLimit},
		VectorLayers: []vectorLayer{{
			ID: "observations", Description: "Mosquito observations", MaxZoom: MaxSourceZoom, Fields: tileFields,
		}},
	}, nil
}

// filterOf returns the parameters of a request that filter tiles.
func filterOf(r *http.Request) url.Values {
	kept := url.Values{}
	for name, values := range r.URL.Query() {
		if slices.Contains(surveillance.Parameters, name) {
			kept[name] = values
		}
	}
	return kept
}

// queryText returns a query string with the question mark, "" for none.
func queryText(query url.Values) string {
	if len(query) == 0 {
		return ""
	}
	return "?" + httpapi.EncodeQuery(query)
}

// sourcesShown returns the data sources of the observations that match, by id.
func (g *Geo) sourcesShown(ctx context.Context, f surveillance.Filter, names *surveillance.Names) ([]surveillance.DataSource, error) {
	counts, err := g.countsOf(ctx, f)
	if err != nil {
		return nil, err
	}
	shown := map[int32]surveillance.DataSource{}
	for _, c := range counts {
		if d, ok := names.DataSource(c.DataSourceKey); ok {
			shown[d.Key] = d
		}
	}
	return slices.SortedFunc(maps.Values(shown), func(a, b surveillance.DataSource) int { return cmp.Compare(a.ID, b.ID) }), nil
}

// countsOf returns the sums of the observations that match. Those of the default Filter are cached.
func (g *Geo) countsOf(ctx context.Context, f surveillance.Filter) (surveillance.Counts, error) {
	if f.Key() == surveillance.DefaultFilter().Key() {
		return g.counter.Totals(ctx)
	}
	stats, err := g.counter.Stats(ctx, f)
	return stats.Counts, err
}

// attribution lists data sources and their licences as HTML, which map clients show.
func attribution(sources []surveillance.DataSource) string {
	items := make([]string, 0, len(sources))
	for _, d := range sources {
		item := html.EscapeString(d.Name)
		if u, err := url.Parse(d.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
			item = `<a href="` + html.EscapeString(u.String()) + `">` + item + `</a>`
		}
		if d.Licence != "" {
			item += " (" + html.EscapeString(d.Licence) + ")"
		}
		items = append(items, item)
	}
	return strings.Join(items, "; ")
}
