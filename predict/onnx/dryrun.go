package onnx

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// dryRun runs two pictures, each alone and both together, and compares the answers. A network that fails on both together, or whose
// answers then differ, gets one picture at a time.
func (n *Network) dryRun() error {
	run := n.NewRun()
	var alone [2][]float32
	for i := range alone {
		n.draw(run.Picture(0), i)
		if err := run.Do(1); err != nil {
			return fmt.Errorf("a first run failed: %w", err)
		}
		alone[i] = run.all(0)
	}
	if err := n.checkKind(alone[:]); err != nil {
		return err
	}
	if n.Batch > 1 && !n.batches(run, alone) {
		n.Batch = 1
		if !n.padded {
			n.shape[0] = 1
		}
	}
	return nil
}

// draw writes the input of a black picture (0), or of a gradient (1).
func (n *Network) draw(picture []float32, which int) {
	in := n.Description.Input
	channels := in.ColourOrder.Channels()
	for i := range picture {
		channel := i / (len(picture) / channels)
		if in.Layout == model.NHWC {
			channel = i % channels
		}
		value := 255 * float64(which) * float64(i) / float64(len(picture))
		picture[i] = float32((value**in.Scale - in.Mean[channel]) / in.Std[channel])
	}
}

// tolerance is the largest difference between the answers to a picture alone and in a batch, relative to the largest number of the
// answer. Another order of additions makes a smaller one.
const tolerance = 1e-3

// batches reports whether both pictures in one run get the answers that they got alone.
func (n *Network) batches(run *Run, alone [2][]float32) bool {
	for i := range alone {
		n.draw(run.Picture(i), i)
	}
	if run.Do(len(alone)) != nil {
		return false
	}
	for i, want := range alone {
		largest := 0.0
		for _, value := range want {
			largest = max(largest, math.Abs(float64(value)))
		}
		for j, value := range run.all(i) {
			if !(math.Abs(float64(value-want[j])) <= tolerance*largest) {
				return false
			}
		}
	}
	return true
}

// all returns all numbers that the last run gave for a picture: the answer, and how strange it is.
func (r *Run) all(i int) []float32 {
	out := slices.Clone(r.Answer(i))
	if r.strange != nil {
		out = append(out, r.strange[i])
	}
	return out
}

// checkKind sets the kind of the output when the description leaves it open, and fails when the answers contradict the description.
func (n *Network) checkKind(answers [][]float32) error {
	for _, value := range slices.Concat(answers...) {
		if math.IsNaN(float64(value)) || math.IsInf(float64(value), 0) {
			return errors.New("a first run gave NaN or infinity")
		}
	}
	err := checkProbabilities(answers, len(n.Description.Classes))
	switch kind := &n.Description.Output.Kind; {
	case *kind == model.Probabilities && err != nil:
		return fmt.Errorf("output.kind says probabilities, and %w", err)
	case *kind == "" && err == nil:
		*kind = model.Probabilities
	case *kind == "":
		*kind = model.Logits
	}
	return nil
}

// checkProbabilities fails for answers whose first numbers, of the classes, are not probabilities.
func checkProbabilities(answers [][]float32, classes int) error {
	for _, answer := range answers {
		sum := 0.0
		for _, value := range answer[:classes] {
			if value < 0 || value > 1 {
				return fmt.Errorf("a first run gave %v", value)
			}
			sum += float64(value)
		}
		if math.Abs(sum-1) > 0.01 {
			return fmt.Errorf("those of a first run add up to %.3f", sum)
		}
	}
	return nil
}
