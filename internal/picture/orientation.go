package picture

import (
	"bytes"

	"github.com/bep/imagemeta"
)

// The values of the EXIF tag Orientation (CIPA DC-008, tag 0x0112): 1 is upright, and 5 to 8 swap width and height.
const (
	orientationUpright = 1
	orientationSwapped = 5
	orientationLast    = 8
)

// maxTags bounds how many EXIF tags are read in search of the orientation.
const maxTags = 1000

// readOrientation returns the EXIF orientation of a file. It is 1 when the file states none or an impossible one, or when its EXIF
// block is damaged, because the picture itself is fine.
func readOrientation(data []byte, meta imagemeta.ImageFormat) int {
	found := orientationUpright
	wanted := func(tag imagemeta.TagInfo) bool {
		return tag.Source == imagemeta.EXIF && tag.Namespace == "IFD0" && tag.Tag == "Orientation"
	}
	// An error is ignored, because nothing else needs the metadata.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: meta, Sources: imagemeta.EXIF, LimitNumTags: maxTags, ShouldHandleTag: wanted,
		HandleTag: func(tag imagemeta.TagInfo) error {
			if v := wholeNumber(tag.Value); v >= orientationUpright && v <= orientationLast {
				found = v
			}
			return imagemeta.ErrStopWalking
		},
	})
	return found
}

// wholeNumber returns the value of a tag: a SHORT by the standard, a LONG or BYTE in files of some programs. It is 0 for other types.
func wholeNumber(value any) int {
	switch v := value.(type) {
	case uint16:
		return int(v)
	case uint32:
		return int(v)
	case uint8:
		return int(v)
	}
	return 0
}

// swapped reports whether turning the picture upright swaps width and height.
func (p Picture) swapped() bool { return p.Orientation >= orientationSwapped }

// upright turns a plane of width x height numbers upright.
func (p Picture) upright(in []float32, width, height int) []float32 {
	if p.Orientation == orientationUpright {
		return in
	}
	out := make([]float32, len(in))
	turnedWidth := width
	if p.swapped() {
		turnedWidth = height
	}
	for y := range height {
		for x := range width {
			tx, ty := p.turn(x, y, width, height)
			out[ty*turnedWidth+tx] = in[y*width+x]
		}
	}
	return out
}

// turn returns the place of a pixel of the file in the upright picture.
func (p Picture) turn(x, y, width, height int) (tx, ty int) {
	right, bottom := width-1-x, height-1-y
	switch p.Orientation {
	case 2:
		return right, y
	case 3:
		return right, bottom
	case 4:
		return x, bottom
	case 5:
		return y, x
	case 6:
		return bottom, x
	case 7:
		return bottom, right
	case 8:
		return y, right
	}
	return x, y
}
