package history_test

import (
	"context"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// TestHistoryIsOnlyAddedTo: nobody changes or deletes an entry, whatever role triggers run in, and a redaction takes values alone.
func TestHistoryIsOnlyAddedTo(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	ctx := history.By(context.Background(), history.Command)
	e := history.Entry{Entity: history.Observation, ID: "1", Action: history.Changed, Was: map[string]any{"observer_name": "Anna", "count": 1}, Is: map[string]any{"observer_name": "A.", "count": 2}}
	for range 2 {
		if err := history.Add(ctx, db, e); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range []string{
		"update history set actor_kind = 'server'", "update history set was = null", "delete from history", "truncate history", "update history set was = was || '{\"count\": 7}'",
	} {
		for _, before := range []string{"", "set session_replication_role = replica; ", "set skeeter.redaction = 'on'; "} {
			if err := pgtest.Exec(context.Background(), db.Config().ConnString(), before+statement); err == nil {
				t.Errorf("%s%s is allowed", before, statement)
			}
		}
	}
	if n := pgtest.Value[int64](t, db, "select redact_history('observation', '1', array['observer_name'], 'server', null)"); n != 2 {
		t.Errorf("%d entries were redacted", n)
	}
	entries, err := history.List(ctx, db, history.Observation, "1", nil, 10)
	if err != nil || len(entries) != 3 || entries[0].Action != "redacted" || string(entries[0].Is) != `{"entries": 2, "members": ["observer_name"]}` ||
		string(entries[1].Was) != `{"count": 1, "observer_name": "redacted"}` || string(entries[2].Is) != `{"count": 2, "observer_name": "redacted"}` {
		t.Errorf("%v, %+v", err, entries)
	}
	if err := pgtest.Exec(context.Background(), db.Config().ConnString(), "update history set was = null"); err == nil {
		t.Error("after a redaction everything may be changed")
	}
}
