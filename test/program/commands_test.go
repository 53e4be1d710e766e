package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	for _, args := range [][]string{{"sing"}, {"import"}, {"import", "x.csv", "--map", "wing=W"}, {"export", "--format", "xml"},
		{"demo", "--count", "0"}, {"serve", "now"}, {"migrate", "sideways"}, {"migrate", "down", "-1"}, {"dataset"}, {"import", "--nope"}} {
		d.Refuses(2, "", args...)
	}
	for args, want := range map[[3]string]string{
		{"demo", "--count", "x"}:                    `--count is "x": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "1.5"}:                  `--count is "1.5": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "99999999999999999999"}: `--count is "99999999999999999999": it is out of range; see skeeter demo --help`,
		{"export", "--excel=maybe", "-o-"}:          `--excel is "maybe": want true or false; see skeeter export --help`,
	} {
		if r := d.Run(args[:]...); r.Code != 2 || r.Stderr != "skeeter: "+want+"\n" {
			t.Errorf("skeeter %v: exit status %d: %s", args, r.Code, r.Stderr)
		}
	}
	for _, args := range [][]string{{"--help"}, {"import", "--help"}, {"--version"}, {"version"}, {"settings"}} {
		if out := d.MustRun(args...); out == "" {
			t.Errorf("skeeter %v printed nothing", args)
		}
	}
}

func TestMigrateCommand(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	up := d.MustRun("migrate", "up")
	if down := d.MustRun("migrate", "down", "all"); !strings.Contains(down, "schema version 0") {
		t.Errorf("down: %s", down)
	}
	if again := d.MustRun("migrate", "up"); again != up || strings.Contains(up, "version 0") {
		t.Errorf("up printed %q, then %q", up, again)
	}
	if out := d.MustRun("migrate", "version"); out != up {
		t.Errorf("version printed %q, up %q", out, up)
	}
}

// TestNothingIsMadeToReadFrom: a command that reads what is there makes no database where none is.
func TestNothingIsMadeToReadFrom(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	for _, args := range [][]string{{"backup", "x.dump"}, {"export", "--format", "csv"}, {"dataset", "list"}} {
		d.Refuses(1, "there is no database in "+filepath.Join(d.Dir, "db"), args...)
	}
	d.Refuses(1, "nothing.csv: no such file", "import", "nothing.csv")
	if _, err := os.Stat(filepath.Join(d.Dir, "db")); !os.IsNotExist(err) {
		t.Errorf("a database was made: %v", err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "x.dump")); !os.IsNotExist(err) {
		t.Errorf("a backup of nothing was made: %v", err)
	}
}
