package program_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestReviewOnTheCommandLine: what waits is listed and decided, a record's history is shown, and a removed data source comes back.
func TestReviewOnTheCommandLine(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_PUBLISH=reviewed", "SKEETER_WRITE_TOKEN=a token of the operator's own", "SKEETER_ANONYMOUS_REPORTS=true")
	s := d.Serve()
	d.ImportFieldRecords()
	if out := d.MustRun("review", "list"); !strings.Contains(out, "nothing waits") {
		t.Errorf("nothing was reported yet: %s", out)
	}
	ids := make([]string, 2)
	for i := range ids {
		ids[i] = skeetertest.Decode[struct{ ID string }](t, s.Post(skeetertest.Observations, skeetertest.Observation), 201).ID
	}
	if out := d.MustRun("review", "list", "--urgent"); !strings.Contains(out, ids[0]) || !strings.Contains(out, "anonymous, new_to_country") {
		t.Errorf("the queue is %s", out)
	}
	if out := d.MustRun("review", "confirm", ids[0]); out != ids[0]+": done, verified public\n" {
		t.Errorf("confirm: %s", out)
	}
	if out := d.MustRun("review", "reject", ids[1], "--reason", "a crane fly"); out != ids[1]+": done, rejected pending\n" {
		t.Errorf("reject: %s", out)
	}
	testenv.Eventually(t, "the public sees what was confirmed", func() bool { return s.Get(skeetertest.Observations+"/"+ids[0]).Status == 200 })
	if testenv.Long() {
		d.Refuses(2, "needs --reason", "review", "reject", ids[1])
		d.Refuses(2, "no id of an observation", "review", "confirm", "x")
	}
	d.Refuses(1, "Observation not found", "review", "confirm", skeetertest.EventID)
	if out := d.MustRun("history", ids[1]); !strings.Contains(out, "reviewed") || !strings.Contains(out, "created") || !strings.Contains(out, "anonymous") {
		t.Errorf("the history is %s", out)
	}

	undoAndCorrect(t, d, s)

	removed := d.MustRun("dataset", "remove", "field-work")
	_, id, found := strings.Cut(strings.TrimSpace(removed), "skeeter dataset restore ")
	if !found || !strings.Contains(d.MustRun("dataset", "removed"), id) {
		t.Fatalf("the removal says %s", removed)
	}
	if out := d.MustRun("dataset", "restore", id); !strings.Contains(out, "restored 5 observations") {
		t.Errorf("restore: %s", out)
	}
	d.Refuses(1, "no such removal", "dataset", "restore", id)
	testenv.Eventually(t, "the records are back", func() bool {
		return strings.Contains(string(s.Get(skeetertest.API+"/stats?data_source=field-work").Body), `"count":5,`)
	})
	testenv.Eventually(t, "the queue is counted", func() bool {
		return strings.Contains(string(s.Get("/metrics").Body), `skeeter_review_queue{publication="pending"} 0`)
	})
}

// undoAndCorrect: on the command line, records are asked about, corrected and filtered, and a change is undone by the rules of the API.
func undoAndCorrect(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	t.Helper()
	body := strings.Replace(skeetertest.Observation, "Aedes albopictus", "Culex pipiens", 1)
	report := skeetertest.Decode[struct{ ID, Receipt string }](t, s.Post(skeetertest.Observations, body), 201)
	id := report.ID
	d.Refuses(2, "--comment", "review", "needs-more", id)
	if out := d.MustRun("review", "needs-more", id, "--comment", "a picture from above?"); out != id+": noted, unverified pending\n" {
		t.Errorf("needs-more: %s", out)
	}
	review := s.Send("GET", skeetertest.Observations+"/"+id+"/review", "", "Skeeter-Receipt", report.Receipt)
	if !strings.Contains(string(review.Body), "a picture from above?") {
		t.Errorf("the reporter reads %s", review.Body)
	}
	lists := map[string]bool{"--species culex-pipiens --country fr": true, "--species aedes-aegypti": false, "--country de": false}
	if testenv.Long() {
		maps.Copy(lists, map[string]bool{"--species culex-pipiens": true, "--country fr": true, "--data-source field-work": false, "--publication withdrawn": false})
		d.Refuses(2, "--publication must be", "review", "list", "--publication", "public")
		d.Refuses(2, "--name, --stage or --sex", "review", "correct", id)
	}
	for flags, found := range lists {
		if out := d.MustRun(append([]string{"review", "list"}, strings.Fields(flags)...)...); strings.Contains(out, id) != found {
			t.Errorf("review list %s: %s", flags, out)
		}
	}
	d.Refuses(2, "there is no", "review", "list", "--data-source", "nowhere")
	if out := d.MustRun("review", "correct", id, "--name", "Culex torrentium", "--stage", "adult", "--sex", "female"); out != id+": done, verified public\n" {
		t.Errorf("correct: %s", out)
	}
	testenv.Eventually(t, "the public sees the correction", func() bool {
		a := string(s.Get(skeetertest.Observations + "/" + id).Body)
		return strings.Contains(a, "Culex torrentium") && strings.Contains(a, `"sex":"female"`)
	})
	entries := strings.Split(d.MustRun("history", id), "\n")
	entry, _, _ := strings.Cut(entries[1], " ")
	if out := d.MustRun("history", "undo", entry); out != id+": undone, unverified pending\n" {
		t.Errorf("undo: %s", out)
	}
	d.Refuses(1, "has changed since", "history", "undo", entry)
	if testenv.Long() {
		d.Refuses(1, "no such entry", "history", "undo", "999999")
		d.Refuses(2, "no number of an entry", "history", "undo", "x")
	}
	if a := s.Send("DELETE", skeetertest.Observations+"/"+id, "", "Skeeter-Receipt", report.Receipt); a.Status != 204 {
		t.Errorf("withdrawn: %d %s", a.Status, a.Body)
	}
	entry, _, _ = strings.Cut(strings.Split(d.MustRun("history", id), "\n")[1], " ")
	d.Refuses(1, "Its reporter withdrew", "history", "undo", entry)
	if out := d.MustRun("review", "list", "--publication", "withdrawn"); !strings.Contains(out, id) {
		t.Errorf("what is withdrawn: %s", out)
	}
}
