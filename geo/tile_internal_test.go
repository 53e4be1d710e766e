package geo

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// FuzzTilePath holds that whatever parses is a tile of its zoom whose windows lie inside the grid.
func FuzzTilePath(f *testing.F) {
	for _, s := range []string{"0/0/0", "22/4194303/4194303", "1/2/0", "-1/0/0", "01/0/0", "5/+3/3", "23/0/0", "9/9223372036854775808/1", "a/b/c", "6/63/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		parts := append(strings.SplitN(path, "/", 3), "", "")
		at, ok := parseTile(parts[0], parts[1], parts[2])
		if !ok {
			return
		}
		if at.z < 0 || at.z > MaxZoom || at.x < 0 || at.x >= at.side() || at.y < 0 || at.y >= at.side() {
			t.Fatalf("%q is %+v", path, at)
		}
		if again := strconv.Itoa(at.z) + "/" + strconv.FormatInt(at.x, 10) + "/" + strconv.FormatInt(at.y, 10); again != path {
			t.Fatalf("%q is the tile %s by another name", path, again)
		}
		level := at.z + cellLevels
		cells := uint64(0)
		for _, w := range windows(level, at.x<<cellLevels-1, at.y<<cellLevels-1, at.x<<cellLevels+CellsASide, at.y<<cellLevels+CellsASide) {
			if w.X0 > w.X1 || w.Y0 > w.Y1 || uint64(w.X1) >= 1<<level || uint64(w.Y1) >= 1<<level {
				t.Fatalf("%q: window %+v", path, w)
			}
			cells += uint64(w.X1-w.X0+1) * uint64(w.Y1-w.Y0+1)
			args := map[string]any{}
			windowArgs(args, w)
			if args["first_x"].(int32) > args["last_x"].(int32) || args["first_y"].(int32) > args["last_y"].(int32) {
				t.Fatalf("%q: %v", path, args)
			}
		}
		if cells < CellsASide*CellsASide || cells > (CellsASide+2)*(CellsASide+2) {
			t.Fatalf("%q: %d cells", path, cells)
		}
		if at.z > 0 {
			corner := uint32(at.x << at.shift())
			if x, y := at.position(corner, uint32(at.y<<at.shift())); x != 0 || y != 0 {
				t.Fatalf("%q: its corner lies at %d, %d", path, x, y)
			}
			if x, _ := at.position(corner-1, 0); at.z >= MinPointZoom && (x >= 0 || x < -mvt.Extent) {
				t.Fatalf("%q: what is west of it lies at %d", path, x)
			}
		}
	})
}

func TestAcceptedEncoding(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]tilecache.Encoding{
		"": tilecache.Identity, "gzip": tilecache.Gzip, "zstd": tilecache.Zstd, "gzip, deflate, br, zstd": tilecache.Zstd, "GZIP;q=0.5, zstd;q=0.2": tilecache.Gzip,
		"*": tilecache.Gzip, "br": tilecache.Identity, "gzip;q=0": tilecache.Identity, "zstd;q=0, gzip": tilecache.Gzip, "identity": tilecache.Identity,
		"gzip;q=x": tilecache.Identity, "gzip;Q = 0.3 , zstd ; q=0.4": tilecache.Zstd, ",,;": tilecache.Identity,
	} {
		if got := acceptedEncoding([]string{header}); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

// fixed are names that nothing is newer than.
type fixed struct{ *surveillance.Names }

func (f fixed) NamesFor(context.Context, *surveillance.Criteria) (*surveillance.Names, error) {
	return f.Names, nil
}

// FuzzTileFilter holds that any query is taken or refused, and that a Filter has one key however it is spelled.
func FuzzTileFilter(f *testing.F) {
	for _, s := range []string{
		"", "species=aedes-aegypti,%20CULEX", "start_date=2020-01-01&end_date=2019-01-01", "bbox=1,2,3,4", "months=1,2,13", "status=rejected,verified",
		"max_uncertainty_m=1e309", "country=fr&country=it", "start_date=2020-02-30", "sex=%00", "species=%zz", "life_stage=" + strings.Repeat("x,", 600),
	} {
		f.Add(s)
	}
	names := fixed{surveillance.NewNames(surveillance.Collections{})}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.RawQuery = query
		parsed, _, err := httpapi.Query(r).Without("v").Filter(t.Context(), names, "bbox")
		if err != nil {
			return
		}
		key := parsed.Key()
		at := tile{z: 3, x: 1, y: 2}
		name := tileName(at, postgres.ChoiceOf(parsed), &tileindex.State{}, names.Names)
		if !strings.HasSuffix(name, key) || strings.ContainsAny(etag(name)[1:33], "\"\\ \r\n") {
			t.Fatalf("%q: name %q", query, name)
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatalf("%q was taken: %v", query, err)
		}
		r.URL.RawQuery = values.Encode() // another spelling of the same
		again, _, err := httpapi.Query(r).Without("v").Filter(t.Context(), names)
		if err != nil || again.Key() != key {
			t.Fatalf("%q means %q, and %q (%v) when it is spelled %q", query, key, again.Key(), err, r.URL.RawQuery)
		}
	})
}
