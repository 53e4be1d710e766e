package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ballast is the name of the file that fills a disk.
const ballast = "ballast"

// album is the folder of saved pictures, and what servers said was saved there.
type album struct {
	folder string   // "" keeps none
	saved  []string // addresses
	torn   bool     // the server was killed while it saved: what it was about to save may be half there, until a sweep finds it
}

// settings make a server save its pictures in the album.
func (a *album) settings() []string {
	return []string{"SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=" + a.folder}
}

// predict asks what a picture shows. The answer always comes; kept says whether the picture was saved.
func (w *world) predict(s *server) (kept bool) {
	w.t.Helper()
	kept, err := w.tryPredict(s)
	if err != nil {
		w.t.Errorf("a prediction: %v", err)
	}
	return kept
}

func (w *world) tryPredict(s *server) (kept bool, err error) {
	contentType, body := w.picture()
	a := s.send(context.Background(), "POST", "/api/v1/predict", contentType, body)
	if a.err != nil || a.status != http.StatusOK {
		return false, fmt.Errorf("it was answered %d %.200s %w", a.status, a.body, a.err)
	}
	var prediction struct {
		ID    string
		Saved string `json:"prediction_id"`
		URL   string `json:"image_url_species"`
	}
	if err := json.Unmarshal(a.body, &prediction); err != nil || prediction.ID == "" || (prediction.Saved == "") != (prediction.URL == "") {
		return false, fmt.Errorf("it is %s, %w", a.body, err)
	}
	if prediction.URL == "" {
		return false, nil
	}
	w.album.saved = append(w.album.saved, strings.TrimPrefix(prediction.URL, s.base))
	return true, nil
}

// picture is a form with a picture of noise, which does not compress.
func (w *world) picture() (contentType string, body []byte) {
	img := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for i := range img.Pix {
		img.Pix[i] = byte(w.random.Uint32())
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", "noise.jpg")
	if err == nil {
		err = jpeg.Encode(part, img, nil)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	_ = form.Close() // it is in memory
	return form.FormDataContentType(), b.Bytes()
}

// holds is the oracle of the pictures: each that was said to be saved can be had whole, and for the others there are neither
// files, whole or torn, nor rows.
func (a *album) holds(w *world, db *pgx.Conn) {
	w.t.Helper()
	if a.folder == "" {
		return
	}
	names := map[string]bool{}
	for _, url := range a.saved {
		body, err := w.servers[0].get(url)
		if err == nil {
			_, err = jpeg.Decode(bytes.NewReader(body))
		}
		if err != nil {
			w.t.Errorf("a saved picture: %v", err)
		}
		names[filepath.Base(url)] = true
	}
	if a.torn {
		return
	}
	entries, err := os.ReadDir(a.folder)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		if !names[e.Name()] && e.Name() != ballast {
			w.t.Errorf("a file that no prediction named: %s", e.Name())
		}
	}
	if n := w.number(db, "select count(*)::int from predictions"); n != len(names) {
		w.t.Errorf("%d predictions are stored, %d were answered with a saved picture", n, len(names))
	}
}
