package program_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// answersThatKnowADataSourceShowItsRecords asks for a data source while it is imported, of a server whose tile index is loaded. Until the import is committed
// there is no such source; from then on every answer has its records. The short form imports one.
func answersThatKnowADataSourceShowItsRecords(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	imports := 1
	if testenv.Long() {
		imports = 4
	}
	for i := range imports {
		id := fmt.Sprintf("traps-%d", i)
		file := d.File(id+".csv", fmt.Sprintf("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n%s,Culex novus%s,-3.1,-60.02,2019-03-04\n", id, strings.Repeat("a", i)))
		done := make(chan skeetertest.Result, 1)
		go func() { done <- d.Run("import", file, "--dataset", id) }()
		answers := 0
		for running := true; running || answers == 0; {
			select {
			case r := <-done:
				running = false
				if r.Code != 0 {
					t.Fatalf("%+v", r)
				}
			default:
			}
			for path, words := range map[string]string{
				"/export?data_source=" + id:                            "Culex novus",
				"/geo/observations?data_source=" + id:                  `"numberReturned":1`,
				"/observations?data_source=" + id:                      `"count":1`,
				"/stats?data_source=" + id:                             `"count":1`,
				"/export?species=culex-novus" + strings.Repeat("a", i): "",
				"/filters/data_sources":                                "",
				"/tiles/observations.json?data_source=" + id:           `"attribution":"` + id + `"`,
				"/tiles/observations/0/0/0.mvt?data_source=" + id:      "observations",
			} {
				a := s.Get(skeetertest.API + path)
				switch {
				case words == "":
					unseen := fmt.Sprintf(`"id":%q,"name":%q,"observation_count":0`, id, id)
					if a.Status != 200 || bytes.Contains(a.Body, []byte(unseen)) {
						t.Fatalf("%s: %d %s", path, a.Status, a.Body)
					}
				case a.Status == 422 && running:
				case a.Status != 200 || !bytes.Contains(a.Body, []byte(words)):
					t.Fatalf("%s: %d %s", path, a.Status, a.Body)
				default:
					answers++
				}
			}
		}
		// The command has ended, so a new name is found too.
		if a := s.Get(skeetertest.API + "/export?species=culex-novus" + strings.Repeat("a", i)); !bytes.Contains(a.Body, []byte(id)) {
			t.Errorf("the name of an import that has ended: %d %s", a.Status, a.Body)
		}
	}
}
