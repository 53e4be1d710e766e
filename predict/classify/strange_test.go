package classify_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

// TestStrangePhotographs: the bundled model refuses more of a species that it has never seen than of one that it knows.
func TestStrangePhotographs(t *testing.T) {
	t.Parallel()
	c, folder := open(t, ""), picturetest.Folder(t, "training/amid")
	const most = 60
	share := func(species string) float64 {
		files, err := filepath.Glob(filepath.Join(folder, species, "*.jpg"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", species, err, len(files))
		}
		files = files[:min(most, len(files))]
		strange := 0
		for _, file := range files {
			r, err := c.Classify(context.Background(), c.Prepare(decoded(t, picturetest.Contents(t, file))))
			if err != nil {
				t.Fatal(err)
			}
			if r.Strange {
				strange++
			}
		}
		return float64(strange) / float64(len(files))
	}
	unseen, known := share("Armigeres_subalbatus"), share("Aedes_albopictus")
	t.Logf("refused: %.3f of an unseen species, %.3f of a known one", unseen, known)
	if unseen <= known || known > 0.1 {
		t.Errorf("refused: %.3f of an unseen species, %.3f of a known one", unseen, known)
	}
}
