package contract_test

import (
	"bytes"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestSettingsOfTheSameDatabase serves one database with the demonstration set several times: counts from memory and from SQL are the same, and writes need
// the token where one is set. The other parts need such a set, too.
func TestSettingsOfTheSameDatabase(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_DEMO=true")
	first := skeetertest.NewClient(t, d.Serve())
	t.Run("the frame of every answer", func(t *testing.T) { frameOfEveryAnswer(t, d.In(t)) })
	t.Run("older clients", func(t *testing.T) { olderClients(t, first.Server.In(t)) })
	t.Run("what is no name is in no list of names", func(t *testing.T) { noNameInListsOfNames(t, first.Server.In(t)) })
	targets := []string{"/stats?status=verified", "/regions?lang=es", "/countries", "/filters", "/filters/species", "/filters/regions", "/filters/countries",
		"/filters/data_sources", "/filters/diseases", "/species/aedes-aegypti"}
	for _, filter := range []string{"", "species=aedes-aegypti,culex_pipiens", "bbox=-20,30,60,75", "bbox=170,-60,-150,30", "start_date=2021-03-05&end_date=2023-07-01",
		"country=br,fr", "region=western-europe", "months=6,7", "sex=female&life_stage=adult", "max_uncertainty_m=500", "status=verified,rejected",
		"start_date=2024-01-01&end_date=2020-01-01", "species=nobody", "data_source=demonstration", "bbox=0,0,40,50&months=1,12&species=Anopheles%20gambiae"} {
		targets = append(targets, "/stats?"+filter, "/observations?limit=3&"+filter)
	}
	first.WaitIndexed()
	before := map[string]string{}
	for _, target := range targets {
		before[target] = strings.ReplaceAll(string(first.Want(200, "GET", skeetertest.API+target, "").Body), first.Base, "")
	}
	first.Stop(syscall.SIGTERM)

	second := first.On(d.With(skeetertest.BundledModel, "SKEETER_TILE_INDEX=false", "SKEETER_WRITE_TOKEN=secret").Serve())
	if body := second.Want(200, "GET", "/readyz", "").Body; !bytes.Contains(body, []byte(`"tile_index":{"status":"not configured"`)) {
		t.Errorf("the index is still there: %s", body)
	}
	if body := second.Want(200, "GET", "/metrics", "").Body; bytes.Contains(body, []byte("skeeter_tile_index_ready")) {
		t.Error("an index that is not wanted is not ready, for the alert")
	}
	for _, target := range targets {
		after := strings.ReplaceAll(string(second.Want(200, "GET", skeetertest.API+target, "").Body), second.Base, "")
		if before[target] != after {
			t.Errorf("%s is\n%.600s\nwithout the index\n%.600s", target, before[target], after)
		}
	}

	stored := skeetertest.Decode[struct{ Observations []struct{ ID string } }](t, second.Want(200, "GET", skeetertest.Observations+"?limit=1", ""), 200)
	for authorization, ok := range map[string]bool{"": false, "Bearer wrong": false, "Bearer": false, "Bearer secret2": false, "Basic secret": false,
		"secret": false, "Bearer secret": true, "bearer secret": true} {
		for _, write := range []struct {
			method, path, body string
			status             int
		}{{http.MethodPost, "/observations", skeetertest.Observation, 201}, {http.MethodPatch, "/observations/" + stored.Observations[0].ID, "{}", 200}} {
			if !ok {
				write.status = 401
			}
			second.Want(write.status, write.method, skeetertest.API+write.path, write.body, "Content-Type", "application/json", "Authorization", authorization)
		}
	}
	second.Want(415, "POST", skeetertest.API+"/predict", "{}", "Content-Type", "application/json") // no token for predictions
}
