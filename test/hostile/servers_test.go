package hostile_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// shared are servers that several tests ask, in the short form: starting one takes longer than most of what is asked of it. They run until the last test
// has ended.
var shared struct {
	t        skeetertest.T // of the test program
	making   sync.Mutex
	attacked *skeetertest.Server
	guarded  *guarded
}

// toAttack starts a server with one record.
func toAttack(t skeetertest.T, env ...string) *skeetertest.Server {
	t.Helper()
	s := skeetertest.New(t, env...).Serve()
	s.Post(skeetertest.Observations, skeetertest.ObservationWith(`"id":"`+skeetertest.OwnID+`"`))
	return s
}

// guarded is a server with a write token, one record and one saved picture, with its routes and its deployment.
type guarded struct {
	*skeetertest.Server
	routes     []httpapi.Route
	deployment *skeetertest.Deployment
}

// newGuarded starts one.
func newGuarded(t skeetertest.T) *guarded {
	t.Helper()
	d := skeetertest.New(t, skeetertest.BundledModel, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_WRITE_TOKEN="+writeToken)
	d.ImportFieldRecords()
	d.SavePicture(skeetertest.OwnID + ".jpg")
	s := d.Serve()
	if _, err := d.Connect().Exec(context.Background(), skeetertest.SpeciesImage); err != nil {
		t.Fatal(err)
	}
	for path, body := range map[string]string{
		skeetertest.Observations: skeetertest.ObservationWith(`"id":"` + skeetertest.OwnID + `"`), skeetertest.Events: skeetertest.Event,
		skeetertest.Pools: skeetertest.Pool, skeetertest.Alerts + "/rules": skeetertest.AlertRule,
	} {
		if a := s.Send("POST", path, body, "Content-Type", "application/json", "Authorization", "Bearer "+writeToken); a.Status != http.StatusCreated {
			t.Fatalf("POST %s: %d %s", path, a.Status, a.Body)
		}
	}
	testenv.Eventually(t, "the rule raises its alert", func() bool { return s.Get(skeetertest.Alerts+"/"+skeetertest.AlertID).Status == http.StatusOK })
	if a := s.Post(skeetertest.Areas, skeetertest.OwnArea); a.Status != http.StatusCreated { // needs no token
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return &guarded{s, skeetertest.App(t, "SKEETER_WRITE_TOKEN="+writeToken).Routes(), d}
}

// oneGuarded returns a guarded server to a test that changes nothing that others ask for: in the short form the same to all of them.
func oneGuarded(t *testing.T) *guarded {
	t.Helper()
	if testenv.Long() {
		return newGuarded(t)
	}
	shared.making.Lock()
	defer shared.making.Unlock()
	if shared.guarded == nil {
		shared.guarded = newGuarded(shared.t)
	}
	return &guarded{shared.guarded.In(t), shared.guarded.routes, shared.guarded.deployment.In(t)}
}

// oneToAttack returns a server that nobody else attacks meanwhile: one of the test's own, which runs beside other tests, in the long form. In the short
// one it is that of all tests that attack one, and they come one after the other.
func oneToAttack(t *testing.T) *target {
	t.Helper()
	if testenv.Long() {
		t.Parallel()
		return attack(t, toAttack(t, skeetertest.BundledModel))
	}
	shared.making.Lock()
	defer shared.making.Unlock()
	if shared.attacked == nil {
		shared.attacked = toAttack(shared.t, skeetertest.BundledModel)
	}
	return attack(t, shared.attacked.In(t))
}
