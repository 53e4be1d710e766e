// Package picture turns files into pixels: it checks and decodes JPEG, PNG and, for those who ask, WebP files within limits, applies
// the EXIF orientation, and resizes. It imports internal/httpapi for the errors that a client sees.
//
// All decoding shares a budget of memory. A pixel costs 1.5 to 4 bytes, in the worst case (a progressive CMYK JPEG) 24, so the
// pictures that are decoded at a time take about 400 MB, and at most 2.4 GB. Photographs and larger pictures have budgets of their
// own, so that a large picture does not delay photographs.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bep/imagemeta"
	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// Limits of a picture.
const (
	// MaxFile is the size limit of one file in bytes, the 10 MB of the contract.
	MaxFile = 10 << 20
	// MaxPixels is the limit of width x height in the header.
	MaxPixels = 50_000_000
	// MaxSide is the limit of width and height in pixels, the largest of a JPEG.
	MaxSide = 65_535
	// maxScans is the most scans of a progressive JPEG. Cameras and programs write about ten; each takes as long as decoding a
	// baseline JPEG.
	maxScans = 64
)

// Limits of decoding.
const (
	smallPixels    = 20_000_000 // the largest photograph of the small lane
	smallBudget    = 50_000_000 // pixels of small pictures in memory at a time, of all requests
	largeBudget    = MaxPixels  // pixels of larger ones
	decodesPerCore = 2          // small pictures that are decoded at a time
	decodeWait     = 10 * time.Second
	decodeTimeout  = 15 * time.Second
)

// Picture is a decoded image, not turned upright, or a part of one.
type Picture struct {
	Image       image.Image
	Orientation int // the EXIF orientation, 1 to 8; 1 when the file states none

	part image.Rectangle // of Image, from its corner on; empty for the whole
}

// Size returns the size in pixels of the upright picture.
func (p Picture) Size() (width, height int) {
	size := p.inFile().Size()
	if p.swapped() {
		return size.Y, size.X
	}
	return size.X, size.Y
}

// Format is a kind of file.
type Format struct {
	name   string
	magic  string // how it begins; a question mark stands for any byte
	meta   imagemeta.ImageFormat
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	scans  func(data []byte) int // passes over the pixels
}

// usual are the formats of every decoder.
var usual = []Format{
	{"JPEG", "\xff\xd8\xff", imagemeta.JPEG, jpeg.DecodeConfig, jpeg.Decode, jpegScans},
	{"PNG", "\x89PNG\r\n\x1a\n", imagemeta.PNG, png.DecodeConfig, png.Decode, oneScan},
}

// WebP is a still WebP picture.
var WebP = Format{"WebP", "RIFF????WEBP", imagemeta.WebP, webp.DecodeConfig, webp.Decode, oneScan}

func oneScan([]byte) int { return 1 }

// begins reports whether data are of the format.
func (f Format) begins(data []byte) bool {
	if len(data) < len(f.magic) {
		return false
	}
	for i, b := range []byte(f.magic) {
		if b != '?' && b != data[i] {
			return false
		}
	}
	return true
}

// Markers of a JPEG file (ITU-T T.81, table B.1).
const (
	markerRST0 = 0xd0 // to RST7, 0xd7, which have no length
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerTEM  = 0x01
)

// jpegScans counts the scans of a JPEG file. It goes from segment to segment, so that it does not count the scans of a preview inside
// of a segment.
func jpegScans(data []byte) (n int) {
	for at := 2; at+3 < len(data); {
		next := bytes.IndexByte(data[at:], 0xff)
		if next < 0 || at+next+3 >= len(data) {
			break
		}
		at += next + 1
		switch marker := data[at]; {
		case marker == 0 || marker == 0xff || marker == markerTEM || marker >= markerRST0 && marker < markerEOI:
			// data of a scan, fill bytes, or a marker without a segment: search for the next marker from here
		case marker == markerEOI:
			return n
		default:
			if marker == markerSOS {
				n++
			}
			at += 1 + int(data[at+1])<<8 + int(data[at+2])
		}
	}
	return n
}

// Decoder decodes files within budgets of memory and time. It is safe for concurrent use.
type Decoder struct {
	formats      []Format
	small, large lane
	wait         time.Duration
	timeout      time.Duration
}

// lane is a budget of memory for pictures of similar size.
type lane struct {
	budget *semaphore.Weighted // in pixels
	least  int64               // pixels that a smaller picture counts as
}

