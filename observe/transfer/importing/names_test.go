package importing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

func TestImportResolvesNames(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("names.csv", header+"\n"+
		"n-1,Aedes egypti,48.85,2.35,2020-05-01,1\nn-2,Aedes egypti,48.85,2.35,2020-05-02,1\n"+
		"n-3,AEDES AEGYPTI,48.85,2.35,2020-05-03,1\nn-4,Stegomyia aegypti,48.85,2.35,2020-05-04,1\n")
	r := i.must(path, importing.Options{})
	names := func() string {
		return strings.Join(pgtest.Column[string](t, i.db, "select occurrence_id || ' ' || t.scientific_name from observations o join taxa t on t.key = o.taxon_key order by 1"), ", ")
	}
	if got := names(); got != "n-1 Aedes egypti, n-2 Aedes egypti, n-3 Aedes aegypti, n-4 Aedes aegypti" {
		t.Errorf("stored as %s", got)
	}
	if len(r.Notes) != 1 || r.Notes[0] != (importing.Note{Message: `"Aedes egypti" looks like a misspelling of Aedes aegypti, kept as written (--correct-names corrects it)`, Rows: 2, Line: 2}) {
		t.Errorf("notes: %+v", r.Notes)
	}
	i.must(path, importing.Options{Dataset: "corrected", CorrectNames: true})
	if got := names(); strings.Count(got, "Aedes aegypti") != 6 {
		t.Errorf("corrected: %s", got)
	}
	var many strings.Builder
	many.WriteString(header + "\n")
	for n := range 26 {
		for _, end := range []string{"", "i"} {
			fmt.Fprintf(&many, "m-%d%s,Culex pip%ciens%s,48.85,2.35,2020-05-01,1\n", n, end, 'a'+n, end)
		}
	}
	if r := i.must(i.file("many.csv", many.String()), importing.Options{}); len(r.Notes) > 21 {
		t.Errorf("%d notes", len(r.Notes))
	}
}
