package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog/places"
)

func found(x *index, text string, limit int) string {
	var out []string
	for _, e := range x.find(text, limit) {
		out = append(out, e.id)
	}
	return strings.Join(out, " ")
}

// TestOwnNamesComeFirst: species that once were of a genus come after those that are.
func TestOwnNamesComeFirst(t *testing.T) {
	t.Parallel()
	b := newBuilder()
	b.add(entry{kind: Species, id: "aedes-aegypti", importance: 0.9}, "Aedes aegypti")
	b.addSpellings([]string{"Culex aegypti"})
	b.add(entry{kind: Species, id: "culex-pipiens", importance: 0.5}, "Culex pipiens")
	b.add(entry{kind: Species, id: "culex", importance: 0.1}, "Culex")
	x := b.build()
	for text, want := range map[string]string{"culex": "culex culex-pipiens aedes-aegypti", "Culex aegypti": "aedes-aegypti", "aeg": "aedes-aegypti"} {
		if got := found(x, text, 10); got != want {
			t.Errorf("%s finds %s, want %s", text, got, want)
		}
	}
}

func TestOrderOfResults(t *testing.T) {
	t.Parallel()
	b := newBuilder()
	b.add(entry{kind: Country, id: "br", importance: 1, misspelled: true}, "Brazil", "Brésil", "Бразилия")
	b.add(entry{kind: Area, id: "br-sp", importance: 0.7}, "São Paulo")
	b.add(entry{kind: Town, id: "paulo", importance: 0.9}, "Paulo Afonso")
	b.add(entry{kind: Town, id: "paul", importance: 0.1}, "Paul")
	b.add(entry{kind: Species, id: "aedes-aegypti", importance: 0.8, misspelled: true}, "Aedes aegypti", "Yellow fever mosquito", "Stegomyia aegypti")
	b.add(entry{kind: Disease, id: "yellow-fever", importance: 0.8, misspelled: true}, "Yellow fever", "Fiebre amarilla")
	x := b.build()
	for text, want := range map[string]string{
		"sao paulo": "br-sp", "SÃO  PAULO": "br-sp", "paul": "paul paulo br-sp", "paulo": "paulo br-sp", "бразил": "br", "bresil": "br",
		"yellow fever": "yellow-fever aedes-aegypti", "fever": "aedes-aegypti yellow-fever", "stegomyia": "aedes-aegypti", "aegypti": "aedes-aegypti",
		"aedes egypti": "aedes-aegypti", "brasil": "br", "brzail": "br", "brxxl": "", "": "", "---": "", "zz": "", "\xff": "",
	} {
		if got := found(x, text, 10); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := found(x, "paul", 2); got != "paul paulo" {
		t.Errorf("two of them are %q", got)
	}
}

// TestEveryTypeHasAPart: many of one type leave room for those of others.
func TestEveryTypeHasAPart(t *testing.T) {
	t.Parallel()
	b := newBuilder()
	for i := range 50 {
		b.add(entry{kind: Town, id: fmt.Sprint("t", i), importance: 0.9}, fmt.Sprint("San ", i))
	}
	b.add(entry{kind: Country, id: "sm", importance: 0.1}, "San Marino")
	if got := found(b.build(), "san", 6); got != "t0 t1 t2 t3 t4 sm" {
		t.Errorf("%s", got)
	}
}

// world is an index with all towns of the world, and names as many as there are states.
func world(tb testing.TB) *index {
	tb.Helper()
	b := newBuilder()
	towns, err := places.Towns()
	if err != nil {
		tb.Fatal(err)
	}
	for i, town := range towns {
		addTown(b, town)
		if i < 4510 {
			b.add(entry{kind: Area, id: town.Name, importance: 0.5, misspelled: true}, town.Name, town.State)
		}
	}
	return b.build()
}

// BenchmarkFind is the search for every beginning of one, two and three letters, and for misspelled words.
func BenchmarkFind(b *testing.B) {
	x := world(b)
	var texts []string
	for _, k := range x.keys {
		for n := 1; n <= 3 && n <= len(k.text); n++ {
			texts = append(texts, k.text[:n])
		}
	}
	texts = append(texts, "aedes egyptj", "qqqqqq", "san francisko")
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		x.find(texts[i*7919%len(texts)], 10)
	}
}

// BenchmarkFindLetter is the search for the letter that most names begin with.
func BenchmarkFindLetter(b *testing.B) {
	x := world(b)
	for b.Loop() {
		x.find("s", 10)
	}
}
