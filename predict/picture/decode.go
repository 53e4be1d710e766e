// Package picture turns uploaded files into pixels: it checks and decodes them within limits, knows which way up they are, and
// resizes them. It imports internal/httpapi for the errors that a client sees.
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
	"time"

	"github.com/bep/imagemeta"
	"golang.org/x/sync/semaphore"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of a picture.
const (
	// MaxFile is the size limit of one file in bytes, the 10 MB of the contract.
	MaxFile = 10 << 20
	// MaxPixels is the limit of width x height, judged from the header.
	MaxPixels = 50_000_000
	// MaxSide is the limit of width and height in pixels: JPEG has no more.
	MaxSide = 65_535
	// maxScans is how many scans a progressive JPEG has at most. Cameras and programs write about ten; each costs as much as a
	// decoding of its own.
	maxScans = 64
)

// Limits of decoding. A pixel costs 1.5 to 4 bytes, up to 24 in the worst case (a progressive CMYK JPEG), so what is decoded at a
// time takes about 400 MB, and 2.4 GB when somebody means harm.
const (
	// smallPixels is how many pixels a photograph has as cameras make them. What is larger has to wait for its like: it must not
	// keep photographs waiting.
	smallPixels = 20_000_000
	// smallBudget and largeBudget are how many pixels of both kinds are in memory at a time, over all requests.
	smallBudget = 50_000_000
	largeBudget = MaxPixels
	// decodesPerCore bounds how many small pictures are decoded at a time.
	decodesPerCore = 2
	// decodeWait is how long a picture waits for its share of the memory before it is refused.
	decodeWait = 10 * time.Second
	// decodeTimeout ends what takes long all the same.
	decodeTimeout = 15 * time.Second
)

// Picture is a decoded image as the file has it.
type Picture struct {
	Image       image.Image
	Orientation int // the EXIF orientation, 1 to 8; 1 when the file states none
}

// Size returns the pixels of the upright picture.
func (p Picture) Size() (width, height int) {
	size := p.Image.Bounds().Size()
	if p.swapped() {
		return size.Y, size.X
	}
	return size.X, size.Y
}

// format is a kind of image file that is accepted.
type format struct {
	magic  string
	meta   imagemeta.ImageFormat
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	scans  func(data []byte) int // how often the pixels are gone over
}

var formats = []format{
	{"\xff\xd8\xff", imagemeta.JPEG, jpeg.DecodeConfig, jpeg.Decode, jpegScans},
	{"\x89PNG\r\n\x1a\n", imagemeta.PNG, png.DecodeConfig, png.Decode, func([]byte) int { return 1 }},
}

// Markers of a JPEG file (ITU-T T.81, table B.1).
const (
	markerRST0 = 0xd0 // to RST7, 0xd7: they have no length
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerTEM  = 0x01
)

// jpegScans counts the scans of a JPEG file. It goes from segment to segment, so that what looks like one inside of others, as in
// a preview, does not count.
func jpegScans(data []byte) (n int) {
	for at := 2; at+3 < len(data); {
		next := bytes.IndexByte(data[at:], 0xff)
		if next < 0 || at+next+3 >= len(data) {
			break
		}
		at += next + 1
		switch marker := data[at]; {
		case marker == 0 || marker == 0xff || marker == markerTEM || marker >= markerRST0 && marker < markerEOI:
			// data of a scan, fill bytes, and markers without a segment: the next marker is sought from here
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

// Decoder turns files into pictures within a budget of memory and time.
type Decoder struct {
	small, large lane
	wait         time.Duration
	timeout      time.Duration
}

// lane is a share of the memory for pictures of one kind.
type lane struct {
	budget *semaphore.Weighted // in pixels
	least  int64               // the pixels that a picture counts as at least
}

// NewDecoder returns a decoder with a budget of its own.
func NewDecoder() *Decoder {
	return &Decoder{
		small: lane{semaphore.NewWeighted(smallBudget), max(smallBudget/int64(decodesPerCore*runtime.GOMAXPROCS(0)), 1)},
		large: lane{semaphore.NewWeighted(largeBudget), 1},
		wait:  decodeWait, timeout: decodeTimeout,
	}
}

// Decode returns the picture of a JPEG or PNG file, judged by its bytes alone. It waits for its share of the memory; the
// caller releases it when the picture is no longer used. Everything that is wrong with the file is a 400, a share that does not
// come free is a 503; the other error is that of ctx.
func (d *Decoder) Decode(ctx context.Context, data []byte) (pic Picture, release func(), err error) {
	f, pixels, err := inspect(data)
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
			return nil, httpapi.Busy(httpapi.BusyPictures, "Too many large images at a time; try again")
		}
		return nil, fmt.Errorf("wait for memory to decode an image: %w", err)
	}
	return func() { l.budget.Release(share) }, nil
}

// inspect finds the format of a file and its number of pixels from the header.
func inspect(data []byte) (format, int64, error) {
	if len(data) == 0 {
		return format{}, 0, httpapi.BadRequest("Uploaded file is empty")
	}
	for _, f := range formats {
		if !bytes.HasPrefix(data, []byte(f.magic)) {
			continue
		}
		c, err := f.config(bytes.NewReader(data))
		if err != nil {
			return format{}, 0, undecodable(err)
		}
		if c.Width < 1 || c.Height < 1 {
			return format{}, 0, undecodable(fmt.Errorf("the header says %d x %d pixels", c.Width, c.Height))
		}
		if c.Width > MaxSide || c.Height > MaxSide {
			return format{}, 0, httpapi.BadRequest(fmt.Sprintf("The image has %d x %d pixels; more than %d a side are not accepted", c.Width, c.Height, MaxSide))
		}
		pixels := int64(c.Width) * int64(c.Height)
		if pixels > MaxPixels {
			return format{}, 0, httpapi.BadRequest(fmt.Sprintf("The image has %d x %d pixels; more than %d megapixels are not accepted",
				c.Width, c.Height, MaxPixels/1_000_000))
		}
		if n := f.scans(data); n > maxScans {
			return format{}, 0, httpapi.BadRequest(fmt.Sprintf("The image has %d scans; more than %d are not accepted", n, maxScans))
		}
		return f, pixels, nil
	}
	return format{}, 0, httpapi.BadRequest("The file is neither a JPEG nor a PNG image")
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

// contextReader ends with its context. The decoders know no context, but they read in pieces.
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
