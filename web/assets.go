package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// asset is one static file.
type asset struct {
	file        string // path in the embedded file system
	contentType string
	hash        string // of the content
	brotli      bool   // the file has a compressed copy with the ending .br
}

// assets are the static files by their path below /static/. A request can name the files of the map alone, so no path leaves the
// folder and no folder is listed.
type assets struct {
	files  fs.FS
	byPath map[string]asset
}

// contentTypes are the types of the endings that are served. The table of package mime depends on the machine.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".jpg":   "image/jpeg",
	".js":    "text/javascript; charset=utf-8",
	".mjs":   "text/javascript; charset=utf-8",
	".json":  "application/json",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".webp":  "image/webp",
	".woff2": "font/woff2",
}

// loadAssets reads the files of static/, served as /static/..., and those built into dist/, served as /static/app/...
func loadAssets(files fs.FS) (assets, error) {
	a := assets{files: files, byPath: make(map[string]asset)}
	for folder, prefix := range map[string]string{"static": "", "dist": "app/"} {
		err := fs.WalkDir(files, folder, func(name string, entry fs.DirEntry, err error) error {
			contentType, served := contentTypes[path.Ext(name)]
			if err != nil || entry.IsDir() || !served {
				return err
			}
			body, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			below := strings.TrimPrefix(name, folder+"/")
			_, missing := fs.Stat(files, name+brotliEnding)
			a.byPath[prefix+below] = asset{file: name, contentType: contentType, hash: hash(body), brotli: missing == nil}
			return nil
		})
		if err != nil {
			return assets{}, fmt.Errorf("read %s: %w", folder, err)
		}
	}
	return a, nil
}

// versioned returns the URL of a file below root with the hash of its content, which may be cached forever; "" when there is no such
// file.
func (a assets) versioned(root, p string) string {
	f, ok := a.byPath[p]
	if !ok {
		return ""
	}
	return root + "/static/" + p + "?v=" + f.hash
}

// hashedNames is the folder of files whose names contain a hash of their content.
const hashedNames = "dist/assets/"

func (w *Web) static(rw http.ResponseWriter, r *http.Request) error {
	f, ok := w.assets.byPath[httpapi.Var(r, "path")]
	if !ok {
		return httpapi.NotFound("Not found")
	}
	h := rw.Header()
	httpapi.SetEmbeddable(h)
	if isScript(f.contentType) {
		// A worker has the policy of its own file, not that of the page.
		h.Set("Content-Security-Policy", cspApp(w.options.BasemapStyle))
	}
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(f.file, hashedNames) || r.URL.Query().Get("v") == f.hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	return w.serveAsset(rw, r, f)
}

// serveAsset answers with a file.
func (w *Web) serveAsset(rw http.ResponseWriter, r *http.Request, f asset) error {
	h := rw.Header()
	if representation.NotModified(rw, r, quoted(f.hash)) {
		return nil
	}
	h.Set("Content-Type", f.contentType)
	if f.brotli && representation.AcceptsEncoding(r.Header.Values("Accept-Encoding"), brotliName) {
		return w.staticBrotli(rw, f)
	}
	file, err := w.assets.files.Open(f.file)
	if err != nil {
		return fmt.Errorf("open static file %s: %w", f.file, err)
	}
	defer file.Close() //nolint:errcheck // the file was only read
	content, ok := file.(io.ReadSeeker)
	if !ok {
		return fmt.Errorf("static file %s cannot be read from an offset", f.file)
	}
	http.ServeContent(rw, r, "", time.Time{}, content)
	return nil
}

func isScript(contentType string) bool { return strings.HasPrefix(contentType, "text/javascript") }

// The build compresses scripts with Brotli, which takes seconds.
const (
	brotliName   = "br"
	brotliEnding = ".br"
)

func (w *Web) staticBrotli(rw http.ResponseWriter, f asset) error {
	body, err := fs.ReadFile(w.assets.files, f.file+brotliEnding)
	if err != nil {
		return fmt.Errorf("read static file %s: %w", f.file, err)
	}
	h := rw.Header()
	h.Set("Content-Encoding", brotliName)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("ETag", representation.EncodedETag(quoted(f.hash), brotliName))
	_, _ = rw.Write(body)
	return nil
}

// hash returns 64 bits of the SHA-256 of a content, enough to distinguish the versions of one file.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

func quoted(s string) string { return `"` + s + `"` }
