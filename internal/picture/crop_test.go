package picture

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

// TestCrop: a part of a picture shows what the same part of the upright picture shows, in every orientation, and so does a part of a part.
func TestCrop(t *testing.T) {
	t.Parallel()
	source, err := png.Decode(bytes.NewReader(picturetest.Contents(t, "testdata/source.png")))
	if err != nil {
		t.Fatal(err)
	}
	for orientation := 1; orientation <= orientationLast; orientation++ {
		p := Picture{Image: source, Orientation: orientation}
		w, h := p.Size()
		upright := p.Resample(float64(w), float64(h), w, h, Nearest, false).Image()
		outer, inner := image.Rect(8, 5, w-12, h-3), image.Rect(3, 9, 20, 22)
		for name, tc := range map[string]struct {
			part Picture
			from image.Point // of the part in the upright picture
			size image.Point
		}{
			"a part":           {p.Crop(outer), outer.Min, outer.Size()},
			"a part of a part": {p.Crop(outer).Crop(inner), outer.Min.Add(inner.Min), inner.Size()},
			"beyond the edge":  {p.Crop(image.Rect(w-10, -9, w+50, 11)), image.Pt(w-10, 0), image.Pt(10, 11)},
			"one pixel":        {p.Crop(image.Rect(w-1, h-1, w, h)), image.Pt(w-1, h-1), image.Pt(1, 1)},
		} {
			width, height := tc.part.Size()
			if width != tc.size.X || height != tc.size.Y {
				t.Fatalf("orientation %d, %s: %d x %d, want %v", orientation, name, width, height, tc.size)
			}
			// What lies beyond the part does not shine into it, however much it shrinks.
			alone := Picture{Image: upright.SubImage(image.Rectangle{tc.from, tc.from.Add(tc.size)}), Orientation: 1}
			if d := meanDifference(shrunk(tc.part), shrunk(alone)); d > 0.1 {
				t.Errorf("orientation %d, %s: shrunk, the mean difference is %.2f", orientation, name, d)
			}
			got := tc.part.Resample(float64(width), float64(height), width, height, Nearest, false).Image()
			for y := range height {
				for x := range width {
					if want := upright.RGBAAt(tc.from.X+x, tc.from.Y+y); got.RGBAAt(x, y) != want {
						t.Fatalf("orientation %d, %s: pixel %d,%d is %v, want %v", orientation, name, x, y, got.RGBAAt(x, y), want)
					}
				}
			}
		}
	}
}

// shrunk is a picture of 3 x 2 pixels.
func shrunk(p Picture) *image.RGBA {
	w, h := p.Size()
	return p.Resample(float64(w), float64(h), 3, 2, Bilinear, true).Image()
}
