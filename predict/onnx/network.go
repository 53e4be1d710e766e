package onnx

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// maxBatch is how many pictures a network with a free batch dimension gets at a time. A larger batch is no faster on a processor,
// and its first picture would wait for the last one.
const maxBatch = 8

// maxNumbers is the size limit of a run's input, 128 MB for each worker.
const maxNumbers = 32 << 20

// Network is a loaded classifier that fits its description.
type Network struct {
	Description model.Description
	Info        Info
	Batch       int // pictures at a time

	session *ort.DynamicAdvancedSession
	input   Tensor
	shape   ort.Shape // of the input of the largest run
	output  Tensor
	strange Tensor // the output that the description's reject names, if it does
	padded  bool   // the batch dimension is fixed: smaller batches are filled up with zeros
}

// Open loads a model and runs it once. It fails when the network does not fit its description. Close the network after use.
func Open(s model.Source) (*Network, error) {
	n := &Network{}
	var err error
	if n.Info, err = Inspect(s); err != nil {
		return nil, err
	}
	if err := n.describe(s); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name(), err)
	}
	if err := n.start(s); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name(), err)
	}
	if err := n.dryRun(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.Name(), err), n.Close())
	}
	return n, nil
}

// describe completes the description with the declarations of the file. It fails when the network is no classifier of pictures.
func (n *Network) describe(s model.Source) error {
	draft, err := s.Draft(n.Info.Metadata)
	if err != nil {
		return err
	}
	p, err := choose(n.Info, draft)
	if err != nil {
		return err
	}
	n.Description, n.input, n.output = p.description, p.input, p.output
	if n.strange, err = strangeness(n.Info, n.Description.Reject); err != nil {
		return err
	}
	n.Batch, n.padded = maxBatch, false
	if fixed := n.input.Shape[0]; fixed > 0 {
		n.Batch, n.padded = int(fixed), true
	}
	n.shape = append(ort.NewShape(int64(n.Batch)), p.picture[:]...)
	if one := p.picture[0] * p.picture[1] * p.picture[2]; int64(n.Batch) > maxNumbers/one {
		return fmt.Errorf("the input %q has the shape %s: a run may take %d numbers at most", n.input.Name, shapeText(n.input.Shape), maxNumbers)
	}
	return nil
}

func (n *Network) start(s model.Source) (err error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return fmt.Errorf("set options: %w", err)
	}
	defer options.Destroy() //nolint:errcheck // a failure has no remedy
	// Each batch runs on one core, because classify runs one batch on each.
	if err := errors.Join(options.SetIntraOpNumThreads(1), options.SetInterOpNumThreads(1)); err != nil {
		return fmt.Errorf("set options: %w", err)
	}
	inputs, outputs := []string{n.input.Name}, []string{n.output.Name}
	if n.strange.tensor {
		outputs = append(outputs, n.strange.Name)
	}
	if s.Data != nil {
		n.session, err = ort.NewDynamicAdvancedSessionWithONNXData(s.Data, inputs, outputs, options)
	} else {
		n.session, err = ort.NewDynamicAdvancedSession(s.Path, inputs, outputs, options)
	}
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

// Close frees the session. No run may be in progress.
func (n *Network) Close() error {
	if err := n.session.Destroy(); err != nil {
		return fmt.Errorf("close the model: %w", err)
	}
	return nil
}

// shapeText writes a shape as `[?, 3, 224, 224]`.
func shapeText(shape []int64) string {
	sizes := make([]string, len(shape))
	for i, size := range shape {
		if sizes[i] = "?"; size >= 0 {
			sizes[i] = strconv.FormatInt(size, 10)
		}
	}
	return "[" + strings.Join(sizes, ", ") + "]"
}
