package program_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestReviewOnTheCommandLine: what waits is listed and decided, a record's history is shown, and a removed data source comes back.
func TestReviewOnTheCommandLine(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_PUBLISH=reviewed", "SKEETER_WRITE_TOKEN=a token of the operator's own", "SKEETER_ANONYMOUS_REPORTS=true")
	d.ImportFieldRecords()
	if out := d.MustRun("review", "list"); !strings.Contains(out, "nothing waits") {
		t.Errorf("nothing was reported yet: %s", out)
	}
	s := d.Serve()
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
	skeetertest.Eventually(t, "the public sees what was confirmed", func() bool { return s.Get(skeetertest.Observations+"/"+ids[0]).Status == 200 })
	d.Refuses(2, "needs --reason", "review", "reject", ids[1])
	d.Refuses(2, "no id of an observation", "review", "confirm", "x")
	d.Refuses(1, "Observation not found", "review", "confirm", skeetertest.EventID)
	if out := d.MustRun("history", ids[1]); !strings.Contains(out, "reviewed") || !strings.Contains(out, "created") || !strings.Contains(out, "anonymous") {
		t.Errorf("the history is %s", out)
	}

	removed := d.MustRun("dataset", "remove", "field-work")
	_, id, found := strings.Cut(strings.TrimSpace(removed), "skeeter dataset restore ")
	if !found || !strings.Contains(d.MustRun("dataset", "removed"), id) {
		t.Fatalf("the removal says %s", removed)
	}
	if out := d.MustRun("dataset", "restore", id); !strings.Contains(out, "restored 5 observations") {
		t.Errorf("restore: %s", out)
	}
	d.Refuses(1, "no such removal", "dataset", "restore", id)
	skeetertest.Eventually(t, "the records are back", func() bool {
		return strings.Contains(string(s.Get(skeetertest.API+"/stats?data_source=field-work").Body), `"count":5,`)
	})
	skeetertest.Eventually(t, "the queue is counted", func() bool {
		return strings.Contains(string(s.Get("/metrics").Body), `skeeter_review_queue{publication="pending"} 0`)
	})
}
