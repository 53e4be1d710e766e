package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestPhotographsOfSpecies: a folder is stored, a server shows it, a backup keeps it, and all of it can be removed.
func TestPhotographsOfSpecies(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	folder := t.TempDir()
	for name, content := range map[string]string{
		"credits.csv": "file;species;author;licence\na.jpg;Ae. aegypti;A. Person;CC BY 4.0\nb.jpg;Aedes egypti;B;CC0\n",
		"a.jpg":       string(picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 40, 30))), "c.jpg": "no row",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	says := func(args ...string) string { return d.MustRun(append([]string{"catalog", "images"}, args...)...) }
	if out := says(folder, "--dry-run"); !strings.Contains(out, "nothing is stored; would be stored: 1 photograph of 1 species") {
		t.Errorf("a dry run says\n%s", out)
	}
	out := says(folder)
	for _, part := range []string{
		"1 photograph of 1 species, 0 replaced earlier ones, 1 row refused", `line 3 ("b.jpg"): the catalog has no species "Aedes egypti"; perhaps Aedes aegypti`, `no row in credits.csv: "c.jpg"`,
	} {
		if !strings.Contains(out, part) {
			t.Errorf("the summary lacks %q:\n%s", part, out)
		}
	}
	if out := says(folder); !strings.Contains(out, "1 replaced an earlier one") {
		t.Errorf("the second run says\n%s", out)
	}

	type species struct {
		Images []struct{ URL, Author string }
	}
	s := d.Serve()
	c := skeetertest.NewClient(t, s)
	shown := skeetertest.Decode[species](t, c.Get(skeetertest.API+"/species/aedes-aegypti"), 200)
	if len(shown.Images) != 1 || shown.Images[0].Author != "A. Person" {
		t.Fatalf("the species has %+v", shown)
	}
	if a := c.Get(shown.Images[0].URL); a.Status != 200 {
		t.Errorf("%s: %d", shown.Images[0].URL, a.Status)
	}
	backup := filepath.Join(t.TempDir(), "backup")
	if out := d.MustRun("backup", backup); !strings.Contains(out, "1 photographs of species") {
		t.Errorf("the backup says\n%s", out)
	}
	if out := says("--remove"); !strings.Contains(out, "removed 1 photograph") {
		t.Errorf("the removal says\n%s", out)
	}
	if a := c.Get(shown.Images[0].URL); a.Status != 404 {
		t.Errorf("a photograph that was removed: %d", a.Status)
	}
	s.Stop(syscall.SIGTERM)
	d.MustRun("restore", backup, "--replace")
	if restored := skeetertest.Decode[species](t, skeetertest.NewClient(t, d.Serve()).Get(skeetertest.API+"/species/aedes-aegypti"), 200); len(restored.Images) != 1 {
		t.Errorf("the backup brings back %+v", restored)
	}
}
