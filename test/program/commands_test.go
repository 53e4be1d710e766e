package program_test

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestUsage: the short form has a command of each kind of mistake, and of each kind of help.
func TestUsage(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	refused := [][]string{{"sing"}, {"import", "x.csv", "--map", "wing=W"}, {"migrate", "down", "-1"}, {"import", "--nope"}}
	says := map[[4]string]string{
		{"demo", "--count", "x"}:                    `--count is "x": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "99999999999999999999"}: `--count is "99999999999999999999": it is out of range; see skeeter demo --help`,
		{"export", "--excel=maybe", "-o-"}:          `--excel is "maybe": want true or false; see skeeter export --help`,
		{"import"}:                                  `name at least one file; see skeeter import --help`,
		{"names", "check", "a", "b"}:                `unexpected: b; see skeeter names check --help`,
		{"help", "import", "x"}:                     `there is no command import x; see skeeter --help`,
	}
	prints := [][]string{{"import", "--help"}, {"help", "migrate", "up"}, {"version"}, {"settings"}}
	if testenv.Long() {
		refused = append(refused, [][]string{{"import"}, {"export", "--format", "xml"}, {"demo", "--count", "0"}, {"serve", "now"}, {"migrate", "sideways"}, {"dataset"}}...)
		maps.Copy(says, map[[4]string]string{
			{"demo", "--count", "1.5"}: `--count is "1.5": want a whole number; see skeeter demo --help`,
			{"backup"}:                 `name the file to write; see skeeter backup --help`,
			{"backup", "a", "b"}:       `unexpected: b; see skeeter backup --help`,
			{"names", "check"}:         `name a file, or - for standard input; see skeeter names check --help`,
			{"profiles", "neon", "b"}:  `unexpected: b; see skeeter profiles --help`,
			{"serve", "now"}:           `unexpected: now; see skeeter serve --help`,
			{"help", "nosuch"}:         `there is no command nosuch; see skeeter --help`,
		})
		prints = append(prints, [][]string{{"--help"}, {"help"}, {"help", "import"}, {"--version"}}...)
	}
	for _, args := range refused {
		d.Refuses(2, "", args...)
	}
	for args, want := range says {
		given := slices.DeleteFunc(args[:], func(arg string) bool { return arg == "" })
		if r := d.Run(given...); r.Code != 2 || r.Stderr != "skeeter: "+want+"\n" {
			t.Errorf("skeeter %v: exit status %d: %s", args, r.Code, r.Stderr)
		}
	}
	for _, args := range prints {
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

// TestMigrateCommand: the short form begins with a database that has the schema, and a new one gets no schema there: a restore of what is no backup ends
// before that. TestFirstStart makes a whole one.
func TestMigrateCommand(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	d.Refuses(1, "--create-database", "migrate", "up")
	folder := filepath.Join(d.Dir, "db")
	var up string
	if testenv.Long() {
		up = sayWhichDatabase(t, d, 0, folder+" (embedded, new)", "migrate", "up", "--create-database")
	} else {
		sayWhichDatabase(t, d, 1, folder+" (embedded, new)", "restore", d.File("damaged.dump", "no dump"))
		database := skeetertest.NewPostgres(t) // no command has to start it
		d = skeetertest.On(t, database.Address)
		up = d.MustRun("migrate", "version")
	}
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
	commands := [][]string{{"backup", "x.dump"}, {"export", "--format", "csv"}, {"dataset", "list"}, {"import", records}, {"migrate", "up"}}
	if testenv.Long() {
		commands = append(commands, [][]string{{"dataset", "remove", "x"}, {"demo", "--remove"}, {"migrate", "version"}, {"grant-readonly", "map_reader"}}...)
	}
	for _, args := range commands {
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

// sayWhichDatabase checks that a command says in its first line on which database it works, and returns what it printed.
func sayWhichDatabase(t *testing.T, d *skeetertest.Deployment, code int, want string, args ...string) (stdout string) {
	t.Helper()
	r := d.Run(args...)
	line, _, _ := strings.Cut(withoutLog(r.Stderr), "\n")
	if r.Code != code || line != "database: "+want {
		t.Errorf("skeeter %v: exit status %d, its first line is %q, want %q\n%s", args, r.Code, line, want, r.Stderr)
	}
	return r.Stdout
}

// TestCommandsSayWhichDatabase: in their first line, without a password. That one is new, TestMigrateCommand tests, and the lines of a backup and a restore
// TestWhatABackupBringsBack.
func TestCommandsSayWhichDatabase(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	records, folder := d.File("records.csv", skeetertest.FieldRecords), filepath.Join(d.Dir, "db")
	sayWhichDatabase(t, d, 0, folder+" (embedded, started)", "dataset", "list")
	s := d.Serve()
	commands := [][]string{{"import", records, "--create-database", "--dataset", "Field work"}, {"export", "-o", "x.csv"}}
	if testenv.Long() {
		commands = append(commands, [][]string{{"import", records, "--dataset", "Field work"}, {"demo", "--count", "5"}, {"migrate", "version"}, {"dataset", "remove", "Field work"}}...)
	}
	for _, args := range commands {
		sayWhichDatabase(t, d, 0, folder+" (embedded, running)", args...)
	}
	outside := skeetertest.On(t, d.Database()+"&password=secret")
	socket := url.QueryEscape(filepath.Join(folder, "socket"))
	sayWhichDatabase(t, outside, 0, "postgres:///skeeter?host="+socket+"&user=skeeter", "dataset", "list")
	s.Stop(syscall.SIGTERM)
	if testenv.Long() {
		sayWhichDatabase(t, d, 1, folder+" (embedded, started)", "restore", d.File("damaged.dump", "no dump"))
	}
}

// withoutLog removes what a command logs.
func withoutLog(stderr string) string {
	lines := strings.SplitAfter(stderr, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "time=") }), "")
}
