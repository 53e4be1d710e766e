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
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
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
		"another column": {"a,b\n1,2\n", "c", `there is no column "c"; the columns are "a", "b"`},
		"nothing":        {"", "c", "the file is empty"},
		"windows-1252":   {"Esp\xe8ce;n\nAedes vexans;1\nn\xe9ant;2\n", "Espèce", "[Aedes vexans néant] map[Aedes vexans:1 néant:1]"},
		"UTF-16":         {"\xff\xfeA\x00b\x00\n\x00C\x00d\x00\n\x00", "", "[Ab Cd] map[Ab:1 Cd:1]"},
		"a long line":    {strings.Repeat("x", 70_000) + "\nAb\n", "", " Ab] map[Ab:1 " + strings.Repeat("x", 70_000) + ":1]"},
		"pipes":          {"a|b\n1|Aedes vexans\n", "b", "[Aedes vexans] map[Aedes vexans:1]"},
		"the second":     {"b,b\n1,Aedes vexans\n", "b#2", "[Aedes vexans] map[Aedes vexans:1]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "names")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			written, rows, err := namesFile{path: path, column: test.column}.read(t.Context(), nil)
			got := fmt.Sprint(written, " ", rows)
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(got, test.want) {
				t.Errorf("read %s, want %s", got, test.want)
			}
			if _, rows, err := (namesFile{path: "-", column: test.column}).read(t.Context(), strings.NewReader(test.content)); err == nil && len(rows) != len(written) {
				t.Errorf("standard input has %v", rows)
			}
		})
	}
}

// TestReadNamesOfAWorkbook holds that the check reads the tables that an import reads.
func TestReadNamesOfAWorkbook(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "names.xlsx")
	if err := os.WriteFile(path, filetest.Workbook(t), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[namesFile]string{
		{path, "scientificName", ""}:          "[Aedes vexans]",
		{path, "scientificName", "Records"}:   "[Aedes vexans]",
		{path, "scientificName", "elsewhere"}: "Records",
		{path, "", ""}:                        "--column",
	} {
		written, _, err := file.read(t.Context(), nil)
		if got := fmt.Sprint(written, err); !strings.Contains(got, want) {
			t.Errorf("%v: read %s, want %s", file, got, want)
		}
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

// TestNoteOf: what a person should know of a name stands beside it.
func TestNoteOf(t *testing.T) {
	t.Parallel()
	if got := noteOf(catalog.ResolvedName{Qualifier: new("cf.")}, surveillance.Covered); !strings.Contains(got, "doubt: cf.") {
		t.Errorf("of a doubt: %q", got)
	}
	if got := noteOf(catalog.ResolvedName{Rank: "undivided", Alternatives: []string{"Culex pipiens", "Culex restuans"}}, surveillance.Covered); !strings.Contains(got, "undivided: Culex pipiens, Culex restuans") {
		t.Errorf("of a name that does not choose: %q", got)
	}
}
