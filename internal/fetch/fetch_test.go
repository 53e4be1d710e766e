package fetch

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// fast are options that do not wait long between attempts.
func fast() Options { return Options{pause: time.Millisecond} }

// content is what a server sends.
func content(n int) []byte {
	out := make([]byte, n)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range out {
		out[i] = byte(random.Uint32())
	}
	return out
}

// server serves with a handler.
func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// cutting serves a file and cuts each connection after some bytes.
func cutting(file []byte, after int, requests *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		begin := 0
		if wanted := r.Header.Get("Range"); wanted != "" && r.Header.Get("If-Range") == `"v1"` {
			begin, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(wanted, "bytes="), "-"))
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", begin, len(file)-1, len(file)))
		}
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", strconv.Itoa(len(file)-begin))
		if begin > 0 {
			w.WriteHeader(http.StatusPartialContent)
		}
		end := min(begin+after, len(file))
		_, _ = w.Write(file[begin:end])
		if end < len(file) {
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
	}
}

func TestDownloadGoesOnAfterACut(t *testing.T) {
	t.Parallel()
	file, requests := content(1_000_000), atomic.Int64{}
	address := server(t, cutting(file, 150_000, &requests))
	var last int64
	o := fast()
	o.Progress = func(done, total int64) {
		if last = done; total != int64(len(file)) {
			t.Errorf("%d of %d", done, total)
		}
	}
	got, err := Download(t.Context(), address+"/data/records.csv?x=1", o)
	if err != nil {
		t.Fatal(err)
	}
	read, err := os.ReadFile(got.Path)
	if err != nil || !bytes.Equal(read, file) {
		t.Errorf("%d bytes, %v", len(read), err)
	}
	if requests.Load() != 7 || last != int64(len(file)) {
		t.Errorf("%d requests for seven parts, %d bytes shown", requests.Load(), last)
	}
	if filepath.Base(got.Path) != "records.csv" {
		t.Errorf("name %s", got.Path)
	}
	if err := got.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(got.Path)); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

func TestDownloadBeginsAnewWithoutRanges(t *testing.T) {
	t.Parallel()
	file, requests := content(100_000), 0
	address := server(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		if r.Header.Get("Range") != "" {
			t.Error("a range is asked of a server that gave the file no version")
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(file)))
		if requests == 1 {
			_, _ = w.Write(file[:50_000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write(file)
	})
	got, err := Download(t.Context(), address, fast())
	if err != nil {
		t.Fatal(err)
	}
	defer got.Remove()
	if read, _ := os.ReadFile(got.Path); !bytes.Equal(read, file) {
		t.Errorf("%d bytes", len(read))
	}
}

func TestDownloadTakesTheNewVersion(t *testing.T) {
	t.Parallel()
	first, second := content(80_000), bytes.Repeat([]byte("new"), 9000)
	requests := 0
	address := server(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		if requests == 1 {
			w.Header().Set("ETag", `"old"`)
			w.Header().Set("Content-Length", strconv.Itoa(len(first)))
			_, _ = w.Write(first[:40_000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		if r.Header.Get("If-Range") != `"old"` {
			t.Errorf("If-Range %q", r.Header.Get("If-Range"))
		}
		w.Header().Set("ETag", `"new"`)
		_, _ = w.Write(second)
	})
	got, err := Download(t.Context(), address, fast())
	if err != nil {
		t.Fatal(err)
	}
	defer got.Remove()
	if read, _ := os.ReadFile(got.Path); !bytes.Equal(read, second) {
		t.Errorf("%d bytes, wanted the %d of the new version", len(read), len(second))
	}
}

func TestDownloadFails(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	address := server(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		switch r.URL.Path {
		case "/missing":
			http.NotFound(w, r)
		case "/busy":
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/empty":
		case "/large":
			_, _ = w.Write(make([]byte, 2000))
		case "/endless":
			for range 100 {
				_, _ = w.Write(make([]byte, 100))
				w.(http.Flusher).Flush()
			}
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}
	})
	o := fast()
	o.Max = 1500
	for path, want := range map[string]struct {
		message  string
		requests int64
	}{
		"/missing": {"404 Not Found", 1},
		"/busy":    {"503", firstAttempts},
		"/empty":   {"empty file", 1},
		"/large":   {"the file has 2000 bytes; the limit is 1500", 1},
		"/endless": {"more than 1500 bytes", 1},
		"/loop":    {"more than 10 redirects", maxRedirects + 1},
		"/file":    {"not http or https", 1},
	} {
		requests.Store(0)
		_, err := Download(t.Context(), address+path, o)
		if err == nil || !strings.Contains(err.Error(), want.message) {
			t.Errorf("%s: %v", path, err)
		}
		if requests.Load() != want.requests {
			t.Errorf("%s: %d requests, wanted %d", path, requests.Load(), want.requests)
		}
	}
	for _, bad := range []string{"ftp://example.org/x.csv", "records.csv", "http://", "http://[::1", "https:///x"} {
		if _, err := Download(t.Context(), bad, o); err == nil {
			t.Errorf("%s is downloaded", bad)
		}
	}
}

func TestDownloadStopsWithItsContext(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	defer close(stop)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	address := server(t, func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		cancel()
		<-stop
	})
	if _, err := Download(ctx, address, fast()); err == nil {
		t.Error("it ends without an error")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for disposition, want := range map[string]string{
		`attachment; filename=0001234-250101.zip`:           "0001234-250101.zip",
		`attachment; filename="a b.csv"`:                    "a b.csv",
		`attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.csv`: "résumé.csv",
		`attachment; filename="../../etc/passwd"`:           "passwd",
		`attachment; filename="..\\..\\x.csv"`:              "x.csv",
		`attachment; filename=".."`:                         "fallback.gpkg",
		`attachment; filename=".hidden.csv"`:                "hidden.csv",
		`attachment; filename="part"`:                       "part_",
		`broken; =`:                                         "fallback.gpkg",
		``:                                                  "fallback.gpkg",
		`attachment; filename="` + strings.Repeat("x", 500) + `.csv"`: strings.Repeat("x", maxNameBytes-4) + ".csv",
	} {
		address := server(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/asked" {
				http.Redirect(w, r, "/fallback.gpkg", http.StatusSeeOther)
				return
			}
			w.Header().Set("Content-Disposition", disposition)
			_, _ = w.Write([]byte("x"))
		})
		got, err := Download(t.Context(), address+"/asked", fast())
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(got.Path); name != want {
			t.Errorf("%q names %q, wanted %q", disposition, name, want)
		}
		_ = got.Remove()
	}
}

func FuzzSafeName(f *testing.F) {
	for _, seed := range []string{"a.csv", "../x", `C:\x`, ".", "..", "\x00", "part", strings.Repeat("é", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := safeName(name)
		if strings.ContainsAny(got, "/\\\x00") || got == "." || got == ".." || got == "part" || len(got) > maxNameBytes {
			t.Errorf("%q becomes %q", name, got)
		}
	})
}
