package classify_test

import (
	"image"
	"image/color"
	"image/draw"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// withFinder puts a model of the tests, a finder and a description that names it into a folder.
func withFinder(t *testing.T, finder string) string {
	t.Helper()
	folder := t.TempDir()
	for name, data := range map[string][]byte{
		"own.onnx":   picturetest.Contents(t, onnxtest.Network(t, "colours")),
		"find.onnx":  picturetest.Contents(t, finder),
		"model.json": []byte(`{"file":"own.onnx","finder":"find.onnx","classes":["red","green","blue","other"]}`),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// insect is a dark body with six legs, on a plain ground.
func insect() picture.Picture {
	img := picturetest.Plain(color.RGBA{214, 205, 190, 255}, 400, 300)
	dark := image.NewUniform(color.RGBA{40, 34, 30, 255})
	draw.Draw(img, image.Rect(270, 205, 310, 215), dark, image.Point{}, draw.Src)
	for leg := range 3 {
		for i := range 30 {
			x := 278 + 12*leg + (leg-1)*i/2
			for _, y := range []int{204 - i, 215 + i} {
				draw.Draw(img, image.Rect(x, y, x+2, y+2), dark, image.Point{}, draw.Src)
			}
		}
	}
	return picture.Picture{Image: img, Orientation: 1}
}

// TestFinder: a model finds the insect if it comes with a finder, the bundled one or one of its own.
func TestFinder(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path  string
		finds bool
	}{
		"bundled":             {"", true},
		"own, with a finder":  {withFinder(t, "../model/find.onnx"), true},
		"own, without finder": {onnxtest.Network(t, "colours"), false},
	} {
		box, found, err := open(t, tc.path).Find(insect())
		if err != nil || found != tc.finds {
			t.Errorf("%s: %v %v %v", name, box, found, err)
			continue
		}
		if middle := image.Pt(290, 210); found && !middle.In(box.Pixels(400, 300)) {
			t.Errorf("%s: %v is not around %v", name, box, middle)
		}
	}
}

// TestNoFinder: a network that gives other numbers than a finder is refused.
func TestNoFinder(t *testing.T) {
	t.Parallel()
	c, err := classify.Open(onnxtest.Library(t), withFinder(t, onnxtest.Network(t, "colours")), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "open the finder") {
		t.Errorf("%v, %v", c, err)
	}
}

func BenchmarkFind(b *testing.B) {
	c := open(b, "")
	for name, size := range map[string]image.Point{"256": {256, 256}, "1024": {1024, 1024}, "12 megapixels": {4000, 3000}} {
		p := picture.Picture{Image: image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420), Orientation: 1}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := c.Find(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
