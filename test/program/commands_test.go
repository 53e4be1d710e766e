package program_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
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
	for args, want := range map[[4]string]string{
		{"demo", "--count", "x"}:                    `--count is "x": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "1.5"}:                  `--count is "1.5": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "99999999999999999999"}: `--count is "99999999999999999999": it is out of range; see skeeter demo --help`,
		{"export", "--excel=maybe", "-o-"}:          `--excel is "maybe": want true or false; see skeeter export --help`,
		{"import"}:                                  `name at least one file; see skeeter import --help`,
		{"backup"}:                                  `name the file to write; see skeeter backup --help`,
		{"backup", "a", "b"}:                        `unexpected: b; see skeeter backup --help`,
		{"names", "check"}:                          `name a file, or - for standard input; see skeeter names check --help`,
		{"names", "check", "a", "b"}:                `unexpected: b; see skeeter names check --help`,
		{"profiles", "neon", "b"}:                   `unexpected: b; see skeeter profiles --help`,
		{"serve", "now"}:                            `unexpected: now; see skeeter serve --help`,
		{"help", "nosuch"}:                          `there is no command nosuch; see skeeter --help`,
		{"help", "import", "x"}:                     `there is no command import x; see skeeter --help`,
	} {
		given := slices.DeleteFunc(args[:], func(arg string) bool { return arg == "" })
		if r := d.Run(given...); r.Code != 2 || r.Stderr != "skeeter: "+want+"\n" {
			t.Errorf("skeeter %v: exit status %d: %s", args, r.Code, r.Stderr)
		}
	}
	for _, args := range [][]string{{"--help"}, {"import", "--help"}, {"help"}, {"help", "import"}, {"help", "migrate", "up"}, {"--version"}, {"version"}, {"settings"}} {
		if out := d.MustRun(args...); out == "" {
			t.Errorf("skeeter %v printed nothing", args)
		}
	}
}

func TestManualAndCompletions(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	d.Refuses(2, "name a folder", "man")
	folder := t.TempDir()
	d.MustRun("man", folder)
	for page, want := range map[string]string{"skeeter.1": "skeeter-serve(1)", "skeeter-import.1": "profile"} {
		if text, err := os.ReadFile(filepath.Join(folder, page)); err != nil || !strings.Contains(strings.ReplaceAll(string(text), `\-`, "-"), want) {
			t.Errorf("%s does not say %s: %v", page, want, err)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if out := d.MustRun("completion", shell); !strings.Contains(out, "__complete") {
			t.Errorf("completions of %s: %s", shell, out)
		}
	}
}

func TestHealthCommand(t *testing.T) {
	t.Parallel()
	s := skeetertest.New(t).Serve()
	d := skeetertest.Empty(t).With("SKEETER_LISTEN_ADDR=" + strings.TrimPrefix(s.Base, "http://"))
	if said := d.MustRun("health"); !strings.Contains(said, `"status":"ok"`) {
		t.Errorf("health printed %s", said)
	}
	s.Stop(syscall.SIGINT)
	d.Refuses(1, "does not answer", "health")
	d.Refuses(2, "unexpected: now", "health", "now")
}

func TestMigrateCommand(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	d.Refuses(1, "--create-database", "migrate", "up")
	up := d.MustRun("migrate", "up", "--create-database")
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
	records := d.File("records.csv", skeetertest.FieldRecords)
	for _, args := range [][]string{{"backup", "x.dump"}, {"export", "--format", "csv"}, {"dataset", "list"}, {"dataset", "remove", "x"}, {"import", records},
		{"demo", "--remove"}, {"migrate", "up"}, {"migrate", "version"}, {"grant-readonly", "map_reader"}} {
		d.Refuses(1, "there is no database in "+filepath.Join(d.Dir, "db")+" (SKEETER_DATABASE_PATH): name the server's folder", args...)
	}
	d.Refuses(1, "nothing.csv: no such file", "import", "nothing.csv")
	if _, err := os.Stat(filepath.Join(d.Dir, "db")); !os.IsNotExist(err) {
		t.Errorf("a database was made: %v", err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "x.dump")); !os.IsNotExist(err) {
		t.Errorf("a backup of nothing was made: %v", err)
	}
}

// TestCommandsSayWhichDatabase: in their first line, without a password.
func TestCommandsSayWhichDatabase(t *testing.T) {
	t.Parallel()
	says := func(d *skeetertest.Deployment, code int, want string, args ...string) {
		t.Helper()
		r := d.Run(args...)
		line, _, _ := strings.Cut(withoutLog(r.Stderr), "\n")
		if r.Code != code || line != "database: "+want {
			t.Errorf("skeeter %v: exit status %d, its first line is %q, want %q\n%s", args, r.Code, line, want, r.Stderr)
		}
	}
	empty := skeetertest.Empty(t)
	says(empty, 0, filepath.Join(empty.Dir, "db")+" (embedded, new)", "migrate", "up", "--create-database")

	d := skeetertest.New(t)
	records, folder := d.File("records.csv", skeetertest.FieldRecords), filepath.Join(d.Dir, "db")
	says(d, 0, folder+" (embedded, started)", "dataset", "list")
	s := d.Serve()
	for _, args := range [][]string{{"import", records, "--dataset", "Field work"}, {"import", records, "--create-database", "--dataset", "Field work"},
		{"export", "-o", "x.csv"}, {"backup", "x.dump"}, {"demo", "--count", "5"}, {"migrate", "version"}, {"dataset", "remove", "Field work"}} {
		says(d, 0, folder+" (embedded, running)", args...)
	}
	outside := skeetertest.On(t, d.Database()+"&password=secret")
	socket := url.QueryEscape(filepath.Join(folder, "socket"))
	says(outside, 0, "postgres:///skeeter?host="+socket+"&user=skeeter", "dataset", "list")
	s.Stop(syscall.SIGTERM)
	says(d, 1, folder+" (embedded, started)", "restore", d.File("damaged.dump", "no dump")) // what it does with a whole one, TestWhatABackupBringsBack tests
}

// withoutLog removes what a command logs.
func withoutLog(stderr string) string {
	lines := strings.SplitAfter(stderr, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "time=") }), "")
}
