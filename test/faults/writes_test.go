package faults_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
)

// writes are all records that were sent, and what may be stored of each.
type writes struct {
	user       string // of all its records
	mu         sync.Mutex
	records    []*record
	unexpected map[string]int // answers that no fault excuses, by what they were
}

func newWrites(user string) *writes { return &writes{user: user, unexpected: map[string]int{}} }

// record is one that was sent. One writer owns it.
type record struct {
	key      string // event_id: names the record, whether client or server chose its id
	id       string // "" when the server chose it and did not answer
	own      bool   // the client chose the id
	lat, lng float64
	contents []int // versions of the content of which one is there, if the record is
	maybe    bool  // no write of it was acknowledged: it may be there or not
	last     int   // the newest version that was sent
}

// cities are well inside countries, so that each record has one.
var cities = []struct {
	country  string
	lat, lng float64
}{{"br", -15.8, -47.9}, {"fr", 46.8, 2.4}, {"in", 22.9, 79.0}, {"cd", -2.9, 23.6}, {"us", 39.8, -98.6}}

const species = "Aedes albopictus"

// add makes a record that was not sent yet.
func (l *writes) add(random *rand.Rand, own bool) *record {
	city := cities[random.IntN(len(cities))]
	spread := func(middle float64) float64 { return middle + float64(random.IntN(20001)-10000)/20000 }
	e := &record{key: "fault-" + uuid.NewString(), own: own, lat: spread(city.lat), lng: spread(city.lng), contents: []int{0}, maybe: true}
	if own {
		e.id = uuid.NewString()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records = append(l.records, e)
	return e
}

// content is what a version of a record says; all of it changes together, so that half a write is seen.
func (e *record) content(version int) map[string]any {
	return map[string]any{
		"count": 1 + version%97, "notes": fmt.Sprintf("version %d of %s", version, e.key), "metadata": map[string]any{"version": version},
	}
}

// created is the body that the record is created with.
func (e *record) created(user string) []byte {
	body := e.content(0)
	body["species_scientific_name"], body["event_id"], body["user_id"] = species, e.key, user
	body["location"] = map[string]any{"lat": e.lat, "lng": e.lng}
	body["observed_at"] = "2024-06-01T08:00:00Z"
	if e.own {
		body["id"] = e.id
	}
	raw, _ := json.Marshal(body) // strings and numbers
	return raw
}

// note remembers an answer that no fault excuses.
func (l *writes) note(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unexpected[what]++
}

// report fails the test with the unexpected answers, and forgets them.
func (l *writes) report(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for what, times := range l.unexpected {
		t.Errorf("%d times: %s", times, what)
	}
	clear(l.unexpected)
}

// stored is a record as the database has it.
type stored struct {
	ID         string  `db:"id"`
	Key        *string `db:"event_id"`
	Count      int     `db:"count"`
	Lng        float64 `db:"lng"`
	Lat        float64 `db:"lat"`
	Notes      *string `db:"notes"`
	Version    *int    `db:"version"`
	Species    string  `db:"scientific_name"`
	Country    *string `db:"country_id"`
	Remembered bool    `db:"remembered"` // the request that made it
}

// String is the record as JSON.
func (s stored) String() string {
	raw, _ := json.Marshal(s) // strings and numbers
	return string(raw)
}

// storedQuery reads all records of a user.
const storedQuery = `select o.id::text, o.event_id, o.count, ST_X(o.geom) as lng, ST_Y(o.geom) as lat, o.notes,
		(o.metadata->>'version')::int as version, t.scientific_name, o.country_id, r.id is not null as remembered
	from observations o join taxa t on t.key = o.taxon_key left join observation_requests r on r.id = o.id
	where o.user_id = $1`

// check compares what is stored with what was answered. Of the unanswered writes it learns which are stored.
func (l *writes) check(t *testing.T, rows []stored) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	found := make(map[string][]stored, len(rows))
	for _, r := range rows {
		if r.Key == nil {
			total.half.Add(1)
			t.Errorf("a record without the event_id it was sent with: %s", r)
			continue
		}
		found[*r.Key] = append(found[*r.Key], r)
	}
	for _, e := range l.records {
		there := found[e.key]
		delete(found, e.key)
		switch {
		case len(there) == 0 && !e.maybe:
			total.lost.Add(1)
			t.Errorf("an acknowledged record is lost: %s", e.created(l.user))
		case len(there) > 1:
			total.doubled.Add(1)
			t.Errorf("a record is there %d times: %s", len(there), e.created(l.user))
		case len(there) == 1:
			if wrong := e.compare(there[0]); wrong != "" {
				total.half.Add(1)
				t.Errorf("a record is not as it was sent (%s; it may be of versions %v): %s", wrong, e.contents, there[0])
				continue
			}
			if e.maybe || *there[0].Version != e.contents[0] {
				total.settled.Add(1)
			}
			e.maybe, e.id, e.contents = false, there[0].ID, []int{*there[0].Version}
		}
	}
	for key := range found {
		t.Errorf("a record that nobody sent: %s", key)
	}
}

// compare says what is wrong with a stored record, "" for nothing.
func (e *record) compare(s stored) string {
	var wrong []string
	if e.id != "" && s.ID != e.id {
		wrong = append(wrong, "its id")
	}
	if s.Remembered != e.own {
		wrong = append(wrong, "what is remembered of its request")
	}
	if s.Species != species || s.Country == nil || math.Abs(s.Lat-e.lat) > 1e-9 || math.Abs(s.Lng-e.lng) > 1e-9 {
		wrong = append(wrong, "its species or place")
	}
	for _, version := range e.contents {
		content := e.content(version)
		if s.Version != nil && *s.Version == version {
			if s.Notes == nil || *s.Notes != content["notes"] || s.Count != content["count"] {
				wrong = append(wrong, "its parts are of several versions")
			}
			return strings.Join(wrong, ", ")
		}
	}
	return strings.Join(append(wrong, "its version"), ", ")
}
