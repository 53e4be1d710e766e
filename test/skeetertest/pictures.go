package skeetertest

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"os"
	"path/filepath"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// ModelSettings are the settings of a server that tells red, green, blue and black pictures apart, and more.
func ModelSettings(t testing.TB, more ...string) []string {
	t.Helper()
	library := onnxtest.Library(t)
	if library == "" {
		t.Fatal("ONNX Runtime's library is not in bin; `make setup` fetches it")
	}
	return append([]string{"SKEETER_ONNXRUNTIME_PATH=" + library, "SKEETER_MODEL_PATH=" + onnxtest.Network(t, "colours")}, more...)
}

// PictureForm is a form with files in one field, and its content type.
func PictureForm(t T, field string, files ...[]byte) (form, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i, data := range files {
		part, err := w.CreateFormFile(field, fmt.Sprintf("%d.jpg", i))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(data) // into memory, as below
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

// SavePicture puts a picture where the deployment keeps those of predictions.
func (d *Deployment) SavePicture(name string) {
	d.t.Helper()
	var b bytes.Buffer
	folder := filepath.Join(d.Dir, "data", "images")
	err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 9, 9)), nil)
	if err == nil {
		err = os.MkdirAll(folder, 0o750)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o600)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}
