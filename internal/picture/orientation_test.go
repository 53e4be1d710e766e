package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"

	"github.com/bep/imagemeta"
)

func TestReadOrientation(t *testing.T) {
	t.Parallel()
	pngData, jpegData := picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 5)), picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 9, 5))
	for v := range uint16(12) {
		want := int(v)
		if v < 1 || v > 8 {
			want = 1
		}
		if got := readOrientation(picturetest.Oriented(jpegData, v), imagemeta.JPEG); got != want {
			t.Errorf("JPEG with %d: %d", v, got)
		}
		if got := readOrientation(picturetest.OrientedPNG(pngData, v), imagemeta.PNG); got != want {
			t.Errorf("PNG with %d: %d", v, got)
		}
	}
	if got := readOrientation(jpegData, imagemeta.JPEG); got != 1 {
		t.Errorf("without EXIF: %d", got)
	}
	whole := picturetest.Oriented(jpegData, 6)
	long := bytes.Replace(whole, []byte("\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"), []byte("\x01\x12\x00\x04\x00\x00\x00\x01\x00\x00\x00\x06"), 1)
	if got := readOrientation(long, imagemeta.JPEG); got != 6 || bytes.Equal(long, whole) {
		t.Errorf("as a LONG: %d", got)
	}
	for n := range 60 {
		if got := readOrientation(whole[:n], imagemeta.JPEG); got != 1 && got != 6 {
			t.Errorf("cut at %d: %d", n, got)
		}
	}
}

// TestUpright turns pictures whose every pixel differs. The corners are those of the definition: row 0 and column 0 of the
// file are, for 6, the right-hand side and the top of the picture.
func TestUpright(t *testing.T) {
	t.Parallel()
	const w, h = 7, 4
	rgba, ycc := image.NewRGBA(image.Rect(0, 0, w, h)), image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio444)
	cmyk, deep := image.NewCMYK(image.Rect(0, 0, w, h)), image.NewNRGBA64(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{uint8(30 * x), uint8(60 * y), 100, 255}
			rgba.Set(x, y, c)
			cmyk.Set(x, y, c)
			deep.Set(x, y, c)
			i := ycc.YOffset(x, y)
			ycc.Y[i], ycc.Cb[i], ycc.Cr[i] = color.RGBToYCbCr(c.R, c.G, c.B)
		}
	}
	source := map[int]func(x, y int) (int, int){ // of a pixel of the upright picture
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}
	for kind, img := range map[string]image.Image{"RGBA": rgba, "YCbCr": ycc, "CMYK": cmyk, "16 bits": deep} {
		for orientation, from := range source {
			p := Picture{Image: img, Orientation: orientation}
			width, height := p.Size()
			if size := image.Pt(width, height); orientation < 5 && size != image.Pt(w, h) || orientation >= 5 && size != image.Pt(h, w) {
				t.Fatalf("%s, %d: %v", kind, orientation, size)
			}
			got := p.Resample(float64(width), float64(height), width, height, Bilinear, true).Image()
			for y := range height {
				for x := range width {
					sx, sy := from(x, y)
					if g, want := got.At(x, y), color.RGBAModel.Convert(img.At(sx, sy)); !near(g, want) {
						t.Fatalf("%s, %d: pixel %d,%d is %v, want %v", kind, orientation, x, y, g, want)
					}
				}
			}
		}
	}
}

// near allows the one step by which ways of rounding differ.
func near(a, b color.Color) bool { return difference(a, b) <= 1 }

func difference(a, b color.Color) int {
	x, y := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	d := func(p, q uint8) int { return max(int(p)-int(q), int(q)-int(p)) }
	return max(d(x.R, y.R), d(x.G, y.G), d(x.B, y.B))
}

// TestRealOrientations: photographs that were stored in all orientations are the same picture once decoded.
func TestRealOrientations(t *testing.T) {
	t.Parallel()
	d := NewDecoder()
	for _, kind := range []string{"Landscape", "Portrait"} {
		var first *image.RGBA
		for _, path := range picturetest.Files(t, "exif-orientation/"+kind+"_[1-8].jpg") {
			pic, release, err := d.Decode(t.Context(), picturetest.Contents(t, path))
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("%s_%d.jpg", kind, pic.Orientation); filepath.Base(path) != want {
				t.Errorf("%s: orientation %d", path, pic.Orientation)
			}
			width, height := pic.Size()
			if strings.HasPrefix(kind, "L") != (width > height) {
				t.Errorf("%s: %d x %d: not upright", filepath.Base(path), width, height)
			}
			small := pic.Resample(float64(width), float64(height), 60, 60, Bilinear, true).Image()
			release()
			if first == nil {
				first = small
			}
			if mean := meanDifference(first, small); mean > 12 {
				t.Errorf("%s is another picture: mean difference %.1f", filepath.Base(path), mean)
			}
		}
	}
}

// meanDifference of the pixels of two pictures of one size, 0 to 255.
func meanDifference(a, b *image.RGBA) float64 {
	sum := 0
	for i, v := range a.Pix {
		sum += max(int(v)-int(b.Pix[i]), int(b.Pix[i])-int(v))
	}
	return float64(sum) / float64(len(a.Pix))
}
