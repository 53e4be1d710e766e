package picture

import (
	"bytes"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

func TestJPEGIsUprightSmallAndWithoutMetadata(t *testing.T) {
	t.Parallel()
	file := picturetest.Oriented(picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 400, 100)), 6)
	pic, release, err := NewDecoder().Decode(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for side, want := range map[int][2]int{320: {80, 320}, 1280: {100, 400}, 1: {1, 1}} {
		out, err := pic.JPEG(side, 85)
		if err != nil {
			t.Fatal(err)
		}
		size, err := jpeg.DecodeConfig(bytes.NewReader(out.Data))
		if err != nil || [2]int{size.Width, size.Height} != want || [2]int{out.Width, out.Height} != want {
			t.Errorf("at most %d: %v, %d x %d, says %d x %d; want %v", side, err, size.Width, size.Height, out.Width, out.Height, want)
		}
		if bytes.Contains(out.Data, []byte("Exif")) {
			t.Errorf("at most %d: metadata is left", side)
		}
	}
}

func TestWebPIsReadByThoseWhoAsk(t *testing.T) {
	t.Parallel()
	d := NewDecoder(WebP)
	for name, file := range map[string]string{"lossy": picturetest.WebPLossy, "lossless": picturetest.WebPLossless} {
		pic, release, err := d.Decode(t.Context(), []byte(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if w, h := pic.Size(); w != 1 || h != 1 {
			t.Errorf("%s: %d x %d", name, w, h)
		}
		release()
		if _, _, err := NewDecoder().Decode(t.Context(), []byte(file)); err == nil || !strings.Contains(err.Error(), "neither a JPEG nor a PNG image") {
			t.Errorf("%s, nobody asked for WebP: %v", name, err)
		}
		if _, _, err := d.Decode(t.Context(), []byte(file[:len(file)-9])); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s, cut: %v", name, err)
		}
	}
	// A canvas of 16,384 x 16,384 pixels in 30 bytes.
	bomb := "RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\x3f\x00\xff\x3f\x00"
	if _, _, err := d.Decode(t.Context(), []byte(bomb)); err == nil || !strings.Contains(err.Error(), "more than 50 megapixels") {
		t.Errorf("a bomb: %v", err)
	}
	if _, _, err := d.Decode(t.Context(), []byte("GIF89a")); err == nil || !strings.Contains(err.Error(), "neither a JPEG nor a PNG nor a WebP image") {
		t.Errorf("a GIF: %v", err)
	}
}
