package scale_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// failoverLimit is how long writes may be refused after the primary was killed.
const failoverLimit = 10 * time.Second

var bearer = []string{"Authorization", "Bearer " + writeToken, "Content-Type", "application/json"}

// TestManyServers runs three servers behind PgBouncer, one of whose two replicas is synchronous. Nothing that was acknowledged is ever lost or missed.
func TestManyServers(t *testing.T) {
	l := newLayout(t, plan{pooled: true, synchronous: "ANY 1 (*)"})
	l.run("one migrates", l.oneMigrates)
	l.run("tokens hold for all", l.tokens)
	l.run("one evaluates", l.raise)
	l.run("an import is seen", l.imports)
	l.run("a file is uploaded", l.upload)
	l.run("pictures are shared", l.pictures)
	l.run("own writes are read", l.ownWrites)
	if testenv.Long() {
		l.run("a replica is killed", l.replicaKilled)
		l.run("PgBouncer is restarted", l.poolerRestarted)
		l.run("the object store is silent", l.storeSilent)
		l.run("a server is killed", l.serverKilled)
		l.run("the primary is killed and comes back", l.primaryRestarted)
	}
	l.run("the primary is killed", func() { l.primaryKilled() })
	l.run("one alert", l.oneAlert)
}

// TestServersFindThePrimary_Alone has no PgBouncer: the servers' address names all hosts, and both replicas are synchronous. Writes go on soon.
func TestServersFindThePrimary_Alone(t *testing.T) {
	if !testenv.Long() {
		t.Skip("not a part of the short form: make test-long runs it")
	}
	l := newLayout(t, plan{synchronous: "FIRST 1 (*)"})
	l.run("own writes are read", l.ownWrites)
	l.run("the primary is killed", func() {
		if took := l.primaryKilled(); took > failoverLimit {
			l.t.Errorf("writes went on after %s", took)
		}
	})
}

// run runs a part. After one that failed the others would prove nothing.
func (l *layout) run(name string, part func()) {
	l.t.Helper()
	l.t.Log(name)
	part()
	if l.t.Failed() {
		for i, s := range l.servers {
			l.t.Logf("server %d:\n%s", i, s.Log.Tail())
		}
		l.t.FailNow()
	}
}

// oneMigrates: the servers found an empty database at the same moment.
func (l *layout) oneMigrates() {
	catalogs := pgtest.Value[int](l.t, l.primary.Connect(), "select count(*)::int from (select id from taxa where id is not null group by id having count(*) > 1) twice")
	if catalogs != 0 {
		l.t.Errorf("%d taxa are there twice", catalogs)
	}
	for _, s := range l.servers {
		if log := s.Log.String(); strings.Contains(log, "level=ERROR") {
			l.t.Errorf("%s: %s", s.Base, log)
		}
	}
}

// tokens: a token that was made beside the servers holds for all of them at once, and for none when it is revoked.
func (l *layout) tokens() {
	made := strings.TrimSpace(l.servers[0].deployment.MustRun("token", "create", "--name", "scale", "--scope", "admin"))
	status := func(want int) {
		l.t.Helper()
		for _, s := range l.servers {
			a := s.Send(http.MethodPost, skeetertest.Observations, "{", "Authorization", "Bearer "+made, "Content-Type", "application/json")
			if a.Status != want {
				l.t.Errorf("%s: %d, want %d: %s", s.Base, a.Status, want, a.Body)
			}
		}
	}
	status(http.StatusUnprocessableEntity)
	id := regexp.MustCompile(`(?m)^[0-9a-f]\S+`).FindString(l.servers[1].deployment.MustRun("token", "list"))
	l.servers[1].deployment.MustRun("token", "revoke", id)
	status(http.StatusUnauthorized)
}

// raise makes a rule, and a record that it looks for. oneAlert looks later, when every server had reasons to evaluate.
func (l *layout) raise() {
	l.send(http.StatusCreated, skeetertest.AlertRules, `{"kind":"introduction","name":"Common house mosquito","species":"culex-pipiens"}`)
	l.send(http.StatusCreated, skeetertest.Observations, strings.Replace(skeetertest.Observation, "Aedes albopictus", "Culex pipiens", 1))
}

func (l *layout) send(status int, target, body string) skeetertest.Answer {
	l.t.Helper()
	return l.request(http.MethodPost, target, body, status, bearer...)
}

// request asks through the balancer.
func (l *layout) request(method, target, body string, status int, headers ...string) skeetertest.Answer {
	l.t.Helper()
	a, err := l.balancer.Try(l.t.Context(), method, target, body, headers...)
	if err != nil || a.Status != status {
		l.t.Fatalf("%s %s: %d %s %v", method, target, a.Status, a.Body, err)
	}
	return a
}

