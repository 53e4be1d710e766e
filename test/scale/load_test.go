package scale_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

const (
	position = "Skeeter-Position"
	// clients of a load, and the rest of each between two requests, which leaves processors to the rest.
	clients = 6
	pause   = 10 * time.Millisecond
	// clientTimeout is how long a client waits for an answer.
	clientTimeout = 30 * time.Second
)

// acknowledged is a record that a server said to have stored.
type acknowledged struct {
	id       string
	position string
	at       time.Time
}

// load is clients that write through the balancer and read what they wrote, each request at whichever server it gets to.
type load struct {
	t    *testing.T
	end  chan struct{}
	done sync.WaitGroup

	mu      sync.Mutex
	told    []acknowledged
	reads   int // that were answered
	missed  int // reads that were answered without what their client wrote
	refused int // requests that got 502, 503, 504 or no answer
}

// startLoad starts clients. Those that only write have no use for what they wrote, because it may be lost.
func (l *layout) startLoad(t *testing.T, writeOnly bool) *load {
	t.Helper()
	o := &load{t: t, end: make(chan struct{})}
	for i := range clients {
		c := &client{Endpoint: skeetertest.NewEndpoint(l.balancer.Base), load: o, number: i, random: rand.New(rand.NewPCG(uint64(i), 0)), writeOnly: writeOnly}
		c.Client.Timeout = clientTimeout
		if i%2 == 0 {
			c.Client.Jar, _ = cookiejar.New(nil) // it never fails
		}
		o.done.Go(func() {
			for {
				select {
				case <-o.end:
					return
				case <-time.After(pause):
					c.step()
				}
			}
		})
	}
	return o
}

// count returns how many writes were acknowledged.
func (o *load) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.told)
}

func (o *load) refusals() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.refused
}

// goesOn waits until more writes are acknowledged, and returns when the first of these was.
func (o *load) goesOn(t *testing.T) time.Time {
	t.Helper()
	before := o.count()
	testenv.Succeeds(t, "writes are acknowledged", func() error {
		if n := o.count(); n < before+2*clients {
			return fmt.Errorf("%d, and %d before", n, before)
		}
		return nil
	})
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.told[before].at
}

// stop ends the load after the requests that are on their way.
func (o *load) stop() {
	close(o.end)
	o.done.Wait()
}

// said sums the load up.
func (o *load) said() string {
	return fmt.Sprintf("%d writes acknowledged, %d own reads, %d missed, %d requests refused", len(o.told), o.reads, o.missed, o.refused)
}

// client has a place of its own, where nobody else writes.
type client struct {
	skeetertest.Endpoint // with a jar it sends the cookie back, else the header
	load                 *load
	random               *rand.Rand
	number               int
	writeOnly            bool
	position             string // of its last write
	own                  int    // records that were acknowledged
}

// place of a client.
func place(number int) (lat, lng float64) { return -1, -60 + 6*float64(number) }

// tileOf is the tile of zoom 10 around a client's place: no other client's is in it.
func tileOf(number int) string {
	_, lng := place(number)
	return fmt.Sprintf("/api/v1/tiles/observations/10/%d/514.mvt", int((lng+180)/360*1024))
}

// step writes a record and reads it in three ways.
func (c *client) step() {
	lat, lng := place(c.number)
	note := fmt.Sprintf("%d of client %d", c.own, c.number)
	record := fmt.Sprintf(`{"species_scientific_name":"Aedes albopictus","count":2,"location":{"lat":%g,"lng":%g},"observed_at":"2024-06-01T08:00:00Z","notes":%q}`, lat, lng, note)
	made, answered := c.ask(http.MethodPost, skeetertest.Observations, record)
	if !answered {
		return
	}
	var r struct{ ID string }
	if err := json.Unmarshal(made.Body, &r); err != nil || made.Status != http.StatusCreated {
		c.load.t.Errorf("a write: %d %.300s", made.Status, made.Body)
		return
	}
	c.position = made.Header.Get(position)
	c.own++
	c.load.mu.Lock()
	c.load.told = append(c.load.told, acknowledged{r.ID, c.position, time.Now()})
	c.load.mu.Unlock()
	if c.writeOnly || c.position == "" { // without a position the primary went right after the write: nobody can ask for it
		return
	}
	readings := c.readings(r.ID, note)
	for _, i := range c.random.Perm(len(readings))[:3] {
		c.read(readings[i])
	}
}

// reading is a request, and whether its answer has what the client wrote.
type reading struct {
	target string
	has    func(skeetertest.Answer) bool
}

// readings are of each kind: from memory, from the file of points, by SQL and from what nginx may keep.
func (c *client) readings(id, note string) []reading {
	_, lng := place(c.number)
	box := fmt.Sprintf("bbox=%g,-2,%g,0", lng-1, lng+1)
	names := func(a skeetertest.Answer) bool { return strings.Contains(string(a.Body), id) }
	counts := func(a skeetertest.Answer) bool {
		var body struct{ Count int }
		return json.Unmarshal(a.Body, &body) == nil && body.Count >= c.own
	}
	return []reading{
		{"/api/v1/observations/" + id, names},
		{"/api/v1/observations?limit=1&" + box, counts},
		{"/api/v1/stats?" + box, counts},
		{"/api/v1/geo/observations?limit=100000&" + box, names},
		{"/ogc/collections/observations/items/" + id + "?f=json", names},
		{"/ogc/collections/observations/items?limit=100&filter=notes%3D%27" + strings.ReplaceAll(note, " ", "%20") + "%27", names},
		{tileOf(c.number), func(a skeetertest.Answer) bool {
			sums, err := skeetertest.TileSums(a)
			return err == nil && sums.Count >= c.own
		}},
	}
}

func (c *client) read(r reading) {
	a, answered := c.ask(http.MethodGet, r.target, "")
	if !answered {
		return
	}
	c.load.mu.Lock()
	defer c.load.mu.Unlock()
	c.load.reads++
	if !r.has(a) {
		c.load.missed++
		c.load.t.Errorf("client %d, with its position %s and %d own records: %s is %d without the last, %d bytes", c.number, c.position, c.own, r.target, a.Status, len(a.Body))
	}
}

// ask sends a request as the client does. One that a fault may excuse counts as refused.
func (c *client) ask(method, target, body string) (a skeetertest.Answer, answered bool) {
	headers := []string{"Authorization", "Bearer " + writeToken, "Content-Type", "application/json"}
	if method == http.MethodGet {
		headers = nil
	}
	if c.Client.Jar == nil && c.position != "" {
		headers = append(headers, position, c.position)
	}
	a, err := c.Try(context.Background(), method, target, body, headers...)
	if err != nil || a.Status == http.StatusBadGateway || a.Status == http.StatusServiceUnavailable || a.Status == http.StatusGatewayTimeout {
		c.load.mu.Lock()
		c.load.refused++
		c.load.mu.Unlock()
		return a, false
	}
	return a, true
}
