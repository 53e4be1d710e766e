package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestEraseOnTheCommandLine: a backup of before brings nobody back, neither over the old database nor, with the list, elsewhere.
func TestEraseOnTheCommandLine(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	for login, role := range map[string]string{"ada": "administrator", "grace": "reporter"} {
		signUp(t, d, s, login, role)
	}
	backup, list := filepath.Join(d.Dir, "before.dump"), filepath.Join(d.Dir, "erasures.txt")
	d.MustRun("backup", backup)

	d.Refuses(1, "last administrator", "user", "erase", "ada")
	d.Refuses(1, "skeeter user list", "user", "erase", "nobody")
	gone := func(d *skeetertest.Deployment, when string) {
		t.Helper()
		if out := d.MustRun("user", "list"); strings.Contains(out, "grace") || !strings.Contains(out, "ada") {
			t.Errorf("%s: %s", when, out)
		}
	}
	if out := d.MustRun("user", "erase", "grace"); !strings.HasPrefix(out, "erased ") || strings.Contains(out, "grace") {
		t.Errorf("erase: %s", out)
	}
	gone(d, "erased")
	erased := d.MustRun("user", "erasures")
	if strings.Count(erased, "\n") != 1 || strings.Contains(erased, "grace") {
		t.Errorf("erasures: %s", erased)
	}
	if err := os.WriteFile(list, []byte(erased), 0o600); err != nil {
		t.Fatal(err)
	}

	s.Stop(syscall.SIGTERM)
	if out := d.MustRun("restore", "--replace", backup); !strings.Contains(out, "1 account.") {
		t.Errorf("restore: %s", out)
	}
	gone(d, "restored over the old database")
	if again := d.MustRun("user", "erasures"); again != erased {
		t.Errorf("the restored database lists %q, want %q", again, erased)
	}

	other := skeetertest.Empty(t, "SKEETER_DEMO=false")
	other.MustRun("restore", backup)
	if out := other.MustRun("user", "list"); !strings.Contains(out, "grace") {
		t.Fatalf("a backup of before has no grace: %s", out)
	}
	other.Refuses(1, "line 1", "user", "erasures", "--apply", other.File("damaged.txt", "x"+erased))
	if out := other.MustRun("user", "erasures", "--apply", list); out != "erased 1 account\n" {
		t.Errorf("apply: %q", out)
	}
	gone(other, "applied")
	if out := other.MustRun("user", "erasures", "--apply", list); out != "erased 0 accounts\n" {
		t.Errorf("apply again: %q", out)
	}
}
