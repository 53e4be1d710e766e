package objects_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
)

func open(t *testing.T, o objects.Options) *objects.Store {
	t.Helper()
	s, err := objects.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(t *testing.T, s *objects.Store) (names []string) {
	t.Helper()
	err := s.List(t.Context(), func(name string, bytes int64, since time.Time) error {
		if bytes != int64(len(name)) || time.Since(since).Abs() > time.Hour {
			t.Errorf("%s has %d bytes of %s", name, bytes, since)
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func TestObjects(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, "")
	whole, part := server.Options(), server.Options()
	part.Prefix = "of/skeeter"
	outer, inner := open(t, whole), open(t, part)
	for name, s := range map[string]*objects.Store{"outer.jpg": outer, "inner.jpg": inner, "z.jpg": inner} {
		for _, data := range []string{"the first one is longer", name} { // the last one holds
			if err := s.Write(t.Context(), name, []byte(data)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := names(t, inner); !slices.Equal(got, []string{"inner.jpg", "z.jpg"}) {
		t.Errorf("below the prefix are %q", got)
	}
	if got := names(t, outer); !slices.Equal(got, []string{"outer.jpg"}) {
		t.Errorf("without a prefix are %q", got)
	}
	f, since, err := inner.Open(t.Context(), "z.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(f); err != nil || string(data) != "z.jpg" || time.Since(since).Abs() > time.Hour {
		t.Errorf("%q of %s: %v", data, since, err)
	}
	if n, err := f.Seek(1, io.SeekStart); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, _, err := outer.Open(t.Context(), "z.jpg"); !errors.Is(err, fs.ErrNotExist) || outer.Silent(err) {
		t.Errorf("an object of another prefix: %v", err)
	}
	for range 2 {
		if err := inner.Remove(t.Context(), "z.jpg"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	stop, seen := errors.New("stop"), 0
	for end, want := range map[error]error{fs.SkipAll: nil, stop: stop} {
		if err := inner.List(t.Context(), func(string, int64, time.Time) error { seen++; return end }); !errors.Is(err, want) {
			t.Errorf("%v became %v", end, err)
		}
	}
	if got := names(t, inner); len(got) != 1 || seen != 2 {
		t.Errorf("%q are left, %d were seen", got, seen)
	}
}

// An object that nobody here wrote must not take the memory.
func TestLargeObject(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, "")
	if err := os.WriteFile(filepath.Join(server.Folder(), "large.jpg"), make([]byte, 17<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, server.Options()).Open(t.Context(), "large.jpg"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it was opened: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, "")
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html><p>Welcome</html>") }))
	nothing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusMethodNotAllowed) }))
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region></Error>")
	}))
	t.Cleanup(pages.Close)
	t.Cleanup(nothing.Close)
	t.Cleanup(elsewhere.Close)
	type refused struct {
		change func(*objects.Options)
		want   objects.Part
		says   string
	}
	cases := map[string]refused{
		"another key":                {func(o *objects.Options) { o.AccessKeyID = "nobody" }, objects.Credentials, "the right to list"},
		"another secret":             {func(o *objects.Options) { o.SecretAccessKey = "wrong" }, objects.Credentials, "SignatureDoesNotMatch"},
		"no such bucket":             {func(o *objects.Options) { o.Bucket = "elsewhere" }, objects.Bucket, `there is no bucket "elsewhere"`},
		"a bucket of another region": {func(o *objects.Options) { o.Endpoint = elsewhere.URL }, objects.Region, "of another region"},
		"pages":                      {func(o *objects.Options) { o.Endpoint = pages.URL }, objects.Endpoint, "no object store"},
		"a server":                   {func(o *objects.Options) { o.Endpoint = nothing.URL }, objects.Endpoint, "no object store"},
	}
	if testenv.Long() { // the store of the short form is of every region
		cases["another region"] = refused{func(o *objects.Options) { o.Region = "eu-central-1" }, objects.Region, "of another region"}
	}
	for name, tc := range cases {
		o := server.Options()
		tc.change(&o)
		s := open(t, o)
		err := s.List(t.Context(), func(string, int64, time.Time) error { return nil })
		refusal := (*objects.Refusal)(nil)
		if !errors.As(err, &refusal) || refusal.Of != tc.want || !strings.Contains(err.Error(), tc.says) || s.Silent(err) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && (strings.Contains(err.Error(), o.SecretAccessKey) || strings.Contains(err.Error(), objectstest.SecretAccessKey)) {
			t.Errorf("%s: the error has the secret: %v", name, err)
		}
	}
}

func TestFullBucket(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, tmpfs.Mount(t, "1m"))
	s := open(t, server.Options())
	if err := s.Write(t.Context(), "large.jpg", make([]byte, 4<<20)); !errors.Is(err, syscall.ENOSPC) || s.Silent(err) {
		t.Errorf("too much: %v", err)
	}
	if err := s.Write(t.Context(), "small.jpg", []byte("small.jpg")); err != nil {
		t.Errorf("what fits: %v", err)
	}
	if got := names(t, s); !slices.Equal(got, []string{"small.jpg"}) {
		t.Errorf("there are %q", got)
	}
}

// Other stores say so in other words.
func TestFullBucketOfOthers(t *testing.T) {
	t.Parallel()
	for code, status := range map[string]int{"QuotaExceeded": 403, "XMinioStorageFull": 507, "": 507} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			if code != "" {
				_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code></Error>")
			}
		}))
		s := open(t, objects.Options{Endpoint: server.URL, Bucket: "pictures", Region: "r", AccessKeyID: "a", SecretAccessKey: "s"})
		if err := s.Write(t.Context(), "a.jpg", nil); !errors.Is(err, syscall.ENOSPC) || s.Silent(err) {
			t.Errorf("%d %s: %v", status, code, err)
		}
		server.Close()
	}
}

// calls are all that a store is asked.
func calls(ctx context.Context, s *objects.Store) map[string]error {
	_, _, read := s.Open(ctx, "a.jpg")
	return map[string]error{
		"write": s.Write(ctx, "a.jpg", []byte("a.jpg")), "read": read, "remove": s.Remove(ctx, "b.jpg"),
		"list": s.List(ctx, func(string, int64, time.Time) error { return nil }),
	}
}

func TestSilence(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, "")
	s := open(t, server.Options())
	for name, err := range calls(t.Context(), s) {
		if name != "read" && err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	server.Pause()
	for name, err := range calls(t.Context(), s) {
		if !s.Silent(err) {
			t.Errorf("%s of a store that stands still: %v", name, err)
		}
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	for name, err := range calls(left, s) {
		if err == nil || s.Silent(err) {
			t.Errorf("%s of a client that left: %v", name, err)
		}
	}
	server.Resume()
	server.Stop()
	for name, err := range calls(t.Context(), s) {
		if !s.Silent(err) {
			t.Errorf("%s of a store that is not there: %v", name, err)
		}
	}
	server.Run()
	for name, err := range calls(t.Context(), s) {
		if err != nil {
			t.Errorf("%s of a store that is back: %v", name, err)
		}
	}
}

func TestFailingStore(t *testing.T) {
	t.Parallel()
	for status, silent := range map[int]bool{500: true, 502: true, 503: true, 504: true, 400: false, 403: false, 404: false, 507: false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		s := open(t, objects.Options{Endpoint: server.URL, Bucket: "pictures", Region: "r", AccessKeyID: "a", SecretAccessKey: "s"})
		for name, err := range calls(t.Context(), s) {
			if err == nil || s.Silent(err) != silent {
				t.Errorf("%s with %d: %v", name, status, err)
			}
		}
		server.Close()
	}
}
