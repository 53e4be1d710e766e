package onnx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// Tensor is an input or output that a file declares.
type Tensor struct {
	Name  string
	Kind  string  // tensor, sequence, map, ...
	Type  string  // of the elements of a tensor
	Shape []int64 // -1 is a free dimension

	tensor  bool
	element ort.TensorElementDataType
}

// String describes a tensor as `tensor of float32 [?, 3, 224, 224]`.
func (t Tensor) String() string {
	if !t.tensor {
		return t.Kind
	}
	return fmt.Sprintf("tensor of %s %s", t.Type, shapeText(t.Shape))
}

// Info holds the declarations of a file.
type Info struct {
	Inputs, Outputs []Tensor
	Metadata        map[string]string
}

// Inspect reads the declarations of a file, which need not be a classifier. Call Load before.
func Inspect(s model.Source) (Info, error) {
	var inputs, outputs []ort.InputOutputInfo
	var metadata *ort.ModelMetadata
	var err error
	if s.Data != nil {
		inputs, outputs, err = ort.GetInputOutputInfoWithONNXData(s.Data)
	} else {
		inputs, outputs, err = ort.GetInputOutputInfo(s.Path)
	}
	if err != nil {
		return Info{}, fmt.Errorf("%s cannot be read as an ONNX model: %w", s.Name(), err)
	}
	if s.Data != nil {
		metadata, err = ort.GetModelMetadataWithONNXData(s.Data)
	} else {
		metadata, err = ort.GetModelMetadata(s.Path)
	}
	if err != nil {
		return Info{}, fmt.Errorf("read the metadata of %s: %w", s.Name(), err)
	}
	info := Info{Inputs: tensors(inputs), Outputs: tensors(outputs)}
	info.Metadata, err = entries(metadata)
	return info, errors.Join(err, metadata.Destroy())
}

func tensors(in []ort.InputOutputInfo) []Tensor {
	out := make([]Tensor, len(in))
	for i, t := range in {
		out[i] = Tensor{
			Name: t.Name, Kind: plainName(t.OrtValueType.String()), Type: plainName(t.DataType.String()), Shape: slices.Clone(t.Dimensions),
			tensor: t.OrtValueType == ort.ONNXTypeTensor, element: t.DataType,
		}
	}
	return out
}

// plainName turns ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 into `float16`.
func plainName(constant string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(constant, "ONNX_TENSOR_ELEMENT_DATA_TYPE_"), "ONNX_TYPE_")
	if name == "FLOAT" {
		name = "FLOAT32"
	}
	return strings.ToLower(name)
}

func entries(m *ort.ModelMetadata) (map[string]string, error) {
	keys, err := m.GetCustomMetadataMapKeys()
	if err != nil {
		return nil, fmt.Errorf("list the metadata: %w", err)
	}
	out := make(map[string]string, len(keys))
	for _, key := range keys {
		value, found, err := m.LookupCustomMetadataMap(key)
		if err != nil {
			return nil, fmt.Errorf("read the metadata %s: %w", key, err)
		}
		if found {
			out[key] = value
		}
	}
	return out, nil
}
