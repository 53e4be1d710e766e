package predict

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
	// maxFile is the size limit of one file in bytes, the 10 MB of the contract.
	maxFile = 10 << 20
	// maxPixels is the limit of width x height, judged from the header.
	maxPixels = 50_000_000
	// pixelBudget is how many pixels are in memory at a time, over all requests. A pixel costs 1.5 to 4 bytes, up to 32 in
	// the worst case (a rotated progressive CMYK JPEG), so this is about 400 MB, and 3 GB when somebody means harm.
	pixelBudget = 2 * maxPixels
	// decodesPerCore bounds how many small pictures are decoded at a time.
	decodesPerCore = 2
	// decodeTimeout ends what is small and takes forever, such as a JPEG with 100,000 scans.
	decodeTimeout = 30 * time.Second
)

// picture is a decoded image, turned upright.
type picture struct {
	Image       image.Image
	Orientation int // the EXIF orientation that was undone, 1 to 8; 1 when the file states none
}

// format is a kind of image file that is accepted.
type format struct {
	magic  string
	meta   imagemeta.ImageFormat
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"\xff\xd8\xff", imagemeta.JPEG, jpeg.DecodeConfig, jpeg.Decode},
	{"\x89PNG\r\n\x1a\n", imagemeta.PNG, png.DecodeConfig, png.Decode},
}

// decoder turns files into pictures within a budget of memory and time.
type decoder struct {
	budget  *semaphore.Weighted // in pixels
	least   int64               // the pixels that a small picture counts as
	timeout time.Duration
}

func newDecoder() *decoder {
	return &decoder{
		budget:  semaphore.NewWeighted(pixelBudget),
		least:   max(pixelBudget/int64(decodesPerCore*runtime.GOMAXPROCS(0)), 1),
		timeout: decodeTimeout,
	}
}

// decode returns the picture of a JPEG or PNG file, judged by its bytes alone. It waits for its share of the memory; the
// caller releases it when the picture is no longer used. Everything that is wrong with the file is a 400; the other error
// is that of ctx.
func (d *decoder) decode(ctx context.Context, data []byte) (pic picture, release func(), err error) {
	f, pixels, err := inspect(data)
	if err != nil {
		return picture{}, nil, err
	}
	share := max(pixels, d.least)
	if err := d.budget.Acquire(ctx, share); err != nil {
		return picture{}, nil, fmt.Errorf("wait for memory to decode an image: %w", err)
	}
	release = func() { d.budget.Release(share) }

	limited, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	img, err := f.decode(&contextReader{limited, bytes.NewReader(data)})
	if err != nil {
		release()
		return picture{}, nil, decodeError(ctx, limited, err)
	}
	orientation := readOrientation(data, f.meta)
	return picture{Image: upright(img, orientation), Orientation: orientation}, release, nil
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
		pixels := int64(c.Width) * int64(c.Height)
		if pixels > maxPixels {
			return format{}, 0, httpapi.BadRequest(fmt.Sprintf("The image has %d x %d pixels; more than %d megapixels are not accepted",
				c.Width, c.Height, maxPixels/1_000_000))
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
