package gis_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// recorder is a proxy before the server that remembers what was asked for, and counts the bytes of the answers.
type recorder struct {
	base     string
	mu       sync.Mutex
	requests []*url.URL
	bytes    int
}

// counted is an answer whose bytes are counted.
type counted struct {
	http.ResponseWriter
	r *recorder
}

func (c counted) Write(b []byte) (int, error) {
	c.r.mu.Lock()
	c.r.bytes += len(b)
	c.r.mu.Unlock()
	return c.ResponseWriter.Write(b)
}

// record starts a recorder for one test. The server answers with the recorder's own address in its links.
func record(t *testing.T, s *skeetertest.Server) *recorder {
	t.Helper()
	target, err := url.Parse(s.Base)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{}
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(target)
		p.Out.Host = p.In.Host
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mu.Lock()
		r.requests = append(r.requests, request.URL)
		r.mu.Unlock()
		proxy.ServeHTTP(counted{w, r}, request)
	}))
	t.Cleanup(server.Close)
	r.base = server.URL
	return r
}

// items returns the queries of the requests for items of a collection.
func (r *recorder) items(collection string) (queries []url.Values) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range r.requests {
		if strings.HasSuffix(u.Path, "/collections/"+collection+"/items") {
			queries = append(queries, u.Query())
		}
	}
	return queries
}

// asked says whether a request for items had a parameter.
func (r *recorder) asked(collection, parameter string) bool {
	return slices.ContainsFunc(r.items(collection), func(q url.Values) bool { return q.Has(parameter) })
}

// forget drops what was asked for so far.
func (r *recorder) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests, r.bytes = nil, 0
}

// took returns how many requests there were since, and the bytes of their answers.
func (r *recorder) took() (requests, bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests), r.bytes
}
