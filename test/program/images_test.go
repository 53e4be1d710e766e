package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// photograph is one that a species has.
type photograph struct{ URL, Author string }

// photographs are those that Aedes aegypti has.
func photographs(t *testing.T, s *skeetertest.Server) []photograph {
	t.Helper()
	type species struct{ Images []photograph }
	return skeetertest.Decode[species](t, skeetertest.NewClient(t, s).Get(skeetertest.API+"/species/aedes-aegypti"), 200).Images
}

// storePhotograph stores a folder with a photograph of Aedes aegypti, a row that is refused and a file without a row, and returns what the command says.
func storePhotograph(t *testing.T, d *skeetertest.Deployment, args ...string) (said string) {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"credits.csv": "file;species;author;licence\na.jpg;Ae. aegypti;A. Person;CC BY 4.0\nb.jpg;Aedes egypti;B;CC0\n",
		"a.jpg":       string(picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 40, 30))), "c.jpg": "no row",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d.MustRun(append([]string{"catalog", "images", folder}, args...)...)
}

// TestPhotographsOfSpecies: a folder is stored, a server shows it, and all of it can be removed.
func TestPhotographsOfSpecies(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	if out := storePhotograph(t, d, "--dry-run"); !strings.Contains(out, "nothing is stored; would be stored: 1 photograph of 1 species") {
		t.Errorf("a dry run says\n%s", out)
	}
	out := storePhotograph(t, d)
	for _, part := range []string{
		"1 photograph of 1 species, 0 replaced earlier ones, 1 row refused", `line 3 ("b.jpg"): the catalog has no species "Aedes egypti"; perhaps Aedes aegypti`, `no row in credits.csv: "c.jpg"`,
	} {
		if !strings.Contains(out, part) {
			t.Errorf("the summary lacks %q:\n%s", part, out)
		}
	}
	if out := storePhotograph(t, d); !strings.Contains(out, "1 replaced an earlier one") {
		t.Errorf("the second run says\n%s", out)
	}
	shown := photographs(t, s)
	if len(shown) != 1 || shown[0].Author != "A. Person" {
		t.Fatalf("the species has %+v", shown)
	}
	if a := s.Get(shown[0].URL); a.Status != 200 {
		t.Errorf("%s: %d", shown[0].URL, a.Status)
	}
	if out := d.MustRun("catalog", "images", "--remove"); !strings.Contains(out, "removed 1 photograph") {
		t.Errorf("the removal says\n%s", out)
	}
	if a := s.Get(shown[0].URL); a.Status != 404 {
		t.Errorf("a photograph that was removed: %d", a.Status)
	}
}
