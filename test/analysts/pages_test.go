// Package analysts_test runs the examples of docs/python.md and docs/r.md against a real server, in the programs that they are for, and compares
// what they print. A test whose program is not there is skipped.
package analysts_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

var update = flag.Bool("update", false, "write what the examples print into the pages")

// shared is a server with the records of `make run`.
var shared *skeetertest.Server

// written is the address of the server in the pages.
const written = "http://127.0.0.1:8080"

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, start)) }

func start(t skeetertest.T) {
	if pythonFails() != nil && rFails() != nil {
		return
	}
	shared = skeetertest.New(t, "SKEETER_DEMO=true").Serve()
}

// python is the interpreter: that of a virtual environment, where SKEETER_TEST_PYTHON names it.
func python() string {
	if named := os.Getenv("SKEETER_TEST_PYTHON"); named != "" {
		return named
	}
	return "python3"
}

func pythonFails() error {
	return exec.Command(python(), "-c", "import geopandas, pandas, requests, duckdb, pyarrow").Run()
}

func rFails() error {
	return exec.Command("Rscript", "-e", "library(sf); library(jsonlite)").Run()
}

func TestPython(t *testing.T) {
	if err := pythonFails(); err != nil {
		t.Skip("no Python with geopandas, pandas, requests, duckdb and pyarrow (python3, or SKEETER_TEST_PYTHON):", err)
	}
	run(t, "python.md", "python", `print("`+mark+`")`, python(), "-")
}

func TestR(t *testing.T) {
	if err := rFails(); err != nil {
		t.Skip("no R with sf and jsonlite (Debian: r-cran-sf, r-cran-jsonlite):", err)
	}
	run(t, "r.md", "r", `cat("`+mark+`\n")`, "Rscript", "-")
}

// mark parts what one example prints from what the next does.
const mark = "=== next example ==="

// example is an example of a language and what it prints, which may be nothing.
func example(language string) *regexp.Regexp {
	return regexp.MustCompile("(?s)```" + language + "\n(.*?)```\n(?:\n```output\n(.*?)```\n)?")
}

// run runs the examples of a page one after another, in one program, and compares what each prints with the page.
func run(t *testing.T, page, language, printMark, program string, args ...string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", page)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, pattern := string(raw), example(language)
	examples := pattern.FindAllStringSubmatch(text, -1)
	if len(examples) < 2 {
		t.Fatal("the page has no examples")
	}
	var script strings.Builder
	for _, e := range examples {
		script.WriteString(strings.ReplaceAll(e[1], written, shared.Base) + "\n" + printMark + "\n")
	}
	cmd, log := exec.Command(program, args...), new(strings.Builder)
	cmd.Dir, cmd.Stdin, cmd.Stderr = t.TempDir(), strings.NewReader(script.String()), log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, log)
	}
	printed := strings.Split(string(out), mark+"\n")
	for i, e := range examples {
		got, want := lines(printed[i]), lines(e[2])
		if got == want {
			continue
		}
		if !*update {
			t.Errorf("%s\nprints\n%s\nand %s says\n%s", e[1], got, page, want)
			continue
		}
		text = strings.Replace(text, e[0], "```"+language+"\n"+e[1]+"```\n\n```output\n"+got+"```\n", 1)
	}
	if *update && text != string(raw) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// lines are the lines of a text without spaces at their ends.
func lines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}
