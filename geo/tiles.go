package geo

import (
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
)

// tileFormat is part of every tile's ETag. Increase it when the same data gives other bytes.
const tileFormat = 3

func (g *Geo) getTile(w http.ResponseWriter, r *http.Request) error {
	t, ok := parseTile(httpapi.Var(r, "z"), httpapi.Var(r, "x"), httpapi.Var(r, "y"))
	if !ok {
		return httpapi.NotFound("Tile not found: z is 0 to 22, x and y are 0 to 2^z-1")
	}
	f, names, err := g.tileFilter(r)
	if err != nil {
		return err
	}
	return g.SendTile(w, r, limits.Ordinary, func(ctx context.Context) (vectortile.Drawing, error) {
		return g.drawTile(ctx, t, postgres.ChoiceOf(f), names)
	})
}

// SendTile answers with a tile as draw says that it is now. Its name makes the ETag, and the cache has the content by it. What is not cached is made
// in a lane. A tile without content answers 204. The parameter v is the version that the address of the tile names.
func (g *Geo) SendTile(w http.ResponseWriter, r *http.Request, lane limits.Lane, draw func(context.Context) (vectortile.Drawing, error)) error {
	encoding := acceptedEncoding(r.Header.Values("Accept-Encoding"))
	asked, _ := vectortile.ParseVersion(r.URL.Query().Get("v"))
	followed := false
	for range maxAttempts {
		drawn, err := draw(r.Context())
		if err != nil {
			return err
		}
		if drawn.Span.IsBehind(asked) && !followed { // another server gave the address, which has seen more
			followed = true
			if err := g.index.CatchUp(r.Context()); err == nil { // else the present tile will do: who follows the changes logs the error
				continue
			}
		}
		setCaching(w.Header(), drawn, asked)
		if representation.NotModified(w, r, etag(drawn.Name)) {
			return nil
		}
		encoded, err := g.tiles.Get(r.Context(), drawn.Name, encoding, func(ctx context.Context) ([]byte, error) {
			release, err := httpapi.AcquireSlot(ctx, r, lane)
			if err != nil {
				return nil, err
			}
			defer release()
			ctx, span := telemetry.Start(ctx, "make tile")
			defer span.End()
			defer func(began time.Time) { g.tileTime.Observe(time.Since(began).Seconds()) }(time.Now())
			return drawn.Make(ctx)
		})
		if errors.Is(err, errChanged) { // the tile would be newer than its name
			if err := g.index.CatchUp(r.Context()); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		writeTile(w, encoded, drawn.Name)
		return nil
	}
	return httpapi.Unavailable("The records of this tile change too fast; try again", errChanged)
}

// DrawTile returns a tile of the observations that are chosen, as they are now: a layer "observations", or nothing where there are none. Column
// and row are within the zoom, which is MaxZoom at most.
func (g *Geo) DrawTile(ctx context.Context, z, x, y int, c postgres.Choice, names *surveillance.Names) (vectortile.Drawing, error) {
	return g.drawTile(ctx, tile{z: z, x: int64(x), y: int64(y)}, c, names)
}

func (g *Geo) drawTile(ctx context.Context, t tile, c postgres.Choice, names *surveillance.Names) (vectortile.Drawing, error) {
	state, err := g.state(ctx)
	if err != nil {
		return vectortile.Drawing{}, err
	}
	return vectortile.Drawing{
		Name: tileName(t, c, state, names), Span: vectortile.Span{Newest: versionOf(c, state, names), Since: state.SinceOf(t.z, int(t.x), int(t.y))},
		Keys: append([]string{"observations"}, areaKeys(t)...),
		Make: func(ctx context.Context) ([]byte, error) {
			if c.MatchesNothing() {
				return nil, nil
			}
			db := &snapshot{db: g.db, state: state, tile: t}
			defer db.close(ctx)
			return (&tileMaker{names: names, tile: t, grid: gridOf(db, state, g.index.Beyond(), c)}).make(ctx)
		},
	}, nil
}

// TileVersion returns the version that tiles of the observations that are chosen have now.
func (g *Geo) TileVersion(ctx context.Context, c postgres.Choice, names *surveillance.Names) (vectortile.Version, error) {
	state, err := g.state(ctx)
	if err != nil {
		return vectortile.Version{}, err
	}
	return versionOf(c, state, names), nil
}

// tileFilter reads the Filter of tiles. A tile is a box of its own and takes no bbox. v is the version of its address, which SendTile reads.
func (g *Geo) tileFilter(r *http.Request) (surveillance.Filter, *surveillance.Names, error) {
	return httpapi.Query(r).Without("v").Filter(r.Context(), g.lookups, "bbox")
}

// acceptedEncoding returns the encoding for the lines of Accept-Encoding: the one with the largest weight, the better one among equals.
func acceptedEncoding(lines []string) tilecache.Encoding {
	best, weight := tilecache.Identity, 0.0
	for _, encoding := range tilecache.Encodings {
		if w := representation.EncodingWeight(lines, string(encoding)); w > weight {
			best, weight = encoding, w
		}
	}
	return best
}

// maxAttempts is how often a tile is made when its records change while it is made.
const maxAttempts = 20

func writeTile(w http.ResponseWriter, encoded tilecache.Encoded, name string) {
	if encoded.Content == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h := w.Header()
	h.Set("Content-Type", mvt.ContentType)
	if encoded.Encoding != tilecache.Identity {
		h.Set("Content-Encoding", string(encoded.Encoding))
		h.Set("ETag", representation.EncodedETag(etag(name), string(encoded.Encoding)))
	}
	h.Set("Content-Length", strconv.Itoa(len(encoded.Content)))
	_, _ = w.Write(encoded.Content) // fails only when the client has left
}

// state returns the newest state of the observations. The first call waits until one is known.
func (g *Geo) state(ctx context.Context) (*tileindex.State, error) {
	if s := g.index.State(); s.Version().Epoch != "" {
		return s, nil
	}
	if err := g.index.CatchUp(ctx); err != nil {
		return nil, err
	}
	return g.index.State(), nil
}

// tileName names the content of a tile by the request and by the newest change that can show in the tile.
func tileName(t tile, c postgres.Choice, s *tileindex.State, names *surveillance.Names) string {
	return strconv.Itoa(tileFormat) + "-" + s.VersionOf(t.z, int(t.x), int(t.y)).String() + "-" + names.Version() + "-" +
		strconv.Itoa(t.z) + "/" + strconv.FormatInt(t.x, 10) + "/" + strconv.FormatInt(t.y, 10) + "-" + c.Key()
}

// versionOf returns the version of all tiles of a choice. With the address of a tile it names what the tile holds, as tileName does.
func versionOf(c postgres.Choice, s *tileindex.State, names *surveillance.Names) vectortile.Version {
	of := s.Version()
	return vectortile.Version{Epoch: of.ShortEpoch(), Number: of.Number, Choice: vectortile.DigestOf(strconv.Itoa(tileFormat), names.Version(), c.Key())}
}

// etag returns the strong ETag of content with a name.
func etag(name string) string {
	h := fnv.New128a()
	_, _ = h.Write([]byte(name))
	return `"` + hex.EncodeToString(h.Sum(nil)) + `"`
}