// oneAlert: three servers evaluated the rule, again and again, and before and after the failover.
func (l *layout) oneAlert() {
	db := l.primary.Connect()
	testenv.Eventually(l.t, "the alert is raised", func() bool { return pgtest.Value[int](l.t, db, "select count(*)::int from alerts") > 0 })
	raised := pgtest.Value[time.Time](l.t, db, "select now()")
	l.send(http.StatusCreated, skeetertest.Observations, skeetertest.Observation)
	testenv.Eventually(l.t, "the rule is evaluated again", func() bool {
		return pgtest.Value[bool](l.t, db, "select evaluated_at > $1 from alert_rules", raised)
	})
	if n := pgtest.Value[int](l.t, db, "select count(*)::int from alerts"); n != 1 {
		l.t.Errorf("%d alerts, want 1", n)
	}
}

// imports: what was imported beside the servers is seen by all of them, and drawn alike.
func (l *layout) imports() {
	var file strings.Builder
	file.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n")
	for i := range imported() {
		fmt.Fprintf(&file, "scale-%d,Aedes aegypti,%.4f,%.4f,2021-%02d-%02d,%d\n", i, -3+float64(i%50)/10, -60+float64(i/50)/5, 1+i%12, 1+i%28, 1+i%9)
	}
	d := l.servers[0].deployment
	d.MustRun("import", d.File("scale.csv", file.String()), "--dataset", "scale")
	began := time.Now()
	l.agree()
	l.t.Logf("%d servers show an import of %d records, with the same bytes, %s after its end", len(l.servers), imported(), time.Since(began).Round(time.Millisecond))
}

// imported is how many records imports has.
func imported() int {
	if testenv.Long() {
		return 2000
	}
	return 200
}

// upload imports a file by the API, through the balancer: each request finds the server that has the file.
func (l *layout) upload() {
	type status struct{ ID, State string }
	const file = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\nupload-1,Aedes aegypti,-3.1,-60.2,2021-05-04,2\n"
	created := skeetertest.Decode[status](l.t, l.send(http.StatusCreated, skeetertest.Imports, fmt.Sprintf(`{"filename":"upload.csv","size":%d}`, len(file))), http.StatusCreated)
	of := skeetertest.Imports + "/" + created.ID
	becomes := func(want string) {
		testenv.Eventually(l.t, "the import is "+want, func() bool {
			return skeetertest.Decode[status](l.t, l.request(http.MethodGet, of, "", http.StatusOK, bearer...), http.StatusOK).State == want
		})
	}
	l.request(http.MethodPut, of+"/file?offset=0", file, http.StatusOK, bearer[0], bearer[1], "Content-Type", "application/octet-stream")
	becomes("received") // once its columns are read
	l.send(http.StatusAccepted, of+"/check", `{"dataset":"upload"}`)
	becomes("checked")
	l.send(http.StatusAccepted, of+"/store", `{}`)
	becomes("stored")
	l.agree()
}

// pictures: what one server saved is shown by all.
func (l *layout) pictures() {
	for range len(l.servers) {
		path := l.predict(true)
		for _, s := range l.servers {
			s.Answers(http.StatusOK, path)
		}
	}
}

// predict asks through the balancer what a picture shows, which is answered before its client gives up, and returns the path of the saved picture.
func (l *layout) predict(saved bool) (path string) {
	l.t.Helper()
	form, contentType := skeetertest.PictureForm(l.t, "file", picturetest.JPEG(l.t, picturetest.Plain(picturetest.Red, 60, 40)))
	a, err := l.balancer.Try(context.Background(), http.MethodPost, skeetertest.API+"/predict", form, "Content-Type", contentType)
	if err != nil {
		l.t.Fatal(err)
	}
	url := skeetertest.Decode[struct {
		URL string `json:"image_url_species"`
	}](l.t, a, http.StatusOK).URL
	if (url != "") != saved {
		l.t.Errorf("the picture of a prediction is %q", url)
	}
	return strings.TrimPrefix(url, l.balancer.Base)
}

// during runs what happens under load. It is read whatever happens, and a fault refuses some of it.
func (l *layout) during(fault func(*load)) {
	l.t.Helper()
	o := l.startLoad(l.t, false)
	o.goesOn(l.t)
	fault(o)
	o.goesOn(l.t)
	o.stop()
	l.t.Log(o.said())
	if lost := l.lost(o); len(lost) > 0 {
		l.t.Errorf("%d of %d acknowledged records are lost", len(lost), len(o.told))
	}
	l.agree()
}

