package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestReadNames(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content, column, want string
	}{
		"lines":          {"Aedes aegypti (Linnaeus, 1762)\r\n\n Culex sp. \nAedes aegypti (Linnaeus, 1762)\n", "", "[Aedes aegypti (Linnaeus, 1762) Culex sp.] map[Aedes aegypti (Linnaeus, 1762):2 Culex sp.:1]"},
		"a column":       {"\ufeffid,Species\n1,Aedes vexans\n2,\"Culex pipiens, L.\"\n3\n", "species", "[Aedes vexans Culex pipiens, L.] map[Aedes vexans:1 Culex pipiens, L.:1]"},
		"semicolons":     {"a;b\n1;Aedes vexans\n", "B", "[Aedes vexans] map[Aedes vexans:1]"},
		"tabs":           {"a, of\tb\n1\tAedes vexans\n", "b", "[Aedes vexans] map[Aedes vexans:1]"},
		"another column": {"a,b\n1,2\n", "c", `there is no column "c"; the columns are a, b`},
		"nothing":        {"", "c", "the header: EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "names")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			written, rows, err := readNames(nil, path, test.column)
			got := fmt.Sprint(written, " ", rows)
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(got, test.want) {
				t.Errorf("read %s, want %s", got, test.want)
			}
			if _, rows, err := readNames(strings.NewReader(test.content), "-", test.column); err == nil && len(rows) != len(written) {
				t.Errorf("standard input has %v", rows)
			}
		})
	}
}

func TestNoteOfName(t *testing.T) {
	t.Parallel()
	id, name := "culex-pipens", "Culex pipens"
	near := []catalog.NearName{{Name: "Culex pipiens", Distance: 1}, {Name: "Culex papiens", Distance: 2}}
	for want, n := range map[string]struct {
		catalog.ResolvedName
		surveillance.Coverage
	}{
		"perhaps Culex pipiens (1 letter) or Culex papiens (2 letters); stored as it is written; not in the catalog": {
			catalog.ResolvedName{Name: &name, SpeciesID: &id, Rank: names.Species, Candidates: near}, surveillance.Uncatalogued,
		},
		"perhaps Culex pipiens (1 letter); not in the catalog": {
			catalog.ResolvedName{Name: &name, Rank: names.Species, Candidates: near[:1]}, surveillance.Uncatalogued,
		},
		"": {ResolvedName: catalog.ResolvedName{Name: &name, SpeciesID: &id, InCatalog: true, Rank: names.Species}},
		"the name says that it is not known which mosquito it is": {ResolvedName: catalog.ResolvedName{Written: "unidentified"}},
		"the name says that the row adds up others":               {ResolvedName: catalog.ResolvedName{Written: "Grand Total"}},
		"the name says that there was no mosquito":                {ResolvedName: catalog.ResolvedName{Written: "sin mosquitos"}},
		"the name says that there was no Culex pipiens":           {ResolvedName: catalog.ResolvedName{Written: "Not Culex pipiens"}},
		"no name":              {ResolvedName: catalog.ResolvedName{Written: "NA"}},
		"of no mosquito genus": {catalog.ResolvedName{Written: "Diptera", Name: &name, Rank: names.Genus}, surveillance.Foreign},
	} {
		if got := noteOf(n.ResolvedName, n.Coverage); got != want {
			t.Errorf("the note is %q, want %q", got, want)
		}
	}
}
