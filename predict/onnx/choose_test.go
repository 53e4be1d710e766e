package onnx_test

import (
	"strings"
	"testing"
)

// TestSecondOutput: the output that has a number for each class is found, or that which is named is refused.
func TestSecondOutput(t *testing.T) {
	t.Parallel()
	for description, reason := range map[string]string{
		`{"classes":["a","b","c","d"]}`:                                   "",
		`{"classes":["a","b","c","d"],"output":{"name":"logits"}}`:        "",
		`{"classes":["a","b","c","d"],"output":{"name":"embedding"}}`:     `the output "embedding" gives 1440 numbers, and there are 4 classes`,
		`{"classes":["a","b","c","d"],"output":{"name":"probabilities"}}`: `it has no output "probabilities"`,
		`{"classes":["a","b","c"]}`:                                       `the output "embedding" gives 1440 numbers, and there are 3 classes`,
	} {
		_, err := open(t, beside(t, "two-outputs", "model.json", description))
		if (err == nil) != (reason == "") || err != nil && !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", description, err, reason)
		}
	}
}
