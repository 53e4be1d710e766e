package onnx_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// TestOneAtATime: networks that answer a picture only, or only rightly, alone are given no others.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	for name, batch := range map[string]int{"colours": 8, "colours-fixed": 2, "one-at-a-time": 1, "neighbours": 1} {
		n, err := open(t, onnxtest.Network(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n.Batch != batch {
			t.Errorf("%s: %d pictures at a time, want %d", name, n.Batch, batch)
		}
	}
}

// TestKind: what nobody says the first run shows.
func TestKind(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]model.Kind{"softmax-no-labels": model.Probabilities, "no-labels": model.Logits} {
		n, err := open(t, beside(t, name, "labels.json", `["a","b","c","d"]`))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := n.Description.Output.Kind; got != want {
			t.Errorf("%s gives %s, want %s", name, got, want)
		}
	}
}
