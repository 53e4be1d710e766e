// Package model says what a classifier is: its classes, how a picture becomes its input, what its output means. It holds the
// bundled model and reads those of users. It imports nothing of the project.
package model

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a model's description.
const (
	MaxClasses = 10_000
	MaxSide    = 1024 // pixels
	maxText    = 200  // bytes of a name or id
)

// Spec is the description of a classifier, as model.json writes it.
type Spec struct {
	ModelID string  `json:"model_id"`
	File    string  `json:"file"` // the ONNX file, relative to model.json; "" is the one that lies beside it
	Input   Input   `json:"input"`
	Output  Output  `json:"output"`
	None    *string `json:"none"` // the id of the class 'none of these'; "" for none, nil to guess it by name
	Classes []Class `json:"classes"`
	Licence Licence `json:"licence"`
}

// Class is one of the outputs, in their order.
type Class struct {
	ID             string  `json:"id"`
	ScientificName *string `json:"scientific_name"` // null: made from the id
}

// Input says how a picture becomes the network's input. A pixel's value, 0 to 255, becomes (value x Scale - Mean) / Std.
type Input struct {
	Name        string    `json:"name"`   // "" is the first that fits
	Width       int       `json:"width"`  // pixels; 0 is what the network says, or 224
	Height      int       `json:"height"` // pixels; 0 is what the network says, or 224
	Layout      Layout    `json:"layout"` // "" is what the network says
	Resize      Resize    `json:"resize"`
	Filter      Filter    `json:"filter"`
	Antialias   *bool     `json:"antialias"` // whether the filter widens where the picture shrinks
	Crop        *float64  `json:"crop"`      // with center_crop: the part of the shortest side that is kept, above 0 to 1
	Fill        float64   `json:"fill"`      // with letterbox: the value of what the picture leaves free, 0 to 255
	ColourOrder Colour    `json:"colour_order"`
	Scale       *float64  `json:"scale"`
	Mean        []float64 `json:"mean"` // one a channel, or one for all
	Std         []float64 `json:"std"`  // one a channel, or one for all; not 0
}

// Output says what the network's numbers mean.
type Output struct {
	Name string `json:"name"` // "" is the first that fits
	Kind Kind   `json:"kind"` // "" is what a first run shows
}

// Licence of the weights.
type Licence struct {
	ID     string `json:"id"`
	Notice string `json:"notice"`
}

// Layout is the order of the input's dimensions.
type Layout string

// Layouts.
const (
	NCHW Layout = "NCHW"
	NHWC Layout = "NHWC"
)

// Resize is how a picture of any shape fills the input.
type Resize string

// Ways to fill the input.
const (
	Stretch    Resize = "stretch"     // width and height each on their own
	CenterCrop Resize = "center_crop" // the middle, nothing distorted
	Letterbox  Resize = "letterbox"   // all of it, nothing distorted, the rest filled
)

// Filter is the kernel that resizes.
type Filter string

// Filters.
const (
	Nearest  Filter = "nearest"
	Bilinear Filter = "bilinear"
	Bicubic  Filter = "bicubic"
	Lanczos  Filter = "lanczos"
)

// Colour is the order of the channels.
type Colour string

// Orders of the channels; Grey is a single one.
const (
	RGB  Colour = "RGB"
	BGR  Colour = "BGR"
	Grey Colour = "grey"
)

// Channels is 1 or 3.
func (c Colour) Channels() int {
	if c == Grey {
		return 1
	}
	return 3
}

// Kind is what the outputs are.
type Kind string

// Kinds of outputs.
const (
	Logits        Kind = "logits"
	Probabilities Kind = "probabilities"
)

// ImageNet's usual preprocessing, which stands where a description says nothing.
var (
	imageNetMean = []float64{0.485, 0.456, 0.406}
	imageNetStd  = []float64{0.229, 0.224, 0.225}
)

const (
	imageNetScale = 1.0 / 255
	imageNetCrop  = 0.875
	defaultSide   = 224
)

// Parse reads a description from model.json. A field that it does not know is no error: a description may carry more.
func Parse(data []byte) (Spec, error) {
	var s Spec
	if err := decode(data, &s, "it"); err != nil {
		return Spec{}, err
	}
	var said struct {
		None json.RawMessage `json:"none"`
	}
	if err := decode(data, &said, "it"); err != nil {
		return Spec{}, err
	}
	if s.None == nil && said.None != nil { // null says that there is none; a field that is left out says nothing
		s.None = new(string)
	}
	return s, nil
}

// UnmarshalJSON takes a plain name as well as an object.
func (c *Class) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &c.ID)
	}
	type fields Class
	return json.Unmarshal(data, (*fields)(c))
}

// nones are names of classes that mean none of the others.
var nones = []string{"none_of_these", "class_background", "background", "other", "others", "other_species", "none", "no_mosquito", "not_a_mosquito"}

// MeansNone says whether a name is one that means none of the others.
func MeansNone(name string) bool {
	return slices.Contains(nones, strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(name)))
}

// complete fills in what is not said and checks all of it.
func (s *Spec) complete() error {
	in := &s.Input
	setDefault(&in.Resize, CenterCrop)
	setDefault(&in.Filter, Bilinear)
	setDefault(&in.ColourOrder, RGB)
	setPointer(&in.Antialias, true)
	setPointer(&in.Scale, imageNetScale)
	setPointer(&in.Crop, imageNetCrop)
	if in.Mean == nil && in.Std == nil && in.ColourOrder != Grey {
		in.Mean, in.Std = imageNetMean, imageNetStd
		if in.ColourOrder == BGR {
			in.Mean, in.Std = reversed(in.Mean), reversed(in.Std)
		}
	}
	channels := in.ColourOrder.Channels()
	in.Mean, in.Std = perChannel(in.Mean, channels, 0), perChannel(in.Std, channels, 1)
	for i := range s.Classes {
		c := &s.Classes[i]
		if c.ScientificName == nil && c.ID != "" {
			name := scientificName(c.ID)
			c.ScientificName = &name
		}
	}
	if s.None == nil {
		s.None = new(string)
		if i := slices.IndexFunc(s.Classes, func(c Class) bool { return MeansNone(c.ID) }); i >= 0 {
			*s.None = s.Classes[i].ID
		}
	}
	return s.check()
}

// NoneIndex is the index of the class 'none of these', -1 when there is none.
func (s *Spec) NoneIndex() int {
	return slices.IndexFunc(s.Classes, func(c Class) bool { return s.None != nil && *s.None != "" && c.ID == *s.None })
}

// scientificName makes `Aedes aegypti` of `aedes_aegypti`, `aedes-aegypti` or `AEDES AEGYPTI`; a name with capitals inside is
// left alone.
func scientificName(id string) string {
	name := strings.Join(strings.FieldsFunc(id, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), " ")
	if lower := strings.ToLower(name); name == lower || name == strings.ToUpper(name) {
		if lower == "" {
			return ""
		}
		first, size := utf8.DecodeRuneInString(lower)
		return string(unicode.ToUpper(first)) + lower[size:]
	}
	return name
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func setPointer[T any](field **T, value T) {
	if *field == nil {
		*field = &value
	}
}

// perChannel makes one number a channel.
func perChannel(numbers []float64, channels int, missing float64) []float64 {
	switch len(numbers) {
	case 0:
		return slices.Repeat([]float64{missing}, channels)
	case 1:
		return slices.Repeat(numbers, channels)
	}
	return numbers
}

func reversed(numbers []float64) []float64 {
	out := slices.Clone(numbers)
	slices.Reverse(out)
	return out
}
