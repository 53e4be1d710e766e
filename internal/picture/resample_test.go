package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

// TestResampleLikePillow compares every kernel with what Pillow makes of the same picture; testdata/make.py made it.
func TestResampleLikePillow(t *testing.T) {
	t.Parallel()
	read := func(name string) image.Image {
		img, err := png.Decode(bytes.NewReader(picturetest.Contents(t, filepath.Join("testdata", name+".png"))))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	source := Picture{Image: read("source"), Orientation: 1}
	for name, kernel := range map[string]Kernel{"nearest": Nearest, "bilinear": Bilinear, "bicubic": Bicubic, "lanczos": Lanczos} {
		for part, keep := range map[string][2]float64{"smaller": {87, 53}, "larger": {87, 53}, "middle": {60, 40}} {
			want := read(name + "-" + part)
			size := want.Bounds().Size()
			got := source.Resample(keep[0], keep[1], size.X, size.Y, kernel, true).Image()
			for y := range size.Y {
				for x := range size.X {
					// Pillow rounds to 8 bits, and cuts what lies beyond, between the two directions.
					if d := difference(got.At(x, y), want.At(x, y)); d > 2 {
						t.Fatalf("%s, %s: pixel %d,%d is %v, want %v", name, part, x, y, got.At(x, y), want.At(x, y))
					}
				}
			}
		}
	}
}

// TestResampleKinds: a picture is the same however its file holds it, apart from what JPEG loses.
func TestResampleKinds(t *testing.T) {
	t.Parallel()
	source, err := png.Decode(bytes.NewReader(picturetest.Contents(t, "testdata/source.png")))
	if err != nil {
		t.Fatal(err)
	}
	b := source.Bounds()
	kinds := map[string]interface {
		image.Image
		Set(x, y int, c color.Color)
	}{
		"RGBA": image.NewRGBA(b), "NRGBA": image.NewNRGBA(b), "RGBA64": image.NewRGBA64(b), "NRGBA64": image.NewNRGBA64(b), "CMYK": image.NewCMYK(b),
	}
	small := func(img image.Image) *image.RGBA {
		return Picture{Image: img, Orientation: 1}.Resample(87, 53, 20, 20, Bilinear, true).Image()
	}
	want := small(source)
	for name, img := range kinds {
		for y := range b.Dy() {
			for x := range b.Dx() {
				img.Set(x, y, source.At(x, y))
			}
		}
		if mean := meanDifference(small(img), want); mean > 0.6 {
			t.Errorf("%s: mean difference %.2f", name, mean)
		}
	}
	for _, ratio := range []image.YCbCrSubsampleRatio{
		image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420, image.YCbCrSubsampleRatio440,
		image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410,
	} {
		img := image.NewYCbCr(b, ratio)
		for y := range b.Dy() {
			for x := range b.Dx() {
				r, g, bl, _ := source.At(x, y).RGBA()
				i, j := img.YOffset(x, y), img.COffset(x, y)
				img.Y[i], img.Cb[j], img.Cr[j] = color.RGBToYCbCr(uint8(r>>8), uint8(g>>8), uint8(bl>>8))
			}
		}
		// Colours that several pixels share are those of one of them here, so the coarser, the farther.
		if mean := meanDifference(small(img), want); mean > 14 || ratio == image.YCbCrSubsampleRatio444 && mean > 1.5 {
			t.Errorf("%v: mean difference %.2f", ratio, mean)
		}
	}
}

func TestTransparentPlacesStandOnWhite(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	img.Set(0, 0, color.NRGBA{200, 0, 0, 255})
	got := Picture{Image: img, Orientation: 1}.Resample(4, 4, 4, 4, Bilinear, true).Image()
	if got.RGBAAt(0, 0) != (color.RGBA{200, 0, 0, 255}) || got.RGBAAt(3, 3) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("%v, %v", got.RGBAAt(0, 0), got.RGBAAt(3, 3))
	}
}

// TestResampleExtremes: one pixel, one row, one column, and sizes that do not fit one another.
func TestResampleExtremes(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, 1}, {1, 500}, {500, 1}, {3, 2}, {2000, 3}} {
		for name, kernel := range map[string]Kernel{"nearest": Nearest, "bilinear": Bilinear, "bicubic": Bicubic, "lanczos": Lanczos} {
			for _, img := range []image.Image{
				picturetest.Plain(picturetest.Green, size.X, size.Y), image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420),
			} {
				for _, orientation := range []int{1, 6} {
					p := Picture{Image: img, Orientation: orientation}
					w, h := p.Size()
					first := p.Resample(float64(w), float64(h), 16, 16, kernel, true)
					for _, plane := range first.Planes {
						for _, v := range plane {
							if d := v - plane[0]; d > 0.01 || d < -0.01 {
								t.Fatalf("%s, %v, orientation %d: a plain picture is not plain any more: %v and %v", name, size, orientation, v, plane[0])
							}
						}
					}
				}
			}
		}
	}
}

// TestTallAndWide: what resizing needs does not grow with the sides of a picture, which a few bytes can claim.
func TestTallAndWide(t *testing.T) {
	for _, size := range []image.Point{{700, MaxSide}, {MaxSide, 700}} {
		p := Picture{Image: image.NewGray(image.Rectangle{Max: size}), Orientation: 1}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p.Resample(float64(size.X), float64(size.Y), 160, 160, Bicubic, true)
		runtime.ReadMemStats(&after)
		if mb := float64(after.TotalAlloc-before.TotalAlloc) / 1e6; mb > 10 { // all rows at once would be 42

			t.Errorf("%v: resizing took %.1f MB", size, mb)
		}
	}
}

func BenchmarkResample(b *testing.B) {
	for name, size := range map[string]image.Point{"256": {256, 256}, "1024": {1024, 1024}, "12 megapixels": {4000, 3000}} {
		p := Picture{Image: image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420), Orientation: 6}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Resample(float64(size.Y), float64(size.X), 160, 160, Bilinear, true)
			}
		})
	}
}
