package onnx

import (
	"fmt"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// pair is an input and an output that fit a description.
type pair struct {
	input, output Tensor
	description   model.Description
	picture       [3]int64 // shape of one picture
	numbers       int      // that the output gives for a picture, 0 when its shape does not tell
}

// choose returns the first input and output that fit what is written of a model; those whose shapes do not tell the number of
// classes come last. The error is that of the first.
func choose(info Info, draft model.Draft) (pair, error) {
	inputs, err := candidates("input", info.Inputs, draft.Input.Name)
	if err != nil {
		return pair{}, err
	}
	outputs, err := candidates("output", info.Outputs, draft.Output.Name)
	if err != nil {
		return pair{}, err
	}
	var open *pair
	for _, input := range inputs {
		for _, output := range outputs {
			p, unfit := match(input, output, draft)
			switch {
			case unfit == nil && p.numbers > 0:
				return p, nil
			case unfit == nil && open == nil:
				open = &p
			case unfit != nil && err == nil:
				err = unfit
			}
		}
	}
	if open != nil {
		return *open, nil
	}
	return pair{}, err
}

// candidates are the tensors of numbers, or the one of a name.
func candidates(what string, all []Tensor, name string) (fit []Tensor, err error) {
	for _, t := range all {
		if name != "" && t.Name != name {
			continue
		}
		if unfit := t.check(); unfit == nil {
			fit = append(fit, t)
		} else if err == nil {
			err = fmt.Errorf("the %s %q %w", what, t.Name, unfit)
		}
	}
	switch {
	case fit != nil:
		return fit, nil
	case err != nil:
		return nil, err
	case name == "":
		return nil, fmt.Errorf("it has no %s", what)
	}
	return nil, fmt.Errorf("it has no %s %q", what, name)
}

// check says why a tensor cannot be a batch of pictures or of answers.
func (t Tensor) check() error {
	switch {
	case !t.tensor:
		return fmt.Errorf("is a %s: a tensor is needed", t.Kind)
	case t.element != ort.TensorElementDataTypeFloat && t.element != ort.TensorElementDataTypeFloat16:
		return fmt.Errorf("holds %s: float32 or float16 is needed", t.Type)
	}
	return nil
}

// match completes a description with what an input and an output tell, and says why they do not fit it.
func match(input, output Tensor, draft model.Draft) (p pair, err error) {
	found, err := find(input, output)
	if err != nil {
		return p, err
	}
	p = pair{input: input, output: output, numbers: found.Classes}
	if p.description, err = draft.Complete(found); err != nil {
		return p, err
	}
	if labels := len(p.description.Classes); found.Classes > 0 && found.Classes != labels {
		return p, fmt.Errorf("the output %q gives %d numbers, and there are %d classes (%s)", output.Name, found.Classes, labels, p.description.From)
	}
	in := p.description.Input
	channels := int64(in.ColourOrder.Channels())
	p.picture = [3]int64{channels, int64(in.Height), int64(in.Width)}
	if in.Layout == model.NHWC {
		p.picture = [3]int64{int64(in.Height), int64(in.Width), channels}
	}
	for i, size := range input.Shape[1:] {
		if size > 0 && size != p.picture[i] {
			return p, fmt.Errorf("the input %q takes %s, and the description says %d x %d pixels of %d channels, %s", input.Name,
				shapeText(input.Shape), in.Width, in.Height, channels, in.Layout)
		}
	}
	return p, nil
}

// find says what the shapes of an input and an output tell.
func find(input, output Tensor) (found model.Found, err error) {
	shape := input.Shape
	if len(shape) != 4 {
		return found, fmt.Errorf("the input %q has the shape %s: four dimensions are needed, of a batch of pictures", input.Name, shapeText(shape))
	}
	colours := func(size int64) bool { return size == 1 || size == 3 }
	switch {
	case colours(shape[1]):
		found.Layout, found.Channels, found.Height, found.Width = model.NCHW, int(shape[1]), known(shape[2]), known(shape[3])
	case colours(shape[3]):
		found.Layout, found.Channels, found.Height, found.Width = model.NHWC, int(shape[3]), known(shape[1]), known(shape[2])
	case shape[1] < 0:
		found.Layout = model.NCHW
	default:
		return found, fmt.Errorf("the input %q has the shape %s: 1 or 3 channels are needed", input.Name, shapeText(shape))
	}
	found.Classes = 1
	for i, size := range output.Shape {
		if i > 0 || len(output.Shape) == 1 {
			found.Classes *= known(size)
		}
	}
	return found, nil
}

func known(size int64) int { return int(max(size, 0)) }
