package predict

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// MaxPixels of a picture, read from its header before anything is decoded.
const MaxPixels = 50_000_000

// codec reads one format; which one is judged by the first bytes, never by the declared type.
type codec struct {
	magic  string
	config func([]byte) (image.Config, error)
	decode func([]byte) (image.Image, error)
}

var codecs = []codec{
	{
		magic:  "\xff\xd8\xff",
		config: func(b []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(b)) },
		decode: func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
	},
	{
		magic:  "\x89PNG\r\n\x1a\n",
		config: func(b []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(b)) },
		decode: func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
	},
}

// check says what is wrong with a picture: 400 for an empty, undecodable or too large one, 413 for too many bytes. It waits
// for a place to decode, because a picture of MaxPixels takes 200 MB.
func (p *Predict) check(ctx context.Context, pic picture) error {
	switch {
	case len(pic.data) == 0:
		return httpapi.BadRequest("Uploaded file is empty")
	case len(pic.data) > MaxPictureBytes:
		return httpapi.PayloadTooLarge(fmt.Sprintf("The image is larger than %d bytes", MaxPictureBytes))
	}
	for _, c := range codecs {
		if !bytes.HasPrefix(pic.data, []byte(c.magic)) {
			continue
		}
		select {
		case p.decoding <- struct{}{}:
			defer func() { <-p.decoding }()
			return c.check(pic.data)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return httpapi.BadRequest("Uploaded file is not a JPEG or PNG image")
}

func (c codec) check(data []byte) error {
	config, err := c.config(data)
	if err != nil {
		return httpapi.BadRequest("Uploaded file is not a decodable image")
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > MaxPixels/config.Height {
		return httpapi.BadRequest(fmt.Sprintf("The image has more than %d megapixels", MaxPixels/1_000_000))
	}
	if _, err := c.decode(data); err != nil {
		return httpapi.BadRequest("Uploaded file is not a decodable image")
	}
	return nil
}