// NewDecoder returns a decoder of JPEG, PNG and more formats, with budgets of its own.
func NewDecoder(more ...Format) *Decoder {
	return &Decoder{
		formats: slices.Concat(usual, more),
		small:   lane{semaphore.NewWeighted(smallBudget), max(smallBudget/int64(decodesPerCore*runtime.GOMAXPROCS(0)), 1)},
		large:   lane{semaphore.NewWeighted(largeBudget), 1},
		wait:    decodeWait, timeout: decodeTimeout,
	}
}

// Decode decodes a file of the decoder's formats, recognized by its bytes. It waits up to 10 s for its share of the memory. The caller calls
// release when it no longer uses the picture. A bad file is a 400, no share of the memory a 503; otherwise the error is that of ctx.
func (d *Decoder) Decode(ctx context.Context, data []byte) (pic Picture, release func(), err error) {
	f, pixels, err := d.inspect(data)
	if err != nil {
		return Picture{}, nil, err
	}
	if release, err = d.admit(ctx, pixels); err != nil {
		return Picture{}, nil, err
	}
	limited, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	img, err := f.decode(&contextReader{limited, bytes.NewReader(data)})
	if err != nil {
		release()
		return Picture{}, nil, decodeError(ctx, limited, err)
	}
	return Picture{Image: img, Orientation: readOrientation(data, f.meta)}, release, nil
}

// admit waits for the share of the memory that a picture needs.
func (d *Decoder) admit(ctx context.Context, pixels int64) (release func(), err error) {
	l := d.small
	if pixels > smallPixels {
		l = d.large
	}
	share := max(pixels, l.least)
	waiting, cancel := context.WithTimeout(ctx, d.wait)
	defer cancel()
	if err := l.budget.Acquire(waiting, share); err != nil {
		if ctx.Err() == nil {
			return nil, httpapi.Busy(limits.BusyPictures, "Too many large images at a time; try again")
		}
		return nil, fmt.Errorf("wait for memory to decode an image: %w", err)
	}
	return func() { l.budget.Release(share) }, nil
}

// inspect reads the format of a file and its number of pixels from the header.
func (d *Decoder) inspect(data []byte) (f Format, pixels int64, err error) {
	if len(data) == 0 {
		return f, 0, httpapi.BadRequest("Uploaded file is empty")
	}
	i := slices.IndexFunc(d.formats, func(f Format) bool { return f.begins(data) })
	if i < 0 {
		names := make([]string, len(d.formats))
		for i, f := range d.formats {
			names[i] = "a " + f.name
		}
		return f, 0, httpapi.BadRequest("The file is neither " + strings.Join(names, " nor ") + " image")
	}
	f = d.formats[i]
	c, err := f.config(bytes.NewReader(data))
	if err != nil {
		return f, 0, undecodable(err)
	}
	pixels = int64(c.Width) * int64(c.Height)
	switch {
	case c.Width < 1 || c.Height < 1:
		return f, 0, undecodable(fmt.Errorf("the header states %d x %d pixels", c.Width, c.Height))
	case c.Width > MaxSide || c.Height > MaxSide:
		return f, 0, refused("The image has %d x %d pixels; more than %d a side are not accepted", c.Width, c.Height, MaxSide)
	case pixels > MaxPixels:
		return f, 0, refused("The image has %d x %d pixels; more than %d megapixels are not accepted", c.Width, c.Height, MaxPixels/1_000_000)
	}
	if n := f.scans(data); n > maxScans {
		return f, 0, refused("The image has %d scans; more than %d are not accepted", n, maxScans)
	}
	return f, pixels, nil
}

func refused(format string, numbers ...any) error {
	return httpapi.BadRequest(fmt.Sprintf(format, numbers...))
}

func decodeError(ctx, limited context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("decode an image: %w", ctx.Err())
	case limited.Err() != nil:
		return &httpapi.Error{Status: 400, Type: httpapi.TypeBadRequest, Detail: "The image takes too long to decode", Cause: err}
	default:
		return undecodable(err)
	}
}

func undecodable(cause error) error {
	e := httpapi.BadRequest("The image cannot be decoded: it is damaged or of a kind that is not supported")
	var jpegKind jpeg.UnsupportedError
	var pngKind png.UnsupportedError
	if errors.As(cause, &jpegKind) || errors.As(cause, &pngKind) {
		e.Detail = "The image cannot be decoded: it is of a kind that is not supported"
	}
	e.Cause = cause
	return e
}

// contextReader fails when its context ends. The decoders take no context, but they read in pieces.
type contextReader struct {
	ctx context.Context //nolint:containedctx // the reader lives for one call
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
