package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

const docsPage = "../docs/catalog.md"

// TestDocsListWhatIsUnverified: docs/catalog.md lists the roles and texts that nobody has compared with their source, and the works without
// an address, and counts the files.
func TestDocsListWhatIsUnverified(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for name, list := range map[string]string{
		"unverified roles": unverifiedRoles(e), "unverified texts": unverifiedTexts(e), "texts": comparedTexts(e), "works without address": worksWithoutAddress(e),
	} {
		before, rest, _ := strings.Cut(page, "<!-- "+name+" -->\n")
		got, after, ok := strings.Cut(rest, "<!-- /"+name+" -->\n")
		if !ok {
			t.Fatalf("%s has no list of %s", docsPage, name)
		}
		if got != list && !*update {
			t.Errorf("%s lists other %s: run go test ./catalog -update", docsPage, name)
		}
		page = before + "<!-- " + name + " -->\n" + list + "<!-- /" + name + " -->\n" + after
	}
	if *update && page != string(raw) {
		if err := os.WriteFile(docsPage, []byte(page), 0o600); err != nil {
			t.Error(err)
		}
	}
	groups := 0
	for _, s := range e.Species {
		if s.isGroup() {
			groups++
		}
	}
	for _, count := range []string{fmt.Sprintf("%d species and %d complexes and groups", len(e.Species)-groups, groups), fmt.Sprintf("%d diseases", len(e.Diseases))} {
		if !strings.Contains(page, count) {
			t.Errorf("%s does not say %s", docsPage, count)
		}
	}
}

func unverifiedRoles(e entries) string {
	names := map[string]string{}
	for _, s := range e.Species {
		names[s.ID] = s.ScientificName
	}
	var list strings.Builder
	for _, d := range e.Diseases {
		var links []string
		for _, link := range d.Vectors {
			if link.Unverified {
				links = append(links, fmt.Sprintf("*%s* %s (%s)", names[link.Species], strings.ReplaceAll(link.Role, "_", " "), link.Source))
			}
		}
		if len(links) > 0 {
			fmt.Fprintf(&list, "- %s: %s\n", d.Text[lang.English].Name, strings.Join(links, ", "))
		}
	}
	return list.String()
}

// eachSource visits the works of all texts with the name of the species or disease, as it is written in Markdown.
func (e entries) eachSource(visit func(name string, from statementSource)) {
	for _, s := range e.Species {
		for _, from := range s.Sources {
			visit("*"+s.ScientificName+"*", from)
		}
	}
	for _, d := range e.Diseases {
		for _, from := range d.Sources {
			visit(d.Text[lang.English].Name, from)
		}
	}
}

// unverifiedTexts has a line a work, for who has it at hand.
func unverifiedTexts(e entries) string {
	byWork := map[string][]string{}
	e.eachSource(func(name string, from statementSource) {
		if from.Unverified {
			byWork[from.Source] = append(byWork[from.Source], fmt.Sprintf("%s (%s)", name, strings.ReplaceAll(strings.Join(from.Statements, ", "), "_", " ")))
		}
	})
	var list strings.Builder
	for _, key := range slices.Sorted(maps.Keys(byWork)) {
		fmt.Fprintf(&list, "- `%s`: %s\n", key, strings.Join(byWork[key], ", "))
	}
	return list.String()
}

// comparedTexts has a line a work that texts were compared with, and counts the texts all of whose works were.
func comparedTexts(e entries) string {
	all, left := map[string]bool{}, map[string]bool{}
	byWork := map[string][]string{}
	e.eachSource(func(name string, from statementSource) {
		for _, statement := range from.Statements {
			all[name+statement] = true
			if from.Unverified {
				left[name+statement] = true
			}
		}
		if !from.Unverified {
			byWork[from.Source] = append(byWork[from.Source], fmt.Sprintf("%s (%s)", name, strings.ReplaceAll(strings.Join(from.Statements, ", "), "_", " ")))
		}
	})
	var list strings.Builder
	fmt.Fprintf(&list, "Of %d texts %d were compared with all of their works. These works were looked into, most of them in their abstract alone:\n\n", len(all), len(all)-len(left))
	for _, key := range slices.Sorted(maps.Keys(byWork)) {
		fmt.Fprintf(&list, "- `%s`: %s\n", key, strings.Join(byWork[key], ", "))
	}
	return list.String()
}

func worksWithoutAddress(e entries) string {
	var keys []string
	for key, work := range e.References {
		if cmp.Or(work.DOI, work.URL) == "" {
			keys = append(keys, "`"+key+"`")
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, ", ") + "\n"
}
