package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const records = "/api/v1/observations"

// writer is a client that writes, one request after the other, and remembers the answers.
type writer struct {
	writes *writes
	server *server
	random *rand.Rand
	mine   []*record
	silent bool // the last request had no answer
}

// recent is how many of its last records a writer comes back to.
const recent = 40

// step sends one request.
func (w *writer) step() {
	what := w.random.IntN(100)
	if len(w.mine) == 0 || what < 55 {
		e := w.writes.add(w.random, what >= 12)
		w.mine = append(w.mine, e)
		w.create(e)
		return
	}
	e := w.mine[len(w.mine)-1-w.random.IntN(min(recent, len(w.mine)))]
	switch {
	case e.own && (e.maybe || what < 70):
		w.create(e) // once more
	case !e.maybe:
		w.patch(e)
	}
}

// create sends a record, or sends it again.
func (w *writer) create(e *record) {
	known := !e.maybe
	a := w.write("POST", records, e.created(w.writes.user))
	switch a.Status {
	case http.StatusOK, http.StatusCreated:
		if known && a.Status == http.StatusCreated {
			total.lost.Add(1)
			w.writes.note("a record that was acknowledged was created once more")
		}
		e.maybe = false
		w.saw(e, a)
	case http.StatusServiceUnavailable, 0:
	default:
		w.writes.note(w.server.unexpected("POST", a))
	}
}

// patch changes a record that is there.
func (w *writer) patch(e *record) {
	e.last++
	version := e.last
	body, _ := json.Marshal(e.content(version)) // strings and numbers
	a := w.write("PATCH", records+"/"+e.id, body)
	switch a.Status {
	case http.StatusOK:
		e.contents = []int{version}
		w.saw(e, a)
	case http.StatusNotFound:
		total.lost.Add(1)
		w.writes.note("PATCH did not find a record that was acknowledged")
	case http.StatusServiceUnavailable, 0:
		e.contents = append(e.contents, version)
	default:
		e.contents = append(e.contents, version)
		w.writes.note(w.server.unexpected("PATCH", a))
	}
}

// saw compares a record that came whole with what was sent.
func (w *writer) saw(e *record, a answer) {
	if a.err != nil {
		return
	}
	var r struct {
		ID       string
		EventID  string `json:"event_id"`
		Count    int
		Notes    string
		Metadata struct{ Version int }
	}
	if err := json.Unmarshal(a.Body, &r); err != nil {
		w.writes.note(fmt.Sprintf("%d with a body that is no record: %v", a.Status, err))
		return
	}
	if e.id == "" {
		e.id = r.ID
	}
	content := e.content(r.Metadata.Version)
	if r.ID != e.id || r.EventID != e.key || r.Count != content["count"] || r.Notes != content["notes"] {
		w.writes.note(fmt.Sprintf("%d with another record than was sent: %.300s", a.Status, a.Body))
	}
}

func (w *writer) write(method, path string, body []byte) answer {
	total.sent.Add(1)
	a := w.server.ask(context.Background(), method, path, string(body))
	switch {
	case a.Status == 0:
		total.unanswered.Add(1)
	case a.Status < 300:
		total.acknowledged.Add(1)
	default:
		total.refused.Add(1)
		w.writes.retryAfter(method+" "+path[:len(records)], a)
	}
	w.silent = a.Status == 0 || a.Status >= 500
	return a
}

// retryAfter checks that an answer of 503 says when to try again.
func (l *writes) retryAfter(what string, a answer) {
	if a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") == "" {
		l.note(what + " was answered 503 without Retry-After")
	}
}

// Pauses between two requests of a client, so that the load leaves processors to the servers.
const (
	pause       = 10 * time.Millisecond
	pauseSilent = 100 * time.Millisecond
)

// load is what goes on while a fault happens.
type load struct {
	end  chan struct{}
	done sync.WaitGroup
}

// load starts all clients.
func (d *deployment) load() *load {
	l := &load{end: make(chan struct{})}
	for _, c := range d.writers {
		l.repeat(func() time.Duration {
			c.step()
			if c.silent {
				return pauseSilent
			}
			return pause
		})
	}
	for _, s := range d.servers {
		r := d.reader(s)
		l.repeat(func() time.Duration { return r.step() })
	}
	return l
}

func (l *load) repeat(step func() time.Duration) {
	l.done.Go(func() {
		for {
			rest := step()
			select {
			case <-l.end:
				return
			case <-time.After(rest):
			}
		}
	})
}

// stop ends the load after the requests that are on their way.
func (l *load) stop() {
	close(l.end)
	l.done.Wait()
}
