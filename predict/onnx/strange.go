package onnx

import (
	"fmt"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// strangeness returns the output that a description's reject names: float32, one number for each picture. Without a reject it returns
// no tensor.
func strangeness(info Info, reject *model.Reject) (Tensor, error) {
	if reject == nil {
		return Tensor{}, nil
	}
	for _, t := range info.Outputs {
		if t.Name != reject.Output {
			continue
		}
		numbers := int64(1)
		for _, size := range t.Shape[min(1, len(t.Shape)):] {
			numbers *= size
		}
		if !t.tensor || t.element != ort.TensorElementDataTypeFloat || len(t.Shape) == 0 || numbers != 1 {
			return Tensor{}, fmt.Errorf("the output %q is a %s: reject needs a float32 for each picture", t.Name, t)
		}
		return t, nil
	}
	return Tensor{}, fmt.Errorf("reject names the output %q, which it has not", reject.Output)
}

// Strange reports whether a picture of the last run is above the description's reject. Without one nothing is.
func (r *Run) Strange(i int) bool {
	return r.strange != nil && float64(r.strange[i]) > *r.network.Description.Reject.Above
}

// readStrange copies the second output from the memory of ONNX Runtime.
func (r *Run) readStrange(output ort.Value, count int) error {
	t, ok := output.(*ort.Tensor[float32])
	if !ok || len(t.GetData()) < count {
		return fmt.Errorf("the output %q is no float32 for each picture", r.network.strange.Name)
	}
	r.strange = append(r.strange[:0], t.GetData()[:count]...)
	return nil
}
