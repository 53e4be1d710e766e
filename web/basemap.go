package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// basemapMaxZoom is the largest zoom of the basemap's tiles. Maps enlarge them beyond it.
const basemapMaxZoom = 7

// The folder of the tiles that the build makes, each compressed with gzip, and the file with their version.
const (
	basemapFolder  = "dist/basemap/"
	basemapVersion = basemapFolder + "version"
)

// basemap holds vector tiles of Natural Earth's countries, coast and names. The tiles are embedded in the binary and not copied into
// memory.
type basemap struct {
	files   fs.FS
	version string // "" when the tiles were not built
}

func loadBasemap(files fs.FS) (basemap, error) {
	version, err := fs.ReadFile(files, basemapVersion)
	if errors.Is(err, fs.ErrNotExist) {
		return basemap{}, nil
	}
	if err != nil {
		return basemap{}, fmt.Errorf("read the version of the basemap: %w", err)
	}
	return basemap{files: files, version: string(version)}, nil
}

// tile returns a tile, compressed with gzip, nil for an empty one. ok is false outside of the basemap.
func (b basemap) tile(z, x, y string) (compressed []byte, ok bool, err error) {
	var n [3]int
	for i, s := range []string{z, x, y} {
		number, ok := wholeNumber(s)
		if !ok {
			return nil, false, nil
		}
		n[i] = number
	}
	if n[0] > basemapMaxZoom || n[1] >= 1<<n[0] || n[2] >= 1<<n[0] {
		return nil, false, nil
	}
	compressed, err = fs.ReadFile(b.files, fmt.Sprintf("%s%d/%d/%d.mvt.gz", basemapFolder, n[0], n[1], n[2]))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	return compressed, true, err
}

// wholeNumber reads a number from 0 on in decimal form, without sign and leading zeros.
func wholeNumber(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == s
}

func (w *Web) basemapTile(rw http.ResponseWriter, r *http.Request) error {
	if w.basemap.version == "" {
		return errNotBuilt
	}
	compressed, ok, err := w.basemap.tile(httpapi.Var(r, "z"), httpapi.Var(r, "x"), httpapi.Var(r, "y"))
	if err != nil {
		return fmt.Errorf("read a tile of the basemap: %w", err)
	}
	if !ok {
		return httpapi.NotFound(fmt.Sprintf("Tile not found: z is 0 to %d, x and y are 0 to 2^z-1", basemapMaxZoom))
	}
	return serveBasemapTile(rw, r, compressed, w.basemap.version)
}

// serveBasemapTile answers with a tile that is compressed with gzip, nil for an empty one. A client that names the version of the
// tiles may keep it for good.
func serveBasemapTile(rw http.ResponseWriter, r *http.Request, compressed []byte, version string) (err error) {
	h := rw.Header()
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	etag := quoted(hash(compressed))
	if representation.NotModified(rw, r, etag) {
		return nil
	}
	if compressed == nil {
		rw.WriteHeader(http.StatusNoContent)
		return nil
	}
	h.Set("Content-Type", "application/vnd.mapbox-vector-tile")
	body := compressed
	if representation.AcceptsEncoding(r.Header.Values("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		h.Set("ETag", representation.EncodedETag(etag, "gzip"))
	} else if body, err = decompressed(compressed); err != nil {
		return fmt.Errorf("decompress a tile of the basemap: %w", err)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = rw.Write(body)
	return nil
}

func decompressed(compressed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
