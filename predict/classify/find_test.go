package classify

import (
	"image"
	"math"
	"testing"
)

func TestPixels(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		box           Box
		width, height int
		want          image.Rectangle
	}{
		"whole":             {Box{0, 0, 1, 1}, 640, 480, image.Rect(0, 0, 640, 480)},
		"half":              {Box{0.25, 0.5, 0.5, 0.5}, 200, 100, image.Rect(50, 50, 150, 100)},
		"parts of pixels":   {Box{0.25, 0.25, 0.5, 0.5}, 3, 3, image.Rect(0, 0, 3, 3)},
		"thirds":            {Box{0.3333, 0.3333, 0.3334, 0.3334}, 3, 3, image.Rect(1, 1, 2, 2)},
		"less than a pixel": {Box{0.999, 0.999, 0.001, 0.001}, 10, 1, image.Rect(9, 0, 10, 1)},
		"one pixel":         {Box{0.5, 0.5, 0.01, 0.01}, 1, 1, image.Rect(0, 0, 1, 1)},
		"beyond by a hair":  {Box{0.3, 0.3, 0.7000001, 0.7000001}, 10, 10, image.Rect(3, 3, 10, 10)},
	} {
		if got := tc.box.Pixels(tc.width, tc.height); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

func TestSquare(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, tc := range map[string]struct {
		answer        []float32
		width, height float64
		want          Box // without width: none
	}{
		"square":            {[]float32{0.9, 0.5, 0.5, 0.25, 0.25}, 400, 400, Box{0.375, 0.375, 0.25, 0.25}},
		"the longer side":   {[]float32{0.9, 0.5, 0.5, 0.25, 0.25}, 400, 200, Box{0.375, 0.25, 0.25, 0.5}},
		"moved into it":     {[]float32{0.9, 0, 1, 0.5, 0.5}, 100, 100, Box{0, 0.5, 0.5, 0.5}},
		"cut at the height": {[]float32{0.9, 0.5, 0.25, 0.5, 0.5}, 400, 100, Box{0.25, 0, 0.5, 1}},
		"not sure":          {[]float32{sure - 0.01, 0.5, 0.5, 0.25, 0.25}, 400, 400, Box{}},
		"full":              {[]float32{1, 0.5, 0.5, 0.95, 0.95}, 400, 400, Box{}},
		"larger":            {[]float32{1, 0.5, 0.5, 3, 3}, 400, 400, Box{}},
		"nothing":           {[]float32{1, 0.5, 0.5, 0, 0}, 400, 400, Box{}},
		"no score":          {[]float32{nan, 0.5, 0.5, 0.25, 0.25}, 400, 400, Box{}},
		"no place":          {[]float32{1, nan, inf, 0.25, 0.25}, 400, 400, Box{}},
		"no end":            {[]float32{1, 0.5, 0.5, inf, 0.25}, 400, 400, Box{}},
	} {
		got, ok := square(tc.answer, tc.width, tc.height)
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
		if ok != (tc.want.Width > 0) || !near(got.X, tc.want.X) || !near(got.Y, tc.want.Y) || !near(got.Width, tc.want.Width) || !near(got.Height, tc.want.Height) {
			t.Errorf("%s: %v %v, want %v", name, got, ok, tc.want)
		}
	}
}
