package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
)

// Kernel is a resizing filter as Pillow and torchvision define it.
type Kernel struct {
	support float64 // pixels on either side; 0 takes the nearest pixel
	at      func(x float64) float64
}

// Kernels.
var (
	Nearest  = Kernel{}
	Bilinear = Kernel{1, func(x float64) float64 { return max(1-math.Abs(x), 0) }}
	Bicubic  = Kernel{2, bicubic}
	Lanczos  = Kernel{3, lanczos}
)

// bicubic is Keys' cubic convolution with a = -0.5.
func bicubic(x float64) float64 {
	switch x = math.Abs(x); {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

func lanczos(x float64) float64 {
	const a = 3
	switch x = math.Abs(x); {
	case x == 0:
		return 1
	case x < a:
		return a * math.Sin(math.Pi*x) * math.Sin(math.Pi*x/a) / (math.Pi * math.Pi * x * x)
	}
	return 0
}

// RGB is a picture as three planes of numbers from 0 to 255, row by row.
type RGB struct {
	Width, Height int
	Planes        [3][]float32 // red, green, blue
}

// Resample resizes the middle part of the upright picture, keepWidth x keepHeight pixels, to width x height pixels. With antialias
// the kernel widens where the picture shrinks. Transparent pixels are drawn on white.
func (p Picture) Resample(keepWidth, keepHeight float64, width, height int, k Kernel, antialias bool) RGB {
	across, down := width, height
	if p.swapped() {
		keepWidth, keepHeight, across, down = keepHeight, keepWidth, down, across
	}
	shown := p.inFile()
	middleX, middleY := float64(shown.Min.X+shown.Max.X)/2, float64(shown.Min.Y+shown.Max.Y)/2
	box := box{x0: middleX - keepWidth/2, x1: middleX + keepWidth/2, y0: middleY - keepHeight/2, y1: middleY + keepHeight/2, shown: shown}
	planes, convert := split(p.Image)
	out := RGB{Width: width, Height: height}
	for i, source := range planes {
		out.Planes[i] = p.upright(source.resample(box, across, down, k, antialias), across, down)
	}
	convert(&out.Planes)
	for _, plane := range out.Planes {
		for i, v := range plane {
			plane[i] = min(max(v, 0), 255)
		}
	}
	return out
}

// Image returns the picture with 8 bits per channel.
func (c RGB) Image() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	for i := range c.Width * c.Height {
		for channel, plane := range c.Planes {
			out.Pix[4*i+channel] = uint8(plane[i] + 0.5)
		}
		out.Pix[4*i+3] = 255
	}
	return out
}

// plane is one channel in the memory of a picture.
type plane struct {
	pix           []uint8 // from the first pixel on
	stride, step  int     // from row to row, from pixel to pixel
	width, height int
	scaleX        float64 // pixels of the plane for one of the picture, such as 0.5 for subsampled colour
	scaleY        float64
}

// box is a part of a picture, in its pixels. No pixel beyond shown adds to it.
type box struct {
	x0, y0, x1, y1 float64
	shown          image.Rectangle
}

// split returns the planes of a picture, and the function that converts them to red, green and blue once they are resized. The order
// does not change the result, because kernels are linear, and fewer pixels are left to convert.
func split(img image.Image) (planes []plane, convert func(*[3][]float32)) {
	b := img.Bounds()
	whole := func(pix []uint8, stride, step int) plane {
		return plane{pix: pix, stride: stride, step: step, width: b.Dx(), height: b.Dy(), scaleX: 1, scaleY: 1}
	}
	interleaved := func(pix []uint8, stride int) []plane {
		const step = 4 // red, green, blue, alpha
		return []plane{whole(pix, stride, step), whole(pix[1:], stride, step), whole(pix[2:], stride, step)}
	}
	unchanged := func(*[3][]float32) {}
	switch m := img.(type) {
	case *image.YCbCr:
		part := func(pix []uint8) plane {
			h, v := subsampling(m.SubsampleRatio)
			return plane{ // a decoded picture starts at 0, 0
				pix: pix[m.COffset(b.Min.X, b.Min.Y):], stride: m.CStride, step: 1, width: (b.Dx() + h - 1) / h, height: (b.Dy() + v - 1) / v,
				scaleX: 1 / float64(h), scaleY: 1 / float64(v),
			}
		}
		return []plane{whole(m.Y[m.YOffset(b.Min.X, b.Min.Y):], m.YStride, 1), part(m.Cb), part(m.Cr)}, fromYCbCr
	case *image.Gray:
		return []plane{whole(m.Pix[m.PixOffset(b.Min.X, b.Min.Y):], m.Stride, 1)}, fromGrey
	case *image.RGBA:
		if m.Opaque() {
			return interleaved(m.Pix[m.PixOffset(b.Min.X, b.Min.Y):], m.Stride), unchanged
		}
	case *image.NRGBA:
		if m.Opaque() {
			return interleaved(m.Pix[m.PixOffset(b.Min.X, b.Min.Y):], m.Stride), unchanged
		}
	}
	flat := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(flat, flat.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Over)
	return interleaved(flat.Pix, flat.Stride), unchanged
}

// subsampling returns how many pixels share a value of the colour planes, across and down.
func subsampling(r image.YCbCrSubsampleRatio) (horizontal, vertical int) {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 1, 1
}

// fromYCbCr converts by the formula of JFIF 1.02.
func fromYCbCr(p *[3][]float32) {
	for i, y := range p[0] {
		cb, cr := p[1][i]-128, p[2][i]-128
		p[0][i], p[1][i], p[2][i] = y+1.402*cr, y-0.344136*cb-0.714136*cr, y+1.772*cb
	}
}

func fromGrey(p *[3][]float32) {
	p[1], p[2] = slices.Clone(p[0]), slices.Clone(p[0])
}

// resample resizes a part of the plane. It resizes each row across and adds it to the rows of the result at once, so that it needs
// the memory of one row beside the result.
func (s plane) resample(b box, width, height int, k Kernel, antialias bool) []float32 {
	columns := k.taps(b.x0*s.scaleX, b.x1*s.scaleX, span(b.shown.Min.X, b.shown.Max.X, s.scaleX, s.width), width, antialias)
	rows := k.taps(b.y0*s.scaleY, b.y1*s.scaleY, span(b.shown.Min.Y, b.shown.Max.Y, s.scaleY, s.height), height, antialias)
	out := make([]float32, width*height)
	narrow := make([]float32, width)
	begun := 0 // the first incomplete row of the result
	for y := rows[0].first; begun < height; y++ {
		if y < rows[begun].first {
			continue // a row that Nearest leaves out
		}
		s.across(narrow, s.pix[y*s.stride:], columns)
		for i := begun; i < height && rows[i].first <= y; i++ {
			at := y - rows[i].first
			if at >= len(rows[i].weights) {
				continue
			}
			weight, target := rows[i].weights[at], out[i*width:][:width]
			for x, v := range narrow {
				target[x] += weight * v
			}
		}
		for begun < height && rows[begun].first+len(rows[begun].weights) <= y+1 {
			begun++
		}
	}
	return out
}

func (s plane) across(target []float32, row []uint8, columns []tap) {
	if s.step == 1 { // most photographs: this loop takes half the time of the general one
		for x, c := range columns {
			var sum float32
			pixels := row[c.first:][:len(c.weights)]
			for i, weight := range c.weights {
				sum += weight * float32(pixels[i])
			}
			target[x] = sum
		}
		return
	}
	for x, c := range columns {
		var sum float32
		at := c.first * s.step
		for _, weight := range c.weights {
			sum += weight * float32(row[at])
			at += s.step
		}
		target[x] = sum
	}
}

// tap holds the weights of a pixel of the result: they add up to 1 and belong to the pixels from first on.
type tap struct {
	first   int
	weights []float32
}

// pixels are those of a row from first on, before end.
type pixels struct{ first, end int }

// span returns the pixels of a plane's row of length pixels that belong to the picture's pixels from first on, before end.
func span(first, end int, scale float64, length int) pixels {
	return pixels{int(float64(first) * scale), min(int(math.Ceil(float64(end)*scale)), length)}
}

// taps returns the taps of size pixels that are made of the part from x0 to x1 of a row, of which only some pixels are used.
func (k Kernel) taps(x0, x1 float64, of pixels, size int, antialias bool) []tap {
	scale := (x1 - x0) / float64(size)
	wide := 1.0
	if antialias {
		wide = max(scale, 1)
	}
	out := make([]tap, size)
	for i := range out {
		center := x0 + (float64(i)+0.5)*scale
		if k.support == 0 {
			out[i] = tap{min(max(int(center), of.first), of.end-1), []float32{1}}
			continue
		}
		first := max(int(center-k.support*wide+0.5), of.first)
		end := min(int(center+k.support*wide+0.5), of.end)
		first = min(first, of.end-1)
		end = max(end, first+1)
		weights, sum := make([]float32, end-first), 0.0
		for j := range weights {
			weight := k.at((float64(first+j) - center + 0.5) / wide)
			weights[j] = float32(weight)
			sum += weight
		}
		if sum == 0 { // outside of a plane of one pixel
			weights, sum = []float32{1}, 1
		}
		for j := range weights {
			weights[j] /= float32(sum)
		}
		out[i] = tap{first, weights}
	}
	return out
}
