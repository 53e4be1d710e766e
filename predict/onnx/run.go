package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/x448/float16"
	ort "github.com/yalue/onnxruntime_go"
)

// Run holds the memory of a batch. One goroutine uses it for one batch after the other.
type Run struct {
	network *Network
	picture int       // numbers of one picture
	input   []float32 // of the largest batch
	half    []byte    // the input of networks that take float16
	answers []float32
	strange []float32 // nil without that output
	classes int
}

// NewRun returns memory for Batch pictures.
func (n *Network) NewRun() *Run {
	size := n.shape.FlattenedSize()
	r := &Run{network: n, picture: int(size / n.shape[0]), input: make([]float32, size), classes: len(n.Description.Classes)}
	if n.input.element == ort.TensorElementDataTypeFloat16 {
		r.half = make([]byte, halfBytes*size)
	}
	return r
}

const halfBytes = 2

// Picture returns the memory for a picture of the next run.
func (r *Run) Picture(i int) []float32 { return r.input[i*r.picture : (i+1)*r.picture] }

// Answer returns the output for a picture of the last run, one number for each class. It is valid until the next run.
func (r *Run) Answer(i int) []float32 { return r.answers[i*r.classes : (i+1)*r.classes] }

// Do runs the first count pictures, 1 to Batch.
func (r *Run) Do(count int) (err error) {
	n := r.network
	shape := n.shape.Clone()
	taken := count
	if n.padded {
		taken = int(shape[0])
		clear(r.input[count*r.picture:])
	}
	shape[0] = int64(taken)
	var input ort.Value
	if r.half != nil {
		for i, value := range r.input[:taken*r.picture] {
			binary.LittleEndian.PutUint16(r.half[halfBytes*i:], float16.Fromfloat32(value).Bits())
		}
		input, err = ort.NewCustomDataTensor(shape, r.half[:halfBytes*taken*r.picture], ort.TensorElementDataTypeFloat16)
	} else {
		input, err = ort.NewTensor(shape, r.input[:taken*r.picture])
	}
	if err != nil {
		return fmt.Errorf("make the input: %w", err)
	}
	defer input.Destroy() //nolint:errcheck // a failure has no remedy
	outputs := []ort.Value{nil}
	if n.strange.tensor {
		outputs = append(outputs, nil)
	}
	if n.output.element == ort.TensorElementDataTypeFloat16 { // the output that the library allocates is too short for float16
		if outputs[0], err = r.halfOutput(taken); err != nil {
			return err
		}
	}
	if err := n.session.Run([]ort.Value{input}, outputs); err != nil {
		err = fmt.Errorf("run the network: %w", err)
		if outputs[0] != nil {
			err = errors.Join(err, outputs[0].Destroy())
		}
		return err
	}
	err = errors.Join(r.read(outputs[0], count, taken), outputs[0].Destroy())
	if n.strange.tensor {
		err = errors.Join(err, r.readStrange(outputs[1], count), outputs[1].Destroy())
	}
	return err
}

// halfOutput allocates the output of a network with float16 answers, in the shape that it declares.
func (r *Run) halfOutput(taken int) (ort.Value, error) {
	shape := ort.NewShape(r.network.output.Shape...)
	for i := range shape {
		if shape[i] < 0 {
			shape[i] = 1
		}
	}
	if len(shape) > 1 {
		shape[0], shape[1] = int64(taken), int64(r.classes)
	}
	value, err := ort.NewCustomDataTensor(shape, make([]byte, halfBytes*shape.FlattenedSize()), ort.TensorElementDataTypeFloat16)
	if err != nil {
		return nil, fmt.Errorf("allocate the output: %w", err)
	}
	return value, nil
}

// read copies the answers from the memory of ONNX Runtime.
func (r *Run) read(output ort.Value, count, taken int) error {
	r.answers = r.answers[:0]
	switch t := output.(type) {
	case *ort.Tensor[float32]:
		r.answers = append(r.answers, t.GetData()...)
	case *ort.CustomDataTensor:
		data := t.GetData()
		for i := 0; i+1 < len(data); i += halfBytes {
			r.answers = append(r.answers, float16.Frombits(binary.LittleEndian.Uint16(data[i:])).Float32())
		}
	default:
		return fmt.Errorf("the output %q is a %T", r.network.output.Name, output)
	}
	if len(r.answers) != taken*r.classes {
		return fmt.Errorf("the output %q holds %d numbers for %d pictures, and there are %d names of classes", r.network.output.Name,
			len(r.answers), taken, r.classes)
	}
	r.answers = r.answers[:count*r.classes]
	return nil
}
