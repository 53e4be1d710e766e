package picture

import (
	"bytes"
	"fmt"
	"image/jpeg"
)

// JPEG is an encoded picture, upright and without metadata.
type JPEG struct {
	Data          []byte
	Width, Height int
}

// JPEG encodes the upright picture anew, resized where its longest side has more than maxSide pixels. Nothing that a camera wrote into
// the file is left, such as the place.
func (p Picture) JPEG(maxSide, quality int) (JPEG, error) {
	w, h := p.Size()
	out := JPEG{Width: w, Height: h}
	if longest := max(w, h); longest > maxSide {
		out.Width, out.Height = max(w*maxSide/longest, 1), max(h*maxSide/longest, 1)
	}
	var b bytes.Buffer
	img := p.Resample(float64(w), float64(h), out.Width, out.Height, Bilinear, true).Image()
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return JPEG{}, fmt.Errorf("encode a picture: %w", err)
	}
	out.Data = b.Bytes()
	return out, nil
}
