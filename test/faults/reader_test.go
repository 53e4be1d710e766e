package faults_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
)

// Addresses that are read while things go wrong.
const (
	worldTile = "/api/v1/tiles/observations/0/0/0.mvt"
	statistic = "/api/v1/stats"
	export    = "/api/v1/export?format=csv"
	features  = "/api/v1/geo/observations?limit=100000"
)

// readings are what a reader asks for, and how many records each answer holds or counts.
var readings = []struct {
	path  string
	count func(body []byte) (int, error)
}{
	{worldTile, func(body []byte) (int, error) { sum, err := tileSums(body); return sum.Count, err }},
	{statistic, countOf},
	{records + "?limit=1", countOf},
	{features, func(body []byte) (int, error) {
		var collection struct{ Features []struct{} }
		err := json.Unmarshal(body, &collection)
		return len(collection.Features), err
	}},
	{export, func(body []byte) (int, error) {
		rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
		return len(rows) - 1, err
	}},
}

// reader is a client that reads what should never shrink.
type reader struct {
	ledger *ledger
	server *server
	least  int // records that were there when it began
	next   int
}

func (w *world) reader(s *server) *reader {
	r := &reader{ledger: w.ledger, server: s}
	if body, err := s.get(statistic); err == nil {
		r.least, _ = countOf(body)
	}
	return r
}

// step reads one thing. What is answered whole has to be whole; a database that is away is 503.
func (r *reader) step() time.Duration {
	reading := readings[r.next%len(readings)]
	r.next++
	total.reads.Add(1)
	a := r.server.ask(context.Background(), "GET", reading.path, nil)
	switch {
	case a.err != nil:
		if a.status != 0 {
			total.cut.Add(1)
		}
		return pauseSilent
	case a.status == http.StatusServiceUnavailable:
		r.ledger.retryAfter("GET "+reading.path, a)
		return pauseSilent
	case a.status == http.StatusNoContent && reading.path == worldTile:
	case a.status != http.StatusOK:
		r.ledger.note(r.server.odd("GET "+reading.path, a))
	default:
		if n, err := reading.count(a.body); err != nil || n < r.least {
			r.ledger.note(fmt.Sprintf("GET %s was answered 200 with %d records of at least %d, %v", reading.path, n, r.least, err))
		}
	}
	return 5 * pause
}

func countOf(body []byte) (int, error) {
	var answer struct{ Count int }
	err := json.Unmarshal(body, &answer)
	return answer.Count, err
}

// sums are what tiles, statistics and SQL count.
type sums struct{ Count, Specimens int }

// tileSums adds up what lies inside a tile, without its buffer.
func tileSums(body []byte) (out sums, err error) {
	if len(body) == 0 {
		return out, nil
	}
	layers, err := mvt.Unmarshal(body)
	if err != nil {
		return out, err
	}
	for _, layer := range layers {
		for _, f := range layer.Features {
			if at := f.Geometry.(orb.Point); at[0] >= 0 && at[0] < 4096 && at[1] >= 0 && at[1] < 4096 {
				out.Count += int(f.Properties.MustFloat64("records"))
				out.Specimens += int(f.Properties.MustFloat64("specimens"))
			}
		}
	}
	return out, nil
}
