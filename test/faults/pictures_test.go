package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// filler is the name of the file that fills a disk.
const filler = "filler"

// storesOwn is what the object store keeps for itself in the folder of a bucket.
const storesOwn = ".sgwtmp"

// savedPictures are a folder of pictures, or one in which a bucket lies, and what servers said was saved there.
type savedPictures struct {
	folder      string   // "" keeps none
	bucket      bool     // what lies there is a bucket's
	saved       []string // addresses
	interrupted bool     // the server was killed while it saved: what it was about to save may be half there, until a sweep finds it
}

// settings make a server save its pictures in the folder.
func (p *savedPictures) settings() []string {
	return []string{skeetertest.BundledModel, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=" + p.folder}
}

// predict asks what a picture shows. The answer always comes; kept says whether the picture was saved.
func (d *deployment) predict(s *server) (kept bool) {
	d.t.Helper()
	kept, err := d.tryPredict(s)
	if err != nil {
		d.t.Errorf("a prediction: %v", err)
	}
	return kept
}

func (d *deployment) tryPredict(s *server) (kept bool, err error) {
	form, contentType := d.picture()
	a, err := s.Try(context.Background(), "POST", skeetertest.API+"/predict", form, "Content-Type", contentType)
	if err != nil || a.Status != http.StatusOK {
		return false, fmt.Errorf("it was answered %d %.200s %w", a.Status, a.Body, err)
	}
	var prediction struct {
		ID    string
		Saved string `json:"prediction_id"`
		URL   string `json:"image_url_species"`
	}
	if err := json.Unmarshal(a.Body, &prediction); err != nil || prediction.ID == "" || (prediction.Saved == "") != (prediction.URL == "") {
		return false, fmt.Errorf("it is %s, %w", a.Body, err)
	}
	if prediction.URL == "" {
		return false, nil
	}
	d.pictures.saved = append(d.pictures.saved, strings.TrimPrefix(prediction.URL, s.Base))
	return true, nil
}

// picture is a form with a picture of noise, which does not compress.
func (d *deployment) picture() (form, contentType string) {
	d.t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for i := range img.Pix {
		img.Pix[i] = byte(d.random.Uint32())
	}
	return skeetertest.PictureForm(d.t, "file", picturetest.JPEG(d.t, img))
}

// verify is the oracle of the pictures: each that was said to be saved can be had whole, and for the others there are neither
// files, whole or torn, nor rows.
func (p *savedPictures) verify(d *deployment, db *pgx.Conn) {
	d.t.Helper()
	if p.folder == "" {
		return
	}
	names := map[string]bool{}
	for _, url := range p.saved {
		a, err := d.servers[0].get(url)
		if err == nil {
			_, err = jpeg.Decode(bytes.NewReader(a.Body))
		}
		if err != nil {
			d.t.Errorf("a saved picture: %v", err)
		}
		names[filepath.Base(url)] = true
	}
	if p.interrupted {
		return
	}
	// What an object store was asked before it fell silent may still arrive; a sweep removes it then.
	testenv.Succeeds(d.t, "files and rows are those of the answers", func() error {
		entries, err := os.ReadDir(p.folder)
		if err != nil {
			return err
		}
		for _, e := range entries {
			tried := p.bucket && strings.HasPrefix(e.Name(), folder.PartialPrefix) // by a start that got no answer; it stays for an hour
			if !names[e.Name()] && e.Name() != filler && e.Name() != storesOwn && !tried {
				return fmt.Errorf("a file that no prediction named: %s", e.Name())
			}
		}
		if n := d.number(db, storedPictures); n != len(names) {
			return fmt.Errorf("%d predictions are stored, %d were answered with a saved picture", n, len(names))
		}
		return nil
	})
}

// storedPictures counts the predictions without those that were given up, which nobody sees.
const storedPictures = "select count(*)::int from predictions where cited_by is distinct from '00000000-0000-0000-0000-000000000000'"
