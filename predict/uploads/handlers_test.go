package uploads

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// ask sends a request to the routes of a store.
func ask(g *Store, method, target string, header ...string) *httptest.ResponseRecorder {
	handler := httpapi.New(httpapi.Options{
		Routes: g.Routes(), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	})
	r := httptest.NewRequest(method, target, http.NoBody)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func TestServe(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where)
		content := strings.Repeat("0123456789", 500) // large enough to be compressed, were it text
		s, err := r.Save(t.Context(), []byte(content), Prediction{ModelID: "m"})
		if err != nil {
			t.Fatal(err)
		}
		etag := ask(r.Store, "GET", s.URL).Header().Get("ETag")
		for name, tc := range map[string]struct {
			method string
			header []string
			status int
			body   string
		}{
			"GET":                  {"GET", nil, 200, content},
			"HEAD":                 {"HEAD", nil, 200, ""},
			"compressed":           {"GET", []string{"Accept-Encoding", "gzip, zstd"}, 200, content},
			"its ETag":             {"GET", []string{"If-None-Match", etag}, 304, ""},
			"its ETag, HEAD":       {"HEAD", []string{"If-None-Match", "W/" + etag}, 304, ""},
			"any ETag":             {"GET", []string{"If-None-Match", "*"}, 304, ""},
			"another ETag":         {"GET", []string{"If-None-Match", `"x"`}, 200, content},
			"a range":              {"GET", []string{"Range", "bytes=5-9"}, 206, "56789"},
			"a range of the same":  {"GET", []string{"Range", "bytes=-3", "If-Range", etag}, 206, "789"},
			"a range of another":   {"GET", []string{"Range", "bytes=5-9", "If-Range", `"x"`}, 200, content},
			"a range behind it":    {"GET", []string{"Range", "bytes=5000-"}, 416, ""},
			"a range and the ETag": {"GET", []string{"Range", "bytes=5-9", "If-None-Match", etag}, 304, ""},
		} {
			w := ask(r.Store, tc.method, s.URL, tc.header...)
			if w.Code != tc.status || tc.status != 416 && w.Body.String() != tc.body || w.Header().Get("Content-Encoding") != "" {
				t.Errorf("%s: %d %v %.40q", name, w.Code, w.Header(), w.Body)
			}
			want := map[string]string{"Etag": etag, "Cache-Control": "public, max-age=60"}
			if tc.status < 300 {
				want["Content-Type"], want["X-Content-Type-Options"] = "image/jpeg", "nosniff"
			}
			if tc.status == 200 {
				want["Content-Length"] = "5000"
			}
			for header, value := range want {
				if got := w.Header().Get(header); got != value && tc.status != 416 {
					t.Errorf("%s: %s is %q, want %q", name, header, got, value)
				}
			}
		}
		if w := ask(r.Store, "DELETE", s.URL); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("DELETE: %d %v", w.Code, w.Header())
		}
	})
}

func TestServeNothingElse(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where)
		s, id := r.keep(10, 0), uuid.NewString()
		for _, name := range []string{"a.jpg", ".hidden.jpg", ".new-" + id + ".jpg", id, id + ".png", strings.ToUpper(id) + ".jpg", "{" + id + "}.jpg",
			strings.ReplaceAll(id, "-", "") + ".jpg", "../" + id + ".jpg"} {
			if err := os.WriteFile(filepath.Join(r.Folder, name), []byte("SECRET"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		upper, bare := strings.ToUpper(id), strings.ReplaceAll(id, "-", "")
		for _, name := range []string{uuid.NewString() + ".jpg", "a.jpg", ".hidden.jpg", ".new-" + id + ".jpg", id, id + ".png", id + ".JPG", id + ".jpg.jpg",
			upper + ".jpg", "%7B" + id + "%7D.jpg", "urn:uuid:" + id + ".jpg", bare + ".jpg", id + ".jpg", "..%2f" + id + ".jpg", "../" + id + ".jpg",
			"../predictions/" + id + ".jpg", "%2e%2e%2f" + id + ".jpg", "..%5c" + id + ".jpg", `..\` + id + ".jpg", "/etc/passwd", "%2fetc%2fpasswd", "C:%5c" + id + ".jpg",
			s.ID.String() + ".jpg%00", s.ID.String() + "%00.jpg", "%00" + s.ID.String() + ".jpg", s.ID.String() + ".jpg%2f..", "%252e%252e%252f" + id + ".jpg",
			".", "..", "%2e", ".jpg", "", "-.jpg", "%ff.jpg", strings.Repeat("x", 5000) + ".jpg"} {
			w := ask(r.Store, "GET", path+name)
			if w.Code != 404 || strings.TrimSpace(w.Body.String()) != `{"detail":"Not found","type":"not_found"}` || w.Header().Get("Cache-Control") != "" {
				t.Errorf("%.80q: %d %v %.100s", name, w.Code, w.Header(), w.Body)
			}
		}
		var none *Store
		if w := ask(none, "GET", s.URL); w.Code != 404 || strings.TrimSpace(w.Body.String()) != `{"detail":"Not found","type":"not_found"}` {
			t.Errorf("pictures that are not kept: %d %s", w.Code, w.Body)
		}
	})
}

// What somebody put there under a picture's name, and is none, is not there either.
func TestServeNoLinksAndFolders(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	outside, link, folder := filepath.Join(t.TempDir(), "secret"), uuid.NewString()+".jpg", uuid.NewString()+".jpg"
	if err := errors.Join(os.WriteFile(outside, []byte("SECRET"), 0o600), os.Symlink(outside, filepath.Join(r.Folder, link)),
		os.Mkdir(filepath.Join(r.Folder, folder), 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{link, folder} {
		if w := ask(r.Store, "GET", path+name); w.Code != 404 {
			t.Errorf("%s: %d %v %s", name, w.Code, w.Header(), w.Body)
		}
	}
}
