package predict

import (
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

// TestRefusedBatchKeepsNothing: the pictures are asked about as they arrive, and kept only when the whole request is good.
func TestRefusedBatchKeepsNothing(t *testing.T) {
	t.Parallel()
	kept := t.TempDir()
	g := keeping(t, kept)
	s := newServer(t, Options{Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}, Uploads: g})
	img := part{"files", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 7))}
	for _, tc := range []struct {
		last         part
		status, kept int
	}{
		{part{"confidence_threshold", "", []byte("9")}, 422, 0}, {part{"colour", "", nil}, 422, 0}, {part{"files", "b.txt", []byte("text")}, 200, 2},
	} {
		if a := postForm(t, s, "/predict/batch", img, img, tc.last); a.status != tc.status {
			t.Errorf("%s: %d %s", tc.last.name, a.status, a.body)
		}
		if files, err := os.ReadDir(kept); err != nil || len(files) != tc.kept {
			t.Errorf("after %s: %d pictures are kept, want %d: %v", tc.last.name, len(files), tc.kept, err)
		}
	}
}
