package importing_test

import (
	"fmt"
	"slices"
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

// TestImportNotesUnknownNames holds that a data manager reads which stored names the catalog does not know, and that nothing is rejected
// for it.
func TestImportNotesUnknownNames(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	var file strings.Builder
	file.WriteString(header + "\n")
	for n, name := range []string{
		"Aedes aegypti", "Culex", "Culicidae", "Culex pipiens/restuans", "Culex pipiens molestus", "Anopheles cracens", "Ochlerotatus caspius", // known
		"Homo sapiens", "Diptera", "Homo sapiens", "Chironomidae", "pipiens",
		"Culex bahamensis", "Ochlerotatus intrudens", "Culex bahamensis", "Aedes intrudens/aegypti", "Culex pip.", "Anopheles oreios s.l.", "Wyeomyia aporonoma",
		"Culex pipens",
	} {
		fmt.Fprintf(&file, "u-%d,%s,48.85,2.35,2020-05-01,1\n", n, name)
	}
	path := i.file("unknown.csv", file.String())
	want := []importing.Note{
		{Message: `"Culex pipens" looks like a misspelling of Culex pipiens, kept as written (--correct-names corrects it)`, Rows: 1, Line: 21},
		{Message: "3 names are of no mosquito genus and stored all the same: Homo sapiens, Diptera, Chironomidae", Rows: 4, Line: 9},
		{Message: "5 names of mosquitoes are not in the catalog and stored all the same: Culex bahamensis, Ochlerotatus intrudens, Aedes aegypti/intrudens, " +
			"Anopheles oreios s.l., Wyeomyia aporonoma", Rows: 6, Line: 14},
		{Message: "2 texts are no names and their rows are kept with them, unresolved: pipiens, Culex pip.", Rows: 2, Line: 13},
	}
	for _, again := range []string{"", "again"} { // a name that is stored by now is no better known
		if r := i.must(path, importing.Options{Dataset: again}); !slices.Equal(r.Notes, want) || r.Rejected != 0 {
			t.Errorf("%d rejected; notes %+v", r.Rejected, r.Notes)
		}
	}
	stored := pgtest.Column[string](t, i.db, "select concat_ws(' ', o.occurrence_id, t.scientific_name, o.verbatim_scientific_name) from observations o join taxa t on t.key = o.taxon_key"+
		" where t.scientific_name in ('incertae sedis', 'Culex pipens') and o.data_source_key is not null order by 1")
	if want := []string{"u-11 incertae sedis pipiens", "u-16 incertae sedis Culex pip.", "u-19 Culex pipens"}; !slices.Equal(slices.Compact(stored), want) {
		t.Errorf("stored are %v", stored)
	}
	one := i.must(i.file("one.csv", header+"\no-1,Culex bahamensis,48.85,2.35,2020-05-01,1\n"), importing.Options{})
	if len(one.Notes) != 1 || one.Notes[0].Message != "a mosquito's name is not in the catalog and stored all the same: Culex bahamensis" {
		t.Errorf("one name: %+v", one.Notes)
	}
}

// TestImportTellsDividedNamesApart holds that an undivided name and a hybrid are stored as what they are beside a synonym with the same slug, and
// found by what includes all their alternatives.
func TestImportTellsDividedNamesApart(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	var file strings.Builder
	file.WriteString(header + "\n")
	for n, name := range []string{
		"Culex pipiens/quinquefasciatus", "CULEX QUINQUEFASCIATUS/PIPIENS", "Culex pipiens or quinquefasciatus", "Culex pipiens x quinquefasciatus",
		"Culex pipiens quinquefasciatus", "Culex pipiens × restuans", "Culex pipiens/restuans", "Culex pipiens restuans",
	} {
		fmt.Fprintf(&file, "d-%d,%s,48.85,2.35,2020-05-01,1\n", n, name)
	}
	path := i.file("divided.csv", file.String())
	count := counted(t, i.db, map[string]importing.Options{path: {}})
	got := pgtest.Column[string](t, i.db, "select concat_ws(' ', o.occurrence_id, t.id, t.scientific_name) from observations o join taxa t on t.key = o.taxon_key order by 1")
	if want := []string{
		"d-0 culex-pipiens-or-quinquefasciatus Culex pipiens/quinquefasciatus", "d-1 culex-pipiens-or-quinquefasciatus Culex pipiens/quinquefasciatus",
		"d-2 culex-pipiens-or-quinquefasciatus Culex pipiens/quinquefasciatus", "d-3 culex-pipiens-x-quinquefasciatus Culex pipiens × quinquefasciatus",
		"d-4 culex-quinquefasciatus Culex quinquefasciatus", "d-5 culex-pipiens-x-restuans Culex pipiens × restuans",
		"d-6 culex-pipiens-restuans Culex pipiens/restuans", "d-7 culex-pipiens-restuans-ssp Culex pipiens restuans",
	}; !slices.Equal(got, want) {
		t.Errorf("stored are\n%s", strings.Join(got, "\n"))
	}
	for species, want := range map[string]int{
		"culex-pipiens-or-quinquefasciatus": 3, "Culex quinquefasciatus/pipiens": 3, "culex-pipiens-x-quinquefasciatus": 1, "Culex pipiens x quinquefasciatus": 1,
		"culex-quinquefasciatus": 1, "culex-pipiens-quinquefasciatus": 1, "culex-pipiens-restuans": 1, "Culex pipiens restuans": 1,
		"culex-pipiens": 1, "culex-pipiens-complex": 6, "culex": 8,
	} {
		if n, included := count("species", species); n != want {
			t.Errorf("species=%s finds %d in %q, want %d", species, n, included, want)
		}
	}
	if n, included := count("genus", "culex"); n != 8 {
		t.Errorf("the genus has %d in %q", n, included)
	}
	if n, _ := count("species", "Culex pipiens or quinquefasciatus", "exact", "true"); n != 3 {
		t.Errorf("the undivided name alone has %d", n)
	}
	if r := i.must(path, importing.Options{}); r.Unchanged != 8 {
		t.Errorf("the file again: %+v", r)
	}
}
