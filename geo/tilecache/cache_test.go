package tilecache_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func always(content []byte) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return content, nil }
}

func TestContentComesBackInEveryEncoding(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte("observations "), 500)
	for _, cacheBytes := range []int64{0, 1 << 20} {
		c := tilecache.New(cacheBytes, prometheus.NewRegistry())
		for name, content := range map[string][]byte{"long": long, "short": []byte("x"), "nothing": nil} {
			for _, e := range []tilecache.Encoding{tilecache.Identity, tilecache.Gzip, tilecache.Zstd} {
				for range 2 { // made, then kept
					got, err := c.Get(t.Context(), name, e, always(content))
					if err != nil {
						t.Fatal(err)
					}
					if want := e; len(content) < tilecache.MinCompressed && got.Encoding != tilecache.Identity || len(content) > 0 && len(content) >= tilecache.MinCompressed && got.Encoding != want {
						t.Errorf("%s as %q came as %q", name, e, got.Encoding)
					}
					if !bytes.Equal(decode(t, got), content) {
						t.Errorf("%s as %q is another content", name, e)
					}
				}
			}
		}
	}
}

func decode(t *testing.T, e tilecache.Encoded) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(e.Content)
	var err error
	switch e.Encoding {
	case tilecache.Gzip:
		r, err = gzip.NewReader(r)
	case tilecache.Zstd:
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryResultIsCountedFromZero(t *testing.T) {
	t.Parallel()
	reg := prometheus.NewRegistry()
	tilecache.New(0, reg)
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		if f.GetName() == "skeeter_tile_cache_requests_total" {
			for _, m := range f.GetMetric() {
				got[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
			}
		}
	}
	if want := map[string]float64{"hit": 0, "miss": 0, "coalesced": 0}; !maps.Equal(got, want) {
		t.Errorf("before the first request: %v, want %v", got, want)
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	t.Parallel()
	const limit = 1 << 20
	reg := prometheus.NewRegistry()
	c := tilecache.New(limit, reg)
	content := make([]byte, 10_000)
	for i := range 1000 {
		if _, err := c.Get(t.Context(), fmt.Sprint(i), tilecache.Identity, always(content)); err != nil {
			t.Fatal(err)
		}
	}
	var held float64
	testenv.Eventually(t, "what is over the limit is gone", func() bool { // it goes in the background
		held = gauge(t, reg, "skeeter_tile_cache_bytes")
		return held <= limit
	})
	if held < limit/4 {
		t.Errorf("%.0f bytes are held, the limit is %d", held, limit)
	}
}

func gauge(t *testing.T, reg prometheus.Gatherer, name string) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}

func TestIdenticalRequestsDoTheWorkOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := tilecache.New(0, prometheus.NewRegistry())
		var made atomic.Int32
		var group sync.WaitGroup
		for range 16 {
			group.Go(func() {
				got, err := c.Get(t.Context(), "tile", tilecache.Identity, func(context.Context) ([]byte, error) {
					made.Add(1)
					time.Sleep(time.Second)
					return []byte("content"), nil
				})
				if err != nil || string(got.Content) != "content" {
					t.Errorf("%q %v", got.Content, err)
				}
			})
		}
		group.Wait()
		if n := made.Load(); n != 1 {
			t.Errorf("made %d times", n)
		}
	})
}

func TestTheWorkEndsWithItsLastWaiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := tilecache.New(1<<20, prometheus.NewRegistry())
		ended := make(chan time.Duration, 1)
		began := time.Now()
		wait := func(patience time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := c.Get(ctx, "tile", tilecache.Identity, func(ctx context.Context) ([]byte, error) {
				<-ctx.Done()
				ended <- time.Since(began)
				return nil, ctx.Err()
			})
			return err
		}
		var group sync.WaitGroup
		for _, patience := range []time.Duration{time.Second, 3 * time.Second} {
			group.Go(func() {
				if err := wait(patience); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("after %s: %v", patience, err)
				}
			})
		}
		group.Wait()
		if after := <-ended; after != 3*time.Second {
			t.Errorf("the work ended after %s", after)
		}
		if got, err := c.Get(t.Context(), "tile", tilecache.Identity, always([]byte("again"))); err != nil || string(got.Content) != "again" {
			t.Errorf("a failure was kept: %q %v", got.Content, err)
		}
	})
}
