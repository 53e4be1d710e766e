package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// pngHeader is a PNG of a size that has no data.
func pngHeader(width, height uint32) []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	chunk = append(binary.BigEndian.AppendUint32(chunk, height), 8, 2, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

// jpegHeader is a JPEG of a size that has no data; sof is its kind.
func jpegHeader(sof byte, width, height uint16) []byte {
	b := []byte{0xff, 0xd8, 0xff, sof, 0, 17, 8}
	b = binary.BigEndian.AppendUint16(b, height)
	b = binary.BigEndian.AppendUint16(b, width)
	return append(b, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
}

func TestDecode(t *testing.T) {
	t.Parallel()
	d := NewDecoder()
	rgba := picturetest.Plain(picturetest.Red, 40, 30)
	deep := image.NewNRGBA64(image.Rect(0, 0, 5, 4))
	deep.Set(1, 1, color.NRGBA64{65535, 1, 2, 3})
	pngData, jpegData := picturetest.PNG(t, rgba), picturetest.JPEG(t, rgba)
	for name, tc := range map[string]struct {
		data   []byte
		detail string // "" when it decodes
	}{
		"PNG":                 {pngData, ""},
		"JPEG":                {jpegData, ""},
		"grey JPEG":           {picturetest.JPEG(t, image.NewGray(image.Rect(0, 0, 17, 9))), ""},
		"16-bit PNG":          {picturetest.PNG(t, deep), ""},
		"trailing bytes":      {append(bytes.Clone(jpegData), "trailer"...), ""},
		"empty":               {nil, "Uploaded file is empty"},
		"text":                {[]byte("no picture at all"), "neither a JPEG nor a PNG"},
		"GIF":                 {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "neither a JPEG nor a PNG"},
		"SVG":                 {[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), "neither a JPEG nor a PNG"},
		"magic alone, PNG":    {pngData[:8], "damaged"},
		"magic alone, JPEG":   {jpegData[:3], "damaged"},
		"truncated PNG":       {pngData[:len(pngData)/2], "damaged"},
		"truncated JPEG":      {jpegData[:len(jpegData)/2], "damaged"},
		"bad checksum":        {bytes.Replace(pngData, []byte("IDAT"), []byte("IDAT\x00"), 1), "damaged"},
		"PNG 65535x65535":     {pngHeader(65535, 65535), "more than 50 megapixels"},
		"PNG that overflows":  {pngHeader(1<<31-1, 1<<31-1), "cannot be decoded"},
		"PNG 50,000,000 + 1":  {pngHeader(50_000_001, 1), "more than 65535 a side"},
		"PNG 65535 wide":      {pngHeader(65535, 1), "damaged"},
		"PNG 65536 high":      {pngHeader(1, 65536), "more than 65535 a side"},
		"PNG 7072 squared":    {pngHeader(7072, 7072), "more than 50 megapixels"},
		"PNG 50,000,000":      {pngHeader(5000, 10000), "damaged"},
		"PNG without pixels":  {pngHeader(0, 7), "damaged"},
		"JPEG 65535x65535":    {append(jpegHeader(0xc0, 65535, 65535), 0xff, 0xda, 0, 2), "more than 50 megapixels"},
		"JPEG without height": {jpegHeader(0xc0, 9, 0), "damaged"},
		"lossless JPEG":       {jpegHeader(0xc3, 9, 9), "it is of a kind that is not supported"},
	} {
		pic, release, err := d.Decode(t.Context(), tc.data)
		if tc.detail == "" {
			if err != nil || pic.Orientation != 1 {
				t.Errorf("%s: %v", name, err)
				continue
			}
			release()
			continue
		}
		known := new(httpapi.Error)
		if !errors.As(err, &known) || known.Status != http.StatusBadRequest || !strings.Contains(known.Detail, tc.detail) {
			t.Errorf("%s: %v, want %q", name, err, tc.detail)
		}
	}
	if !d.small.budget.TryAcquire(smallBudget) || !d.large.budget.TryAcquire(largeBudget) {
		t.Error("a decoded or refused picture still holds its share of the memory")
	}
}

// scans is a progressive JPEG of 49 megapixels with n empty scans: each costs as long as the pixels of a photograph.
func scans(n int) []byte {
	b := jpegHeader(0xc2, 7000, 7000)
	// A Huffman table for AC coefficients whose one code, a 0 bit, ends 16,384 blocks at a time (EOB14 and 14 zero
	// bits): the 765,625 blocks of a component take 89 bytes.
	b = append(b, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0)
	run := make([]byte, 96)
	for range n {
		b = append(b, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0)
		b = append(b, run...)
	}
	return append(b, 0xff, 0xd9)
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	n *int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.n += n
	return n, err
}

func TestDecodeEnds(t *testing.T) {
	t.Parallel()
	if _, _, err := NewDecoder().inspect(scans(maxScans + 1)); err == nil || !strings.Contains(err.Error(), "more than 64 are not accepted") {
		t.Errorf("a picture of too many scans: %v", err)
	}
	bomb := scans(maxScans)
	if _, pixels, err := NewDecoder().inspect(bomb); err != nil || pixels != 49_000_000 {
		t.Fatalf("the test's picture is refused by its header: %v", err)
	}
	d, read := NewDecoder(), 0
	d.timeout = 200 * time.Millisecond
	d.formats = slices.Clone(d.formats)
	d.formats[0].decode = func(r io.Reader) (image.Image, error) { return jpeg.Decode(&countingReader{r, &read}) }
	_, _, err := d.Decode(t.Context(), bomb)
	known := new(httpapi.Error)
	if !errors.As(err, &known) || known.Status != 400 || known.Detail != "The image takes too long to decode" {
		t.Errorf("%v", err)
	}
	if read == len(bomb) {
		t.Error("the decode went on to the end of the file")
	}

	d.timeout = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := NewDecoder().Decode(ctx, picturetest.PNG(t, picturetest.Plain(picturetest.Red, 3, 3))); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that left: %v", err)
	}
	_, release, err := d.Decode(t.Context(), picturetest.PNG(t, picturetest.Plain(picturetest.Red, 3, 3)))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	full := NewDecoder()
	_ = full.small.budget.Acquire(t.Context(), smallBudget)
	waiting, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, _, err := full.Decode(waiting, picturetest.PNG(t, picturetest.Plain(picturetest.Red, 3, 3))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for memory: %v", err)
	}
	full.wait = 20 * time.Millisecond
	if _, _, err := full.Decode(t.Context(), picturetest.PNG(t, picturetest.Plain(picturetest.Red, 3, 3))); !errors.As(err, &known) || known.Status != http.StatusServiceUnavailable {
		t.Errorf("memory that does not come free: %v", err)
	}
}

// FuzzDecode gives the decoder any bytes of moderate size.
func FuzzDecode(f *testing.F) {
	f.Add(picturetest.PNG(f, picturetest.Plain(picturetest.Red, 3, 2)))
	f.Add(picturetest.JPEG(f, picturetest.Plain(picturetest.Red, 3, 2)))
	f.Add(picturetest.Oriented(picturetest.JPEG(f, picturetest.Plain(picturetest.Red, 3, 2)), 6))
	f.Add(picturetest.OrientedPNG(picturetest.PNG(f, picturetest.Plain(picturetest.Red, 3, 2)), 6))
	f.Add(jpegHeader(0xc2, 16, 16))
	d := NewDecoder()
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, pixels, err := d.inspect(data); err == nil && pixels > 1_000_000 {
			t.Skip("large pictures only slow the search down")
		}
		pic, release, err := d.Decode(t.Context(), data)
		if known := new(httpapi.Error); err != nil {
			if !errors.As(err, &known) || known.Status != 400 {
				t.Errorf("%v", err)
			}
			return
		}
		defer release()
		if pic.Image.Bounds().Empty() || pic.Orientation < 1 || pic.Orientation > 8 {
			t.Errorf("%v, orientation %d", pic.Image.Bounds(), pic.Orientation)
		}
		width, height := pic.Size()
		for _, v := range pic.Resample(float64(width), float64(height), 8, 6, Bilinear, true).Planes[0] {
			if !(v >= 0 && v <= 255) {
				t.Fatalf("a pixel is %v", v)
			}
		}
	})
}
