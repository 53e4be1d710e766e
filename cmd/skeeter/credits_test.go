package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog/images"
)

func TestReadCredits(t *testing.T) {
	t.Parallel()
	const one = "[{2 a.jpg Aedes aegypti José, L. CC0     <nil>}]"
	for name, test := range map[string]struct{ content, want string }{
		"plain":        {"file,species,author,licence\na.jpg,Aedes aegypti,\"José, L.\",CC0\n", one},
		"byte order":   {"\ufefffile,species,author,licence\r\na.jpg,Aedes aegypti,\"José, L.\",CC0\r\n", one},
		"semicolons":   {"File;Species;Author;License\na.jpg;Aedes aegypti;José, L.;CC0\n", one},
		"tabs":         {"filename\tscientificName\tcreator\tlicence\na.jpg\tAedes aegypti\tJosé, L.\tCC0\n", one},
		"windows-1252": {"file;species;author;licence\na.jpg;Aedes aegypti;Jos\xe9, L.;CC0\n", one},
		"all columns": {"sex,life stage,caption,source_url,licence,author,species,file,more\nf,adult,c,https://e.org,CC0,A,S,a.jpg,x\n",
			"[{2 a.jpg S A CC0 https://e.org c adult f <nil>}]"},
		"a short row":  {"file,species,author,licence\n\na.jpg,S\nb.jpg,S,A,CC0\n", "[{3 a.jpg S       <nil>} {4 b.jpg S A CC0     <nil>}]"},
		"no author":    {"file,species,licence\na.jpg,S,CC0\n", "the header lacks author; it has"},
		"another file": {"Dear reader,\nno table here\n", "the header lacks"},
		"nothing":      {"", "the file is empty"},
		"no rows":      {"file,species,author,licence\n", "there are no rows below the header"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			credits, err := readCredits(t.Context(), folderWith(t, test.content))
			got := fmt.Sprint(credits)
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("read %s, want %s", got, test.want)
			}
		})
	}
	many := folderWith(t, "file,species,author,licence\n"+strings.Repeat("a.jpg,S,A,CC0\n", images.MaxCredits+9))
	if credits, err := readCredits(t.Context(), many); err != nil || len(credits) != images.MaxCredits+1 {
		t.Errorf("%d rows, %v: want one more than are stored", len(credits), err)
	}
	empty := t.TempDir()
	for folder, want := range map[string]string{
		filepath.Join(empty, "nowhere"): "there is no folder " + filepath.Join(empty, "nowhere"), empty: empty + " has no credits.csv", filepath.Join(many, creditsFile): "is no folder",
	} {
		if _, err := readCredits(t.Context(), folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", folder, err, want)
		}
	}
}

// folderWith makes a folder with credits.
func folderWith(t *testing.T, credits string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, creditsFile), []byte(credits), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}
