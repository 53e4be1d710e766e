package objects_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects"
)

// silentAfter is a store in memory that answers every request with the beginning of something, or with nothing, and then says no more. It is for a bubble.
func silentAfter(t *testing.T, beginning string) *objects.Store {
	t.Helper()
	listener, end := testenv.NewPipes(), make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if beginning != "" {
			w.Header().Set("Content-Length", "100")
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			w.Header().Set("ETag", `"x"`)
			_, _ = io.WriteString(w, beginning)
			_ = http.NewResponseController(w).Flush()
		}
		<-end
	})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() {
		close(end)
		_ = server.Close()
	})
	options := objects.Options{Endpoint: "http://store.example", Bucket: "pictures", Region: "r", AccessKeyID: "a", SecretAccessKey: "s"}
	s, err := objects.OpenBy(options, func(context.Context, string, string) (net.Conn, error) { return listener.Dial() })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSilenceEnds: a store that takes requests and answers none, or stops in the middle, holds none of them longer than its time.
func TestSilenceEnds(t *testing.T) {
	t.Parallel()
	writes := func(ctx context.Context, s *objects.Store) error { return s.Write(ctx, "a.jpg", []byte("a.jpg")) }
	reads := func(ctx context.Context, s *objects.Store) error { _, _, err := s.Open(ctx, "a.jpg"); return err }
	removes := func(ctx context.Context, s *objects.Store) error { return s.Remove(ctx, "a.jpg") }
	lists := func(ctx context.Context, s *objects.Store) error {
		return s.List(ctx, func(string, int64, time.Time) error { return nil })
	}
	for name, c := range map[string]struct {
		beginning string
		ask       func(context.Context, *objects.Store) error
		after     time.Duration
	}{
		"no answer to a write":   {"", writes, objects.CallTimeout},
		"no answer to a read":    {"", reads, objects.CallTimeout},
		"no answer to a removal": {"", removes, objects.CallTimeout},
		"no list":                {"", lists, objects.CallTimeout},
		"a part of an object":    {"picture", reads, objects.CallTimeout},
		"a part of a list":       {"<ListBucketResult>", lists, objects.PageTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, began := silentAfter(t, c.beginning), time.Now()
				if err := c.ask(t.Context(), s); !s.Silent(err) {
					t.Errorf("it ended with %v", err)
				}
				if took := time.Since(began); took < c.after || took > c.after+time.Second { // the client pauses after the page of a list
					t.Errorf("it ended after %s, want %s", took, c.after)
				}
			})
		})
	}
}
