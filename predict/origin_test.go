package predict

import (
	"bytes"
	"net/http"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

// TestForeignPagesSaveNoPictures: a browser sends a form to any server without asking. Where nothing is saved, it may.
func TestForeignPagesSaveNoPictures(t *testing.T) {
	t.Parallel()
	kept := t.TempDir()
	store := keeping(t, kept)
	model := meanColour{"Aedes a", "Aedes b", "Aedes c"}
	saving, forgetting := newServer(t, Options{Classifier: model, Uploads: store}), newServer(t, Options{Classifier: model})
	img := picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 7))
	for _, tc := range []struct {
		url, path, field, origin string
		want, kept               int
	}{
		{forgetting.URL, "/predict", "file", "https://evil.example", 200, 0},
		{saving.URL, "/predict", "file", "https://evil.example", 403, 0},
		{saving.URL, "/predict/batch", "files", "https://evil.example", 403, 0},
		{saving.URL, "/predict", "file", saving.URL, 200, 1},
		{saving.URL, "/predict/batch", "files", "", 200, 2},
	} {
		body, contentType := formOf(part{tc.field, "a.png", img})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, tc.url+tc.path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", contentType)
		if tc.origin != "" {
			r.Header.Set("Origin", tc.origin)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if a := read(t, resp); a.status != tc.want {
			t.Errorf("%+v: %d %s", tc, a.status, a.body)
		}
		if files, err := os.ReadDir(kept); err != nil || len(files) != tc.kept {
			t.Errorf("%+v: %d pictures are kept: %v", tc, len(files), err)
		}
	}
}
