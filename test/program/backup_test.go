package program_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestWhatABackupBringsBack: one backup brings back photographs of species and accounts, without their sessions and without who was erased since. It is one
// test because a restore takes seconds. What a backup holds of records, test/databases tests.
func TestWhatABackupBringsBack(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	testenv.Eventually(t, "the tile index is saved", func() bool { return strings.Contains(s.Log.String(), "tile index saved") })
	storePhotograph(t, d)
	ada := signUp(t, d, s, "ada", "administrator")
	signUp(t, d, s, "grace", "reporter")
	backup := filepath.Join(d.Dir, "before.dump")
	folder := filepath.Join(d.Dir, "db")
	if out := sayWhichDatabase(t, d, 0, folder+" (embedded, running)", "backup", backup); !strings.Contains(out, "1 photographs of species") {
		t.Errorf("the backup says\n%s", out)
	}

	account := pgtest.Value[string](t, d.Connect(), "select to_jsonb(a)::text from accounts a where login = 'grace'")
	d.Refuses(1, "last administrator", "user", "erase", "ada")
	d.Refuses(1, "skeeter user list", "user", "erase", "nobody")
	if out := d.MustRun("user", "erase", "grace"); !strings.HasPrefix(out, "erased ") || strings.Contains(out, "grace") {
		t.Errorf("erase: %s", out)
	}
	withoutGrace(t, d, "erased")
	erased := d.MustRun("user", "erasures")
	if strings.Count(erased, "\n") != 1 || strings.Contains(erased, "grace") {
		t.Errorf("erasures: %s", erased)
	}
	if out := d.MustRun("catalog", "images", "--remove"); !strings.Contains(out, "removed 1 photograph") {
		t.Errorf("the removal says\n%s", out)
	}

	s.Stop(syscall.SIGTERM)
	if out := sayWhichDatabase(t, d, 0, folder+" (embedded, started)", "restore", "--replace", backup); !strings.Contains(out, "1 account.") {
		t.Errorf("restore: %s", out)
	}
	s = d.Serve()
	for _, says := range []string{"tile index loaded", "another database"} { // the saved index is of what was there before
		testenv.Eventually(t, "the log says: "+says, func() bool { return strings.Contains(s.Log.String(), says) })
	}
	withoutGrace(t, d, "restored over the old database")
	if again := d.MustRun("user", "erasures"); again != erased {
		t.Errorf("the restored database lists %q, want %q", again, erased)
	}
	if a := s.Send(http.MethodGet, skeetertest.API+"/accounts", "", ada...); a.Status != http.StatusUnauthorized {
		t.Errorf("a restored backup has sessions: %d", a.Status)
	}
	body, err := json.Marshal(map[string]string{"login": "ada", "password": userPassword})
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Send(http.MethodPost, skeetertest.API+"/session", string(body), "Content-Type", "application/json"); a.Status != http.StatusOK {
		t.Errorf("a restored backup has no accounts: %d %s", a.Status, a.Body)
	}
	if shown := photographs(t, s); len(shown) != 1 {
		t.Errorf("the backup brings back %+v", shown)
	}

	db := d.Connect()
	// As in a database that knows of no erasure and has the account: the list says it.
	pgtest.Run(t, db, "delete from erasures")
	pgtest.Run(t, db, "insert into accounts select (jsonb_populate_record(null::accounts, $1)).*", account)
	applyErasures(t, d, erased)
}

// applyErasures applies the list of an erasure where the account is there.
func applyErasures(t *testing.T, d *skeetertest.Deployment, erased string) {
	t.Helper()
	if out := d.MustRun("user", "list"); !strings.Contains(out, "grace") {
		t.Fatalf("there is no grace: %s", out)
	}
	d.Refuses(1, "line 1", "user", "erasures", "--apply", d.File("damaged.txt", "x"+erased))
	list := d.File("erasures.txt", erased)
	if out := d.MustRun("user", "erasures", "--apply", list); out != "erased 1 account\n" {
		t.Errorf("apply: %q", out)
	}
	withoutGrace(t, d, "applied")
	if out := d.MustRun("user", "erasures", "--apply", list); out != "erased 0 accounts\n" {
		t.Errorf("apply again: %q", out)
	}
}

// withoutGrace holds that one of two accounts is left.
func withoutGrace(t *testing.T, d *skeetertest.Deployment, when string) {
	t.Helper()
	if out := d.MustRun("user", "list"); strings.Contains(out, "grace") || !strings.Contains(out, "ada") {
		t.Errorf("%s: %s", when, out)
	}
}
