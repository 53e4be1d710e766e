package geo

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
)

// How long a tile is kept under an address with its version, in seconds. A record may be withdrawn or its place obscured meanwhile: caches can be
// told to forget a tile by its keys, browsers cannot.
const (
	keptByBrowsers   = 300
	keptByCaches     = 3600
	keptWhileRenewed = 30 // beyond that, while the cache asks whether the tile changed
)

var keepVersion = fmt.Sprintf("public, max-age=%d, s-maxage=%d, stale-while-revalidate=%d", keptByBrowsers, keptByCaches, keptWhileRenewed)

// revalidate lets clients keep an answer and ask each time whether it changed, which costs a 304. A shared cache may answer by itself
// for 10 seconds.
func revalidate(h http.Header) {
	h.Set("Cache-Control", "public, max-age=0, s-maxage=10, must-revalidate")
}

// allTiles is the key of every tile, worldTiles that of those that are too large to have keys of their areas.
const (
	allTiles   = "tiles"
	worldTiles = "world"
)

// setCaching says how long caches may keep a tile that was asked for under an address with a version, and by which keys they may forget it. Only a
// tile that is what its address says is kept. Where the address is of an older version, or of none, the tile is kept as under the
// address without a version: it is no older than that. Where the address is of a version that this server has not seen, nobody keeps
// the tile, because others would take it for the one that is to come.
func setCaching(h http.Header, d vectortile.Drawing, asked vectortile.Version) {
	keys := append([]string{allTiles}, d.Keys...)
	h.Set("Surrogate-Key", strings.Join(keys, " ")) // as Fastly and Varnish's xkey read it
	h.Set("Cache-Tag", strings.Join(keys, ","))     // as Cloudflare reads it
	switch {
	case d.Span.Holds(asked):
		h.Set("Cache-Control", keepVersion)
	case d.Span.IsBehind(asked):
		h.Set("Cache-Control", "no-store")
	default:
		revalidate(h)
	}
}

// areaKeys are the keys of a tile by where it is: the tiles of zoom 6 that it and its neighbours lie in, by column and row. Records of these show
// in it, in its buffer too. Larger tiles have one key for all.
func areaKeys(t tile) (keys []string) {
	if t.z < tileindex.AreaZoom {
		return []string{worldTiles}
	}
	for column, row := range tileindex.AreasOf(t.z, int(t.x), int(t.y)) {
		keys = append(keys, "area-"+strconv.Itoa(column)+"-"+strconv.Itoa(row))
	}
	return keys
}
