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
	numbers       int      // in the output for a picture; 0 when its shape leaves that open
}

// choose returns the first input and output that fit the draft. It prefers outputs whose shape states the number of classes. The
// error is that of the first pair.
func choose(info Info, draft model.Draft) (pair, error) {
	inputs, err := candidates("input", info.Inputs, draft.Input.Name, "")
	if err != nil {
		return pair{}, err
	}
	other := ""
	if draft.Reject != nil {
		other = draft.Reject.Output
	}
	outputs, err := candidates("output", info.Outputs, draft.Output.Name, other)
	if err != nil {
		return pair{}, err
	}
	var open *pair
	for _, input := range inputs {
		for _, output := range outputs {
			p, mismatch := match(input, output, draft)
			switch {
			case mismatch == nil && p.numbers > 0:
				return p, nil
			case mismatch == nil && open == nil:
				open = &p
			case mismatch != nil && err == nil:
				err = mismatch
			}
		}
	}
	if open != nil {
		return *open, nil
	}
	return pair{}, err
}

// candidates returns the tensors of numbers but for the one named not, or the one with the name.
func candidates(what string, all []Tensor, name, not string) (fit []Tensor, err error) {
	for _, t := range all {
		if name != "" && t.Name != name || t.Name == not {
			continue
		}
		if mismatch := t.check(); mismatch == nil {
			fit = append(fit, t)
		} else if err == nil {
			err = fmt.Errorf("the %s %q %w", what, t.Name, mismatch)
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

// check fails when a tensor cannot be a batch of pictures or of answers.
func (t Tensor) check() error {
	switch {
	case !t.tensor:
		return fmt.Errorf("is a %s: a tensor is needed", t.Kind)
	case t.element != ort.TensorElementDataTypeFloat && t.element != ort.TensorElementDataTypeFloat16:
		return fmt.Errorf("holds %s: float32 or float16 is needed", t.Type)
	}
	return nil
}

// match completes a draft with the shapes of an input and an output. It fails when they do not fit the draft.
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
