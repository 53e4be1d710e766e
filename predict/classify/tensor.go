package classify

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// tensor turns pictures into the input of a network.
type tensor struct {
	model.Input
	kernel picture.Kernel
	factor []float32 // the value of a channel becomes value x factor + offset
	offset []float32
}

var kernels = map[model.Filter]picture.Kernel{
	model.Nearest: picture.Nearest, model.Bilinear: picture.Bilinear, model.Bicubic: picture.Bicubic, model.Lanczos: picture.Lanczos,
}

func newTensor(in model.Input) tensor {
	t := tensor{Input: in, kernel: kernels[in.Filter]}
	for i := range in.ColourOrder.Channels() {
		t.factor = append(t.factor, float32(*in.Scale/in.Std[i]))
		t.offset = append(t.offset, float32(-in.Mean[i]/in.Std[i]))
	}
	return t
}

// Prepare turns a picture into the network's input: resized, in the order of its dimensions and colours, normalized.
func (c *Classifier) Prepare(p picture.Picture) []float32 { return c.tensor.prepare(p) }

func (t tensor) prepare(p picture.Picture) []float32 {
	keepWidth, keepHeight, width, height := t.fit(p.Size())
	rgb := p.Resample(keepWidth, keepHeight, width, height, t.kernel, *t.Antialias)
	planes := t.channels(rgb)
	out := make([]float32, len(planes)*t.Width*t.Height)
	left, top := (t.Width-width)/2, (t.Height-height)/2
	for channel, plane := range planes {
		step, at := 1, channel*t.Width*t.Height
		if t.Layout == model.NHWC {
			step, at = len(planes), channel
		}
		factor, offset := t.factor[channel], t.offset[channel]
		if width != t.Width || height != t.Height {
			fill := float32(t.Fill)*factor + offset
			for i := range t.Width * t.Height {
				out[at+i*step] = fill
			}
		}
		for y := range height {
			row := at + ((top+y)*t.Width+left)*step
			for x, v := range plane[y*width:][:width] {
				out[row+x*step] = v*factor + offset
			}
		}
	}
	return out
}

// fit returns the size of the middle part of a picture of w x h pixels that is kept, and the size that it is resized to.
func (t tensor) fit(w, h int) (keepWidth, keepHeight float64, width, height int) {
	fw, fh := float64(w), float64(h)
	across, down := fw/float64(t.Width), fh/float64(t.Height) // pixels of the picture for one of the input
	switch t.Resize {
	case model.CenterCrop:
		scale := min(across, down) * *t.Crop
		return scale * float64(t.Width), scale * float64(t.Height), t.Width, t.Height
	case model.Letterbox:
		scale := max(across, down)
		return fw, fh, max(int(math.Round(fw/scale)), 1), max(int(math.Round(fh/scale)), 1)
	}
	return fw, fh, t.Width, t.Height
}

// channels returns the planes in the order of the input's channels. Grey is the luma of ITU-R BT.601.
func (t tensor) channels(c picture.RGB) [][]float32 {
	red, green, blue := c.Planes[0], c.Planes[1], c.Planes[2]
	switch t.ColourOrder {
	case model.BGR:
		return [][]float32{blue, green, red}
	case model.Grey:
		grey := make([]float32, len(red))
		for i := range grey {
			grey[i] = 0.299*red[i] + 0.587*green[i] + 0.114*blue[i]
		}
		return [][]float32{grey}
	}
	return [][]float32{red, green, blue}
}
