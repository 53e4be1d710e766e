package faults_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// Paths that are read during a fault.
const (
	worldTile = "/api/v1/tiles/observations/0/0/0.mvt"
	statistic = "/api/v1/stats"
	export    = "/api/v1/export?format=csv"
	features  = "/api/v1/geo/observations?limit=100000"
)

// readings are what a reader asks for, and how many records each answer has or counts.
var readings = []struct {
	path  string
	count func(skeetertest.Answer) (int, error)
}{
	{worldTile, func(a skeetertest.Answer) (int, error) { sum, err := skeetertest.TileSums(a); return sum.Count, err }},
	{statistic, countOf},
	{records + "?limit=1", countOf},
	{features, func(a skeetertest.Answer) (int, error) {
		var collection struct{ Features []struct{} }
		err := json.Unmarshal(a.Body, &collection)
		return len(collection.Features), err
	}},
	{export, func(a skeetertest.Answer) (int, error) {
		rows, err := csv.NewReader(bytes.NewReader(a.Body)).ReadAll()
		return len(rows) - 1, err
	}},
}

// reader is a client that reads what should never shrink.
type reader struct {
	writes *writes
	server *server
	least  int // records that were there when it began
	next   int
}

func (d *deployment) reader(s *server) *reader {
	r := &reader{writes: d.writes, server: s}
	if a, err := s.get(statistic); err == nil {
		r.least, _ = countOf(a)
	}
	return r
}

// step sends one request. An answer that ends without an error has to be whole; without the database it is 503.
func (r *reader) step() time.Duration {
	reading := readings[r.next%len(readings)]
	r.next++
	total.reads.Add(1)
	a := r.server.ask(context.Background(), "GET", reading.path, "")
	switch {
	case a.err != nil:
		if a.Status != 0 {
			total.cut.Add(1)
		}
		return pauseSilent
	case a.Status == http.StatusServiceUnavailable:
		r.writes.retryAfter("GET "+reading.path, a)
		return pauseSilent
	case a.Status == http.StatusNoContent && reading.path == worldTile:
	case a.Status != http.StatusOK:
		r.writes.note(r.server.unexpected("GET "+reading.path, a))
	default:
		if n, err := reading.count(a.Answer); err != nil || n < r.least {
			r.writes.note(fmt.Sprintf("GET %s was answered 200 with %d records of at least %d, %v", reading.path, n, r.least, err))
		}
	}
	return 5 * pause
}

func countOf(a skeetertest.Answer) (int, error) {
	var body struct{ Count int }
	err := json.Unmarshal(a.Body, &body)
	return body.Count, err
}
