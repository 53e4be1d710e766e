package onnx_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

// TestStrange: in each place of a batch the blue pictures are strange, and no others; a network that does not say so has none.
func TestStrange(t *testing.T) {
	t.Parallel()
	const blue = 2
	for name, says := range map[string]bool{"strange": true, "colours": false} {
		n, err := open(t, onnxtest.Network(t, name))
		if err != nil {
			t.Fatal(err)
		}
		run := n.NewRun()
		for count := 1; count <= n.Batch; count++ {
			for i := range count {
				fill(run.Picture(i), n.Description.Input.Layout, (i+count)%3)
			}
			if err := run.Do(count); err != nil {
				t.Fatal(err)
			}
			for i := range count {
				colour := (i + count) % 3
				if got := run.Strange(i); got != (says && colour == blue) || highest(run.Answer(i)) != colour {
					t.Errorf("%s, %d pictures: picture %d, of colour %d, is strange: %v", name, count, i, colour, got)
				}
			}
		}
	}
}

// TestWrongReject: a reject that fits no output is refused, and says why.
func TestWrongReject(t *testing.T) {
	t.Parallel()
	for reject, reason := range map[string]string{
		`{"output":"elsewhere","above":1}`:          `reject names the output "elsewhere"`,
		`{"output":"logits","above":1}`:             `the output "unknown" gives 1 numbers`,
		`{"output":"unknown"}`:                      "reject needs the name of an output and the number",
		`{"above":1}`:                               "reject needs the name of an output and the number",
		`{"output":"unknown","above":0.5}`:          "",
		`{"output":"unknown","above":"0.5"}`:        "reject.above is a string: a number is needed",
		`{"output":"unknown","above":1,"below":10}`: "",
	} {
		_, err := open(t, beside(t, "strange", "model.json", `{"classes":["a","b","c","d"],"reject":`+reject+`}`))
		if (err == nil) != (reason == "") || err != nil && !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", reject, err, reason)
		}
	}
	_, err := open(t, beside(t, "two-outputs", "model.json", `{"classes":["a","b","c","d"],"reject":{"output":"embedding","above":1}}`))
	if err == nil || !strings.Contains(err.Error(), "reject needs a float32 for each picture") {
		t.Errorf("1440 numbers for each picture: %v", err)
	}
}
