package predict

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// bundled is the model that comes with the program.
func bundled(t testing.TB) *classify.Classifier {
	t.Helper()
	c, err := classify.Open(onnxtest.Library(t), "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// TestPictureSets predicts every picture of the real sets: what is valid has an answer, what is broken is a 400.
func TestPictureSets(t *testing.T) {
	t.Parallel()
	model := bundled(t)
	s := newServer(t, Options{Classifier: model})
	for _, pattern := range []string{"pngsuite/*.png", "exif-orientation/*.jpg", "wings-balrog/processed/*.png"} {
		for _, path := range picturetest.Files(t, pattern) {
			name := filepath.Base(path)
			want := 200
			if strings.HasPrefix(pattern, "pngsuite") && strings.HasPrefix(name, "x") {
				want = 400
			}
			a := postForm(t, s, "/predict", part{"file", name, picturetest.Contents(t, path)})
			if a.status != want || want == 200 && !strings.Contains(a.body, `"model_id":"`+model.Description().ModelID+`"`) {
				t.Errorf("%s: %d %s, want %d", name, a.status, a.body, want)
			}
		}
	}
}
