package picture

import "image"

// Crop returns a part of the upright picture, in its pixels. The part shares the pixels of the picture. What lies outside of the picture
// is cut off; r has at least a pixel inside.
func (p Picture) Crop(r image.Rectangle) Picture {
	w, h := p.Size()
	r = r.Intersect(image.Rect(0, 0, w, h))
	if p.swapped() {
		r = image.Rect(r.Min.Y, r.Min.X, r.Max.Y, r.Max.X)
	}
	whole := p.inFile()
	switch p.Orientation { // those that mirror the columns of the file
	case 2, 3, 7, 8:
		r.Min.X, r.Max.X = whole.Dx()-r.Max.X, whole.Dx()-r.Min.X
	}
	switch p.Orientation { // those that mirror its rows
	case 3, 4, 6, 7:
		r.Min.Y, r.Max.Y = whole.Dy()-r.Max.Y, whole.Dy()-r.Min.Y
	}
	p.part = r.Add(whole.Min)
	return p
}

// inFile returns the part of the file that the picture shows, in pixels from the file's corner on.
func (p Picture) inFile() image.Rectangle {
	if !p.part.Empty() {
		return p.part
	}
	return image.Rectangle{Max: p.Image.Bounds().Size()}
}
