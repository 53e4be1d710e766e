package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// asset is one static file.
type asset struct {
	file        string // path in the embedded file system
	contentType string
	hash        string // of the content
}

// assets are the static files by their path below /static/. A request can name only what is in the map, so no path escapes
// and no folder is listed.
type assets struct {
	files  fs.FS
	byPath map[string]asset
}

// contentTypes is a table of its own, because that of the mime package depends on the machine. A file with another ending
// is not served.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".jpg":   "image/jpeg",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".webp":  "image/webp",
	".woff2": "font/woff2",
}

// loadAssets reads what stands in static/ as /static/..., and what was built into dist/ as /static/app/...
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
			a.byPath[prefix+below] = asset{file: name, contentType: contentType, hash: hash(body)}
			return nil
		})
		if err != nil {
			return assets{}, fmt.Errorf("read %s: %w", folder, err)
		}
	}
	return a, nil
}

// versioned returns the address of a file below root with its content's hash, which may be cached for good; "" when there
// is no such file.
func (a assets) versioned(root, p string) string {
	f, ok := a.byPath[p]
	if !ok {
		return ""
	}
	return root + "/static/" + p + "?v=" + f.hash
}

// hashedNames is where the files stand whose names hold a hash of what they hold.
const hashedNames = "dist/assets/"

func (w *Web) static(rw http.ResponseWriter, r *http.Request) error {
	f, ok := w.assets.byPath[httpapi.Var(r, "path")]
	if !ok {
		return httpapi.NotFound("Not found")
	}
	h := rw.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(f.file, hashedNames) || r.URL.Query().Get("v") == f.hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if httpapi.NotModified(rw, r, quoted(f.hash)) {
		return nil
	}
	file, err := w.assets.files.Open(f.file)
	if err != nil {
		return fmt.Errorf("open static file %s: %w", f.file, err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	content, ok := file.(io.ReadSeeker)
	if !ok {
		return fmt.Errorf("static file %s cannot be read from an offset", f.file)
	}
	h.Set("Content-Type", f.contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(rw, r, "", time.Time{}, content)
	return nil
}

// hash names a content: 64 bits of its SHA-256, which are plenty to tell the versions of one file apart.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

func quoted(s string) string { return `"` + s + `"` }
