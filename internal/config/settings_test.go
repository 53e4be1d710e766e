package config_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/config"
)

var update = flag.Bool("update", false, "write the table of docs/settings.md anew")

const tableHead = "| Variable | Default | Meaning |\n|---|---|---|\n"

// TestDocumentHoldsEverySetting keeps the table of docs/settings.md as the tags of Config say it.
func TestDocumentHoldsEverySetting(t *testing.T) {
	t.Parallel()
	const file = "../../docs/settings.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), tableHead)
	_, after, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatalf("%s has no table of settings", file)
	}
	want := before + table() + "\n" + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(raw) != want {
		t.Errorf("%s is not what the settings say: go test ./internal/config -update writes it", file)
	}
}

func table() string {
	var b strings.Builder
	b.WriteString(tableHead)
	for _, s := range config.Settings() {
		value := "unset"
		if s.Default != "" {
			value = "`" + s.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, value, s.Meaning)
	}
	return b.String()
}

// TestMeaningsNameTheLimits holds what a kind allows against what its doc tells readers.
func TestMeaningsNameTheLimits(t *testing.T) {
	t.Parallel()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
		if !f.IsExported() {
			continue
		}
		kind, doc := strings.Fields(f.Tag.Get("kind")), f.Tag.Get("doc")
		if limits := strings.Join(kind[min(1, len(kind)):], " to "); !strings.Contains(doc, limits) && kind[0] != "oneof" {
			t.Errorf("%s: %q does not say %q", f.Name, doc, limits)
		}
		if doc == "" || strings.Contains(doc, "|") {
			t.Errorf("%s: %q is no meaning for a table", f.Name, doc)
		}
	}
}
