package predict

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bep/imagemeta"
)

// exifBlock is a TIFF structure with the one tag Orientation.
func exifBlock(orientation uint16) []byte {
	b := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	b = binary.BigEndian.AppendUint16(b, orientation)
	return append(b, 0, 0, 0, 0, 0, 0)
}

// withEXIF puts an APP1 segment behind the start of a JPEG.
func withEXIF(jpegData []byte, orientation uint16) []byte {
	payload := append([]byte("Exif\x00\x00"), exifBlock(orientation)...)
	out := append([]byte{}, jpegData[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(payload)+2))
	out = append(out, payload...)
	return append(out, jpegData[2:]...)
}

// pngWithEXIF puts an eXIf chunk behind the header of a PNG.
func pngWithEXIF(pngData []byte, orientation uint16) []byte {
	const headerEnd = 8 + 8 + 13 + 4
	payload := exifBlock(orientation)
	chunk := append([]byte("eXIf"), payload...)
	out := append([]byte{}, pngData[:headerEnd]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(payload)))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, pngData[headerEnd:]...)
}

func TestReadOrientation(t *testing.T) {
	t.Parallel()
	pngData, jpegData := asPNG(t, plain(red, 9, 5)), asJPEG(t, plain(red, 9, 5))
	for v := range uint16(12) {
		want := int(v)
		if v < 1 || v > 8 {
			want = 1
		}
		if got := readOrientation(withEXIF(jpegData, v), imagemeta.JPEG); got != want {
			t.Errorf("JPEG with %d: %d", v, got)
		}
		if got := readOrientation(pngWithEXIF(pngData, v), imagemeta.PNG); got != want {
			t.Errorf("PNG with %d: %d", v, got)
		}
	}
	if got := readOrientation(jpegData, imagemeta.JPEG); got != 1 {
		t.Errorf("without EXIF: %d", got)
	}
	whole := withEXIF(jpegData, 6)
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
			got := upright(img, orientation)
			size := image.Pt(w, h)
			if orientation >= 5 {
				size = image.Pt(h, w)
			}
			if got.Bounds() != (image.Rectangle{Max: size}) {
				t.Fatalf("%s, %d: bounds %v", kind, orientation, got.Bounds())
			}
			for y := range size.Y {
				for x := range size.X {
					sx, sy := from(x, y)
					if g, want := color.RGBAModel.Convert(got.At(x, y)), color.RGBAModel.Convert(img.At(sx, sy)); !near(g, want) {
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
	d := newDecoder()
	for _, kind := range []string{"Landscape", "Portrait"} {
		var first image.Image
		for i, path := range dataFiles(t, "exif-orientation/"+kind+"_[1-8].jpg") {
			pic, release, err := d.decode(t.Context(), contents(t, path))
			if err != nil {
				t.Fatal(err)
			}
			release()
			if want := fmt.Sprintf("%s_%d.jpg", kind, pic.Orientation); filepath.Base(path) != want {
				t.Errorf("%s: orientation %d", path, pic.Orientation)
			}
			if i == 0 {
				first = pic.Image
				continue
			}
			if pic.Image.Bounds() != first.Bounds() {
				t.Errorf("%s: %v, want %v", filepath.Base(path), pic.Image.Bounds(), first.Bounds())
				continue
			}
			if mean := meanDifference(first, pic.Image); mean > 25 {
				t.Errorf("%s is another picture: mean difference %.1f", filepath.Base(path), mean)
			}
		}
		if first == nil || strings.HasPrefix(kind, "L") != (first.Bounds().Dx() > first.Bounds().Dy()) {
			t.Errorf("%s: not upright", kind)
		}
	}
}

// meanDifference compares a grid of pixels, 0 to 255.
func meanDifference(a, b image.Image) float64 {
	const step = 16
	sum, n := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y += step {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x += step {
			sum += difference(a.At(x, y), b.At(x, y))
			n++
		}
	}
	return float64(sum) / float64(n)
}
