package sql_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// TestEveryQuerySaysItsName, and its name alone: a mark inside a query would end the comment early.
func TestEveryQuerySaysItsName(t *testing.T) {
	t.Parallel()
	files, err := sql.Names()
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text := sql.Get(file).String()
		if got := sql.NameOf(text); got+".sql" != file {
			t.Errorf("%s says %q", file, got)
		}
		if strings.Count(text, "/*") != 1 || strings.Count(text, "*/") != 1 {
			t.Errorf("%s holds another comment of that kind", file)
		}
	}
}

func TestNameOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		sql.Named("ogc/items", "select 1"):          "ogc/items",
		sql.Get("fragment/from_sites.sql").String(): "",
		"select 1":                   "",
		"":                           "",
		"/* without an end":          "",
		"select 1 /* ogc/items */\n": "",
		sql.Named("a", sql.Named("ogc/items", "select")): "a",
	} {
		if got := sql.NameOf(text); got != want {
			t.Errorf("%q says %q, want %q", text, got, want)
		}
	}
}
