// Package picturetest makes pictures for tests and finds those of the real data.
package picturetest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Colours that stay distinct after compression.
var (
	Red   = color.RGBA{200, 0, 0, 255}
	Green = color.RGBA{0, 200, 0, 255}
	Blue  = color.RGBA{0, 0, 200, 255}
	Black = color.RGBA{0, 0, 0, 255}
)

// WebP files of one pixel. The standard library writes none.
const (
	WebPLossy    = "RIFF\x22\x00\x00\x00WEBPVP8 \x16\x00\x00\x000\x01\x00\x9d\x01*\x01\x00\x01\x00\x0e\xc0\xfe%\xa4\x00\x03p\x00\x00\x00\x00"
	WebPLossless = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"
)

// Plain returns a picture of one colour.
func Plain(c color.Color, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

// PNG encodes a picture.
func PNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// JPEG encodes a picture with little loss.
func JPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exifBlock returns a TIFF structure with the tag Orientation alone.
func exifBlock(orientation uint16) []byte {
	b := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	b = binary.BigEndian.AppendUint16(b, orientation)
	return append(b, 0, 0, 0, 0, 0, 0)
}

// Oriented inserts an APP1 segment with an EXIF orientation behind the start of a JPEG.
func Oriented(jpegData []byte, orientation uint16) []byte {
	payload := append([]byte("Exif\x00\x00"), exifBlock(orientation)...)
	out := append([]byte{}, jpegData[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(payload)+2))
	out = append(out, payload...)
	return append(out, jpegData[2:]...)
}

// OrientedPNG inserts an eXIf chunk with an EXIF orientation behind the header of a PNG.
func OrientedPNG(pngData []byte, orientation uint16) []byte {
	const headerEnd = 8 + 8 + 13 + 4
	payload := exifBlock(orientation)
	chunk := append([]byte("eXIf"), payload...)
	out := append([]byte{}, pngData[:headerEnd]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(payload)))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, pngData[headerEnd:]...)
}

// Folder returns a folder of the real data. It skips the test when there is none.
func Folder(t testing.TB, path string) string {
	t.Helper()
	dir := os.Getenv("SKEETER_TESTDATA")
	if dir == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real data to try")
	}
	return filepath.Join(dir, path)
}

// Files returns the files of the real data that match a pattern below images. It skips the test when there is no real data.
func Files(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Folder(t, "images"), pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files like %s: %v", pattern, err)
	}
	return files
}

// Contents reads a file.
func Contents(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Stored returns an upright picture in the form that a file with an EXIF orientation, 1 to 8, stores.
func Stored(upright image.Image, orientation int) image.Image {
	b := upright.Bounds()
	w, h := b.Dx(), b.Dy()
	size := image.Pt(w, h)
	if orientation >= 5 {
		size = image.Pt(h, w)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range h {
		for x := range w {
			// The tag defines where row 0 and column 0 of the file are in the upright picture.
			at := map[int]image.Point{
				1: {x, y}, 2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y},
				5: {y, x}, 6: {y, w - 1 - x}, 7: {h - 1 - y, w - 1 - x}, 8: {h - 1 - y, x},
			}[orientation]
			out.Set(at.X, at.Y, upright.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}