// lost lists what was acknowledged and is not stored.
func (l *layout) lost(o *load) (lost []acknowledged) {
	l.t.Helper()
	stored := map[string]bool{}
	for _, id := range pgtest.Column[string](l.t, l.primary.Connect(), "select id::text from observations") {
		stored[id] = true
	}
	for _, a := range o.told {
		if !stored[a.id] {
			lost = append(lost, a)
		}
	}
	return lost
}

// ownWrites: without a fault nothing is missed and nothing refused.
func (l *layout) ownWrites() {
	long := 2
	if testenv.Long() {
		long = 100
	}
	l.during(func(o *load) {
		for range long {
			o.goesOn(l.t)
		}
		if n := o.refusals(); n > 0 {
			l.t.Errorf("%d requests were refused", n)
		}
	})
	for _, s := range l.servers {
		if s.MetricSum("skeeter_replica_reads_total") == 0 {
			l.t.Errorf("%s read nothing from replicas", s.Base)
		}
	}
}

func (l *layout) replicaKilled() {
	l.during(func(o *load) {
		l.replicas[1].Kill()
		for _, s := range l.servers {
			s.has(l.t, 1)
		}
		o.goesOn(l.t)
		l.replicas[1].Start()
		for _, s := range l.servers {
			s.has(l.t, 2)
		}
	})
}

func (l *layout) poolerRestarted() {
	l.during(func(o *load) {
		l.pooler.Stop()
		before := o.refusals()
		testenv.Eventually(l.t, "clients are refused", func() bool { return o.refusals() >= before+2*clients })
		l.pooler.Start()
		began := time.Now()
		l.t.Logf("writes went on %s after PgBouncer was there again", o.goesOn(l.t).Sub(began).Round(time.Millisecond))
	})
}

func (l *layout) storeSilent() {
	l.during(func(o *load) {
		l.store.Pause()
		for range 2 * len(l.servers) {
			l.predict(false)
		}
		o.goesOn(l.t)
		l.store.Resume()
		testenv.Succeeds(l.t, "every server saves pictures again", func() error {
			for _, s := range l.servers {
				if ready := string(s.Get("/readyz").Body); strings.Contains(ready, "does not answer") {
					return fmt.Errorf("%s: %s", s.Base, ready)
				}
			}
			return nil
		})
		l.pictures()
	})
}

func (l *layout) serverKilled() {
	l.during(func(o *load) {
		s := l.servers[1]
		s.Stop(syscall.SIGKILL)
		o.goesOn(l.t)
		s.Server = s.deployment.Start()
		s.WaitReady()
		s.WaitIndexed()
		s.has(l.t, 2)
	})
}

// primaryRestarted: replicas answer reads while the primary is away, and what they cannot know is refused.
func (l *layout) primaryRestarted() {
	l.during(func(o *load) {
		l.primary.Kill()
		for _, target := range []string{"/api/v1/observations?limit=20", "/ogc/collections/observations/items?limit=10&filter=notes%20IS%20NULL", "/api/v1/export?format=csv"} {
			testenv.Succeeds(l.t, "a replica answers "+target, func() error {
				a, err := l.balancer.Try(l.t.Context(), http.MethodGet, target, "")
				if err != nil || a.Status != http.StatusOK {
					return fmt.Errorf("%d %w", a.Status, err)
				}
				return nil
			})
			if a, err := l.balancer.Try(l.t.Context(), http.MethodGet, target, "", position, "FFFFFFFF/0"); err != nil || a.Status != http.StatusServiceUnavailable {
				l.t.Errorf("%s without a primary, of what nobody has: %d %v", target, a.Status, err)
			}
		}
		l.primary.Start()
		began := time.Now()
		l.t.Logf("writes went on %s after the primary was there again", o.goesOn(l.t).Sub(began).Round(time.Millisecond))
		for _, s := range l.servers {
			s.has(l.t, 2)
		}
	})
}

// primaryKilled: writes go on at the promoted replica. It returns how long that took.
func (l *layout) primaryKilled() (took time.Duration) {
	l.during(func(o *load) {
		l.primary.Kill()
		killed := time.Now()
		l.failOver()
		promoted := time.Now()
		on := o.goesOn(l.t)
		l.t.Logf("writes went on %s after the primary was killed, %s after the operator was done", on.Sub(killed).Round(time.Millisecond), on.Sub(promoted).Round(time.Millisecond))
		took = on.Sub(killed)
		for _, s := range l.servers {
			s.has(l.t, 1)
		}
	})
	return took
}
