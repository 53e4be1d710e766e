package ogc_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestEvents: the collection answers conditions as SQL does, and writes booleans as such.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for condition, where := range map[string]string{
		"":               "true",
		"problem=true":   "problem",
		"problem=TRUE":   "problem",
		"problem=1":      "problem",
		"complete=false": "complete is false",
		"complete=0":     "complete is false",
		"filter=" + url.QueryEscape("problem = 1"):                                   "problem",
		"filter=" + url.QueryEscape("problem = true AND complete IN (1, 0)"):         "problem and complete is not null",
		"filter=" + url.QueryEscape("specimens = 0 AND problem = FALSE"):             "not problem and not exists (select from observations c where c.event_id = e.event_id)",
		"filter=" + url.QueryEscape("problem = FALSE AND complete IS NULL"):          "not problem and complete is null",
		"filter=" + url.QueryEscape("target_taxa LIKE '%Culex%' AND effort >= 3"):    "'Culex' = any(target_taxa)",
		"filter=" + url.QueryEscape("target_taxa IS NULL AND data_source = 'traps'"): "target_taxa = '{}'",
		"filter=" + url.QueryEscape("ended_at > TIMESTAMP('2012-01-20T00:00:00Z')"):  "ended_at > '2012-01-20Z'",
		"datetime=2012-01-10": "'2012-01-10' between first_day and last_day",
		"bbox=0,40,1,41":      "ST_X(geom) <= 1 and ST_Y(geom) <= 41",
	} {
		want := pgtest.Column[string](t, s.db, "select id::text from sampling_events e where "+where+" order by ended_at desc, id")
		var got []string
		for _, f := range s.ok("/collections/events/items?limit=1000&" + condition).body["features"].([]any) {
			got = append(got, f.(object)["id"].(string))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || len(got) == 0 {
			t.Errorf("%s: %d events, want %d", condition, len(got), len(want))
		}
	}
	first := s.ok("/collections/events/items?limit=1").body["features"].([]any)[0].(object)["properties"].(object)
	if got := fmt.Sprintf("%v %v %v %v %v %v", first["event_id"], first["problem"], first["complete"], first["nights"], first["target_taxa"], first["specimens"]); got != "E40 true true 1.5 <nil> 0" {
		t.Errorf("the newest event: %s", got)
	}
	if csv := s.ok("/collections/events/items?limit=1&f=csv&properties=event_id,problem,complete").raw; !strings.HasSuffix(strings.TrimSpace(csv), ",E40,true,true") {
		t.Error(csv)
	}
	if sorted := s.ok("/collections/events/items?limit=1&sortby=ended_at").raw; !strings.Contains(sorted, `"event_id":"E1"`) {
		t.Error(sorted)
	}
}
