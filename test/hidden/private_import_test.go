package hidden_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// imported is what became of a file that somebody sent.
type imported struct {
	State   string
	Problem *struct{ Type, Detail string }
	Report  *struct {
		Inserted int
		Stops    []struct{ Kind, Message string }
	}
}

// sendFile sends a file and lets it be checked, and stored where nothing stops it.
func (w *obscuredWorld) sendFile(content, choices string, who ...string) (i imported) {
	w.t.Helper()
	path := skeetertest.API + "/imports"
	said := append(slices.Clone(who), "Content-Type", "application/json")
	begun := w.s.Send(http.MethodPost, path, fmt.Sprintf(`{"filename":"more.csv","size":%d}`, len(content)), said...)
	path += "/" + skeetertest.Decode[struct{ ID string }](w.t, begun, http.StatusCreated).ID
	state := func(want ...string) string {
		testenv.Succeeds(w.t, "the import is "+strings.Join(want, " or "), func() error {
			if i = skeetertest.Decode[imported](w.t, w.s.Send(http.MethodGet, path, "", who...), http.StatusOK); !slices.Contains(append(want, "failed"), i.State) {
				return fmt.Errorf("it stays %s", i.State)
			}
			return nil
		})
		return i.State
	}
	sent := w.s.Send(http.MethodPut, path+"/file?offset=0", content, append(slices.Clone(who), "Content-Type", "application/octet-stream")...)
	if sent.Status != http.StatusOK {
		w.t.Fatalf("sending the file: %d %s", sent.Status, sent.Body)
	}
	state("received")
	w.s.Send(http.MethodPost, path+"/check", choices, said...)
	if state("checked") == "checked" {
		w.s.Send(http.MethodPost, path+"/store", "{}", said...)
		state("stored")
	}
	return i
}

// importsAgency holds that files go into a private data source by those alone who may write its records, and into no other data source by them.
func (w *obscuredWorld) importsAgency(t *testing.T, own, others []string) {
	t.Helper()
	const header = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n"
	const more = header + "agency-9,Culex pipiens,43.7999,11.2999,2024-06-09\n"
	for name, choices := range map[string]string{"agency": `{"dataset":"agency"}`, "a new one": `{"dataset":"elsewhere"}`} {
		if i := w.sendFile(strings.ReplaceAll(more, "agency", "open"), choices, others...); i.State != "failed" || i.Problem.Type != "forbidden_source" || strings.Contains(i.Problem.Detail, "private") {
			t.Errorf("into %s by the token of another data source: %+v %+v", name, i, i.Problem)
		}
	}
	if i := w.sendFile(more, `{"dataset":"open"}`, own...); i.State != "failed" || i.Problem.Type != "forbidden_source" {
		t.Errorf("into another data source: %+v %+v", i, i.Problem)
	}
	if i := w.sendFile(more, `{}`, own...); i.State != "stored" || i.Report.Inserted != 1 {
		t.Errorf("into its own data source: %+v %+v", i, i.Problem)
	}
	if i := w.sendFile(strings.ReplaceAll(more, "agency", "open"), `{}`, others...); i.State != "stored" || i.Report.Inserted != 1 {
		t.Errorf("into a public data source by its token: %+v %+v", i, i.Problem)
	}
	if i := w.sendFile(strings.ReplaceAll(more, "agency-9", "agency-10"), `{"dataset":"Agency"}`, w.bearer...); i.State != "stored" || i.Report.Inserted != 1 {
		t.Errorf("by an administrator: %+v %+v", i, i.Problem)
	}
	read := w.s.Send(http.MethodGet, skeetertest.API+"/observations?data_source=agency", "", own...)
	if !strings.Contains(string(read.Body), `"count":6,`) || !strings.Contains(string(read.Body), "agency-9") {
		t.Errorf("after imports: %d %.400s", read.Status, read.Body)
	}
	w.removesAgency(t, own)
	if all := w.s.Send(http.MethodGet, skeetertest.API+"/observations?species=culex-pipiens&limit=200", ""); strings.Contains(string(all.Body), "agency") {
		t.Errorf("everybody reads %.400s", all.Body)
	}
}

// removesAgency holds that the command line lists a private data source, removes it and brings it back.
func (w *obscuredWorld) removesAgency(t *testing.T, own []string) {
	t.Helper()
	if list := w.d.MustRun("dataset", "list"); !strings.Contains(list, "Agency (private)") {
		t.Errorf("the list of data sources is\n%s", list)
	}
	w.d.MustRun("dataset", "remove", "agency")
	removed := w.d.MustRun("dataset", "removed")
	line := regexp.MustCompile(`(?m)^(\S+) .* agency$`).FindStringSubmatch(removed)
	if line == nil {
		t.Fatalf("what was removed is\n%s", removed)
	}
	if out := w.d.MustRun("dataset", "restore", line[1]); !strings.Contains(out, `of "agency"`) {
		t.Errorf("restoring says %s", out)
	}
	testenv.Eventually(t, "the records are back", func() bool {
		read := w.s.Send(http.MethodGet, skeetertest.API+"/observations?data_source=agency", "", own...)
		return strings.Contains(string(read.Body), `"count":6,`)
	})
}
