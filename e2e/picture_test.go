package e2e_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// picture is what a browser shows.
type picture struct{ image.Image }

// newPicture decodes a screenshot, and keeps it in the folder SKEETER_SCREENSHOTS when that is set.
func newPicture(t *testing.T, name string, content []byte) picture {
	t.Helper()
	if dir := os.Getenv("SKEETER_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return picture{decoded}
}

// count returns the number of pixels with a colour.
func (p picture) count(c color.RGBA) (n int) {
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			if color.RGBAModel.Convert(p.At(x, y)) == c {
				n++
			}
		}
	}
	return n
}

// widestGap returns the longest run of columns of a part that show nothing but the background, and where it begins.
func (p picture) widestGap(part image.Rectangle, background color.RGBA) (width, at int) {
	run := 0
	for x := part.Min.X; x < part.Max.X; x++ {
		run++
		for y := part.Min.Y; y < part.Max.Y; y++ {
			if color.RGBAModel.Convert(p.At(x, y)) != background {
				run = 0
			}
		}
		if run > width {
			width, at = run, x-run+1
		}
	}
	return width, at
}
