package classify

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx"
)

// Limits of a box that is used. Both were chosen on scenes of validation photographs: docs/models.md.
const (
	sure = 0.25 // the least score
	full = 0.8  // the largest share of the picture's area: what fills more needs no cropping
)

// Box is a part of the upright picture, in shares of its width and height.
type Box struct {
	X, Y          float64 // of the upper left corner
	Width, Height float64
}

// Pixels returns the pixels of a picture of width x height that the box touches: at least one.
func (b Box) Pixels(width, height int) image.Rectangle {
	across := func(from, size float64, pixels int) (first, end int) {
		first = min(int(math.Floor(from*float64(pixels)+rounding)), pixels-1)
		end = int(math.Ceil((from+size)*float64(pixels) - rounding))
		return max(first, 0), min(max(end, first+1), pixels)
	}
	var r image.Rectangle
	r.Min.X, r.Max.X = across(b.X, b.Width, width)
	r.Min.Y, r.Max.Y = across(b.Y, b.Height, height)
	return r
}

// rounding is the part of a pixel by which decimal fractions may miss a whole pixel.
const rounding = 1e-3

// finder says where in a picture the insect is. It is safe for concurrent use.
type finder struct {
	network *onnx.Network
	tensor  tensor
	runs    sync.Pool // of *onnx.Run
	use     sync.RWMutex
	closed  bool
}

// openFinder loads the finder of a model. It is nil when the model has none.
func openFinder(of model.Source) (*finder, error) {
	source, found, err := of.Finder()
	if !found || err != nil {
		return nil, err
	}
	network, err := onnx.Open(source)
	if err != nil {
		return nil, fmt.Errorf("open the finder: %w", err)
	}
	f := &finder{network: network, tensor: newTensor(network.Description.Input)}
	f.runs.New = func() any { return network.NewRun() }
	var fields []string
	for _, field := range network.Description.Classes {
		fields = append(fields, field.ID)
	}
	if !slices.Equal(fields, model.FinderFields) {
		return nil, errors.Join(fmt.Errorf("open the finder: it answers %q, and %q are needed", fields, model.FinderFields), network.Close())
	}
	return f, nil
}

// InspectFinder opens the finder of a model as Open does, and returns its description. found is false when the model has none.
func InspectFinder(of model.Source) (d model.Description, found bool, err error) {
	f, err := openFinder(of)
	if f == nil || err != nil {
		return model.Description{}, false, err
	}
	return f.network.Description, true, f.close()
}

// close waits for what runs and frees the network.
func (f *finder) close() error {
	f.use.Lock()
	defer f.use.Unlock()
	f.closed = true
	return f.network.Close()
}

// Find returns the box of the insect in a picture. found is false when the model has no finder, when the finder is not sure, and when the
// insect fills the picture: then the whole picture is to be classified.
func (c *Classifier) Find(p picture.Picture) (box Box, found bool, err error) {
	if c.finder == nil {
		return Box{}, false, nil
	}
	c.finder.use.RLock()
	defer c.finder.use.RUnlock()
	if c.finder.closed {
		return Box{}, false, ErrClosed
	}
	run, _ := c.finder.runs.Get().(*onnx.Run)
	defer c.finder.runs.Put(run)
	copy(run.Picture(0), c.finder.tensor.prepare(p))
	if err := run.Do(1); err != nil {
		return Box{}, false, fmt.Errorf("find the insect: %w", err)
	}
	width, height := p.Size()
	box, found = square(run.Answer(0), float64(width), float64(height))
	return box, found, nil
}

// square returns the square around the middle of what was found that is as long as its longer side, moved into the picture and cut there.
func square(answer []float32, width, height float64) (box Box, ok bool) {
	score, x, y := float64(answer[0]), float64(answer[1])*width, float64(answer[2])*height
	side := max(float64(answer[3])*width, float64(answer[4])*height)
	across, down := min(side, width), min(side, height)
	if sum := score + x + y + side; math.IsNaN(sum) || math.IsInf(sum, 0) || score < sure || side < 1 || across*down > full*width*height {
		return Box{}, false
	}
	left, top := min(max(x-across/2, 0), width-across), min(max(y-down/2, 0), height-down)
	return Box{X: left / width, Y: top / height, Width: across / width, Height: down / height}, true
}
