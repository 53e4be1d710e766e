package geo

import (
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/mvt"
	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// tileFormat is part of every tile's ETag: count it up when the same data gives other tiles.
const tileFormat = 2

// cacheable lets whoever keeps an answer ask again each time, which costs a 304; a shared cache may answer for some seconds
// by itself.
func cacheable(h http.Header) {
	h.Set("Cache-Control", "public, max-age=0, s-maxage=10, must-revalidate")
}

// GetTile answers the tile of the path variables z, x and y, with the Filter of the query.
func (g *Geo) GetTile(w http.ResponseWriter, r *http.Request) error {
	t, ok := parseTile(httpapi.Var(r, "z"), httpapi.Var(r, "x"), httpapi.Var(r, "y"))
	if !ok {
		return httpapi.NotFound("Tile not found: z is 0 to 22, x and y are 0 to 2^z-1")
	}
	names := g.lookups.Current()
	f, err := httpapi.Query(r).Without("bbox").Filter(names)
	if err != nil {
		return err
	}
	encoding := tilecache.Accepted(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	cacheable(h)
	for range maxMoves {
		state, err := g.state(r.Context())
		if err != nil {
			return err
		}
		name := tileName(t, f, state, names)
		if httpapi.NotModified(w, r, etag(name)) {
			return nil
		}
		encoded, err := g.tiles.Get(r.Context(), name, encoding, func(ctx context.Context) ([]byte, error) {
			release, err := httpapi.AcquireSlot(ctx, r, httpapi.Ordinary)
			if err != nil {
				return nil, err
			}
			defer release()
			return g.makeTile(ctx, t, f, names, state)
		})
		if errors.Is(err, errMoved) { // what was made would not be what its name says
			if err := g.index.CatchUp(r.Context()); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		writeTile(w, encoded, name)
		return nil
	}
	h.Del("ETag")
	h.Del("Cache-Control")
	return httpapi.Unavailable("The records of this tile change too fast; try again", errMoved)
}

// maxMoves is how often a tile is made anew because its records changed while it was made.
const maxMoves = 20

func (g *Geo) makeTile(ctx context.Context, t tile, f surveillance.Filter, names *surveillance.Names, state *tileindex.State) ([]byte, error) {
	if f.MatchesNothing() {
		return nil, nil
	}
	ctx, span := telemetry.Start(ctx, "make tile")
	defer span.End()
	defer func(began time.Time) { g.tileTime.Observe(time.Since(began).Seconds()) }(time.Now())
	db := &view{db: g.db, state: state, tile: t}
	defer db.close(ctx)
	return (&tileMaker{names: names, filter: f, tile: t, grid: gridOf(db, state, f)}).make(ctx)
}

func writeTile(w http.ResponseWriter, encoded tilecache.Encoded, name string) {
	if encoded.Content == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h := w.Header()
	h.Set("Content-Type", mvt.ContentType)
	if encoded.Encoding != tilecache.Identity {
		h.Set("Content-Encoding", string(encoded.Encoding))
		h.Set("ETag", httpapi.EncodedETag(etag(name), string(encoded.Encoding)))
	}
	h.Set("Content-Length", strconv.Itoa(len(encoded.Content)))
	_, _ = w.Write(encoded.Content) // the client may be gone; there is nobody left to tell
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
func tileName(t tile, f surveillance.Filter, s *tileindex.State, names *surveillance.Names) string {
	return strconv.Itoa(tileFormat) + "-" + s.VersionOf(t.z, int(t.x), int(t.y)).String() + "-" + names.Version() + "-" +
		strconv.Itoa(t.z) + "/" + strconv.FormatInt(t.x, 10) + "/" + strconv.FormatInt(t.y, 10) + "-" + f.Key()
}

// etag returns the strong ETag of the content with a name.
func etag(name string) string {
	h := fnv.New128a()
	_, _ = h.Write([]byte(name))
	return `"` + hex.EncodeToString(h.Sum(nil)) + `"`
}
