package geo

import (
	"context"
	"encoding/hex"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/mvt"
	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/filter"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

// tileFormat is part of every tile's ETag: count it up when the same data gives other tiles.
const tileFormat = 1

// cacheable lets whoever keeps an answer ask again each time, which costs a 304; a shared cache may answer for some seconds
// by itself.
func cacheable(h http.Header) {
	h.Set("Cache-Control", "public, max-age=0, s-maxage=10, must-revalidate")
}

func (g *Geo) getTile(w http.ResponseWriter, r *http.Request) error {
	t, ok := parseTile(httpapi.Var(r, "z"), httpapi.Var(r, "x"), httpapi.Var(r, "y"))
	if !ok {
		return httpapi.NotFound("Tile not found: z is 0 to 22, x and y are 0 to 2^z-1")
	}
	names := g.lookups.Current()
	f, err := filter.Parse(httpapi.Query(r).Without("bbox"), names)
	if err != nil {
		return err
	}
	state, err := g.state(r.Context())
	if err != nil {
		return err
	}

	encoding := tilecache.Accepted(r.Header.Get("Accept-Encoding"))
	name := tileName(t, f, state, names)
	h := w.Header()
	cacheable(h)
	if httpapi.NotModified(w, r, etag(name)) {
		return nil
	}
	encoded, err := g.tiles.Get(r.Context(), name, encoding, func(ctx context.Context) ([]byte, error) {
		if f.MatchesNothing() {
			return nil, nil
		}
		defer func(began time.Time) { g.tileTime.Observe(time.Since(began).Seconds()) }(time.Now())
		return (&tileMaker{db: g.db, names: names, filter: f, tile: t, grid: gridOf(g.db, state, f)}).make(ctx)
	})
	if err != nil {
		return err
	}

	if encoded.Content == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	h.Set("Content-Type", mvt.ContentType)
	if encoded.Encoding != tilecache.Identity {
		h.Set("Content-Encoding", string(encoded.Encoding))
		h.Set("ETag", httpapi.EncodedETag(etag(name), string(encoded.Encoding)))
	}
	h.Set("Content-Length", strconv.Itoa(len(encoded.Content)))
	_, _ = w.Write(encoded.Content) // the client may be gone; there is nobody left to tell
	return nil
}

// state returns the newest state of the data; the first one it waits for.
func (g *Geo) state(ctx context.Context) (*tileindex.State, error) {
	if s := g.index.State(); s.Version().Epoch != "" {
		return s, nil
	}
	if err := g.index.CatchUp(ctx); err != nil {
		return nil, err
	}
	return g.index.State(), nil
}

// tileName names the content of a tile: what was asked for, and the newest change that can show in it.
func tileName(t tile, f filter.Filter, s *tileindex.State, names *lookup.Snapshot) string {
	return strconv.Itoa(tileFormat) + "-" + s.VersionOf(t.z, int(t.x), int(t.y)).String() + "-" + names.Version() + "-" +
		strconv.Itoa(t.z) + "/" + strconv.FormatInt(t.x, 10) + "/" + strconv.FormatInt(t.y, 10) + "-" + f.Key()
}

// etag returns the strong ETag of the content with a name.
func etag(name string) string {
	h := fnv.New128a()
	_, _ = h.Write([]byte(name))
	return `"` + hex.EncodeToString(h.Sum(nil)) + `"`
}
