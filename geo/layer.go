package geo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Layers are the values of layer_type. Only the layer observations has data.
var Layers = []string{"distribution", "observations", "modeled", "breeding_sites"}

// Numbers of features in one answer: by default and at most.
const (
	DefaultFeatures = 10_000
	MaxFeatures     = 100_000
)

// flushBytes is how much of a collection is buffered before it is sent.
const flushBytes = 64 << 10

var featuresQuery = sql.Get("geo/features.sql")

func (g *Geo) getLayer(w http.ResponseWriter, r *http.Request) error {
	layer := httpapi.Var(r, "layer_type")
	p := httpapi.Query(r)
	if !slices.Contains(Layers, layer) {
		p.Bad("Unknown layer_type; it must be one of " + strings.Join(Layers, ", "))
	}
	limit := p.Int("limit", DefaultFeatures, 1, MaxFeatures)
	f, names, err := p.Filter(r.Context(), g.lookups)
	if err != nil {
		return err
	}
	c := p.Lang()
	state, err := g.state(r.Context())
	if err != nil {
		return err
	}

	httpapi.Localized(w, c)
	revalidate(w.Header())
	name := func(state *tileindex.State) string {
		return etag(layer + "-" + strconv.Itoa(limit) + "-" + string(c) + "-" + state.Version().String() + "-" + names.Version() + "-" + f.Key() + strconv.FormatBool(f.NamesTaxa))
	}
	if representation.NotModified(w, r, name(state)) {
		return nil
	}
	release, err := httpapi.AcquireSlot(r.Context(), r, limits.Large)
	if err != nil {
		return err
	}
	defer release()
	out := &collection{w: w, request: r, encoder: geojson.NewEncoder(names, c), limit: limit, included: f.Included(names)}
	if layer == "observations" && !f.MatchesNothing() {
		err = g.addLatest(r.Context(), state, f, out, func(state *tileindex.State) { w.Header().Set("ETag", name(state)) })
	}
	err = out.close(err)
	g.features.Add(float64(out.n))
	return err
}

// addLatest writes the newest observations that match in a state. While the database is ahead of the state, it takes the next one and says
// so: a layer is never newer than its name.
func (g *Geo) addLatest(ctx context.Context, state *tileindex.State, f surveillance.Filter, out *collection, changed func(*tileindex.State)) error {
	for range maxAttempts {
		err := g.addNewest(ctx, state, f, out)
		if !errors.Is(err, errChanged) {
			return err
		}
		if err := g.index.CatchUp(ctx); err != nil {
			return err
		}
		state = g.index.State()
		changed(state)
	}
	out.w.Header().Del("ETag")
	out.w.Header().Del("Cache-Control")
	return httpapi.Unavailable("The records of this layer change too fast; try again", errChanged)
}

// addNewest writes the newest observations that match, from the tile index when that holds them, else from the database.
func (g *Geo) addNewest(ctx context.Context, state *tileindex.State, f surveillance.Filter, out *collection) error {
	if state.Holds(f) && state.HasPoints() {
		found, err := state.Select(f).Newest(ctx, out.limit+1, nil)
		if err == nil {
			err = found.Each(newRecords(out).add)
		}
		if err == nil || ctx.Err() != nil || out.begun {
			return err
		}
		out.restart() // the point file failed
	}
	return g.streamFeatures(ctx, state, f, out)
}

// streamFeatures writes the newest observations that match, and one more than the limit if there are more. The query ends with ctx. The error
// is errChanged when the database is ahead of the state.
func (g *Geo) streamFeatures(ctx context.Context, state *tileindex.State, f surveillance.Filter, out *collection) error {
	args := postgres.FilterArgs(f)
	args["limit"] = out.limit + 1
	db := &snapshot{db: g.db, state: state}
	defer db.close(ctx)
	rows, err := db.Query(ctx, featuresQuery.String(), args)
	if err == nil {
		err = postgres.EachRow(rows, out.encoder.Bind, out.add)
	}
	if err != nil {
		return fmt.Errorf("stream features: %w", err)
	}
	return nil
}

// collection writes a feature collection while its features are read. Nothing is sent before the first flush, so an error until then
// is answered with its own status.
type collection struct {
	w         http.ResponseWriter
	request   *http.Request
	encoder   *geojson.Encoder
	limit     int
	included  []surveillance.Included // by a condition on species, genus or disease; nil without one
	n         int
	truncated bool
	begun     bool
	buf       []byte
}

func (c *collection) add(row postgres.Row) error {
	return c.append(func(b []byte) []byte { return c.encoder.AppendFeature(b, row) })
}

// append adds the feature that a function appends, unless the collection has as many as it may.
func (c *collection) append(feature func([]byte) []byte) error {
	if c.n == c.limit {
		c.truncated = true
		return nil
	}
	if c.n == 0 {
		c.buf = append(make([]byte, 0, flushBytes+flushBytes/4), `{"type":"FeatureCollection","features":[`...)
	} else {
		c.buf = append(c.buf, ",\n"...)
	}
	c.n++
	c.buf = feature(c.buf)
	if len(c.buf) < flushBytes {
		return nil
	}
	return c.flush()
}

// restart forgets the features, of which none was sent.
func (c *collection) restart() { c.n, c.truncated, c.buf = 0, false, nil }

func (c *collection) flush() error {
	if !c.begun {
		c.begun = true
		c.w.Header().Set("Content-Type", geojson.ContentType)
	}
	_, err := c.w.Write(c.buf)
	c.buf = c.buf[:0]
	return err
}

// close ends the collection. When reading failed after a part was sent, it cuts the connection, so that no client takes the part for
// the whole.
func (c *collection) close(err error) error {
	if err != nil {
		if c.begun {
			httpapi.Abort(c.request, err)
		}
		return err
	}
	if c.n == 0 {
		c.buf = append(c.buf, `{"type":"FeatureCollection","features":[`...)
	}
	c.buf = append(c.buf, `],"numberReturned":`...)
	c.buf = strconv.AppendInt(c.buf, int64(c.n), 10)
	c.buf = append(c.buf, `,"truncated":`...)
	c.buf = strconv.AppendBool(c.buf, c.truncated)
	if c.included != nil {
		included, err := json.Marshal(c.included)
		if err != nil {
			return fmt.Errorf("encode the included names: %w", err)
		}
		c.buf = append(append(c.buf, `,"included":`...), included...)
	}
	c.buf = append(c.buf, "}\n"...)
	_ = c.flush() // fails only when the client has left
	return nil
}
