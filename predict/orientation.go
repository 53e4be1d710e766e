package predict

import (
	"bytes"
	"image"

	"github.com/bep/imagemeta"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// The values of the EXIF tag Orientation (CIPA DC-008, tag 0x0112): 1 is upright, and 5 to 8 swap width and height.
const (
	orientationUpright = 1
	orientationSwapped = 5
	orientationLast    = 8
)

// maxTags bounds how many EXIF tags are looked at for the one that is wanted.
const maxTags = 1000

// readOrientation returns the EXIF orientation of a file, 1 when it states none, an impossible one, or its EXIF block is
// broken: the picture is good without.
func readOrientation(data []byte, meta imagemeta.ImageFormat) int {
	found := orientationUpright
	wanted := func(tag imagemeta.TagInfo) bool {
		return tag.Source == imagemeta.EXIF && tag.Namespace == "IFD0" && tag.Tag == "Orientation"
	}
	// The error is of no interest: it is about metadata that nothing else needs.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: meta, Sources: imagemeta.EXIF, LimitNumTags: maxTags, ShouldHandleTag: wanted,
		HandleTag: func(tag imagemeta.TagInfo) error {
			if v, ok := tag.Value.(uint16); ok && v >= orientationUpright && v <= orientationLast {
				found = int(v)
			}
			return imagemeta.ErrStopWalking
		},
	})
	return found
}

// upright undoes an EXIF orientation, 1 to 8.
func upright(img image.Image, orientation int) image.Image {
	if orientation == orientationUpright {
		return img
	}
	b := img.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	// From a pixel of the file to its place in the upright picture: x' = m0 x + m1 y + m2, y' = m3 x + m4 y + m5.
	moves := [...]f64.Aff3{
		2: {-1, 0, w, 0, 1, 0},
		3: {-1, 0, w, 0, -1, h},
		4: {1, 0, 0, 0, -1, h},
		5: {0, 1, 0, 1, 0, 0},
		6: {0, -1, h, 1, 0, 0},
		7: {0, -1, h, -1, 0, w},
		8: {0, 1, 0, -1, 0, w},
	}
	size := b.Size()
	if orientation >= orientationSwapped {
		size = image.Pt(size.Y, size.X)
	}
	turned := image.NewRGBA(image.Rectangle{Max: size})
	draw.NearestNeighbor.Transform(turned, moves[orientation], img, b, draw.Src, nil)
	return turned
}
