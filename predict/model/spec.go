// Package model describes classifiers: their classes, how a picture becomes their input, and what their output means. It holds the
// bundled model and reads those of users. It imports nothing of the project.
//
// A description comes from model.json beside the ONNX file, else from the file's metadata. Classes that it does not name come from
// labels.json, or from a published model with the same shape. Fields that nothing states have ImageNet's usual values.
package model

import (
	"cmp"
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
	maxNotice  = 2000 // bytes of a licence's notice or address
)

// Spec is the description of a classifier, in the form of model.json.
type Spec struct {
	ModelID string  `json:"model_id"`
	File    string  `json:"file"` // the ONNX file, relative to model.json; "" is the one beside it
	Input   Input   `json:"input"`
	Output  Output  `json:"output"`
	Reject  *Reject `json:"reject"` // nil when the network does not say how strange a picture is
	None    *string `json:"none"`   // the id of the class 'none of these'; "" when there is none, nil to guess it by name
	Classes []Class `json:"classes"`
	Licence Licence `json:"licence"`
	Finder  string  `json:"finder"` // the ONNX file of the finder, relative to model.json; "" for none
}

// Class is the class of one output.
type Class struct {
	ID             string  `json:"id"`
	ScientificName *string `json:"scientific_name"` // null: made from the id
}

// Input describes how a picture becomes the network's input. The value of a pixel, 0 to 255, becomes (value x Scale - Mean) / Std.
type Input struct {
	Name        string    `json:"name"`   // "" is the first that fits
	Width       int       `json:"width"`  // pixels; 0 is the network's, or 224
	Height      int       `json:"height"` // pixels; 0 is the network's, or 224
	Layout      Layout    `json:"layout"` // "" is the network's
	Resize      Resize    `json:"resize"`
	Filter      Filter    `json:"filter"`
	Antialias   *bool     `json:"antialias"` // whether the filter widens where the picture shrinks
	Crop        *float64  `json:"crop"`      // with center_crop: the share of the shortest side that is kept, above 0, at most 1
	Fill        float64   `json:"fill"`      // with letterbox: the value of pixels outside of the picture, 0 to 255
	ColourOrder Colour    `json:"colour_order"`
	Scale       *float64  `json:"scale"`
	Mean        []float64 `json:"mean"` // one for each channel, or one for all
	Std         []float64 `json:"std"`  // one for each channel, or one for all; not 0
}

// Output describes the network's output.
type Output struct {
	Name string `json:"name"` // "" is the first that fits
	Kind Kind   `json:"kind"` // "" is the kind that a first run shows
}

// Reject names a second output, a number for each picture: the higher it is, the less the picture is like those that the network was
// trained on.
type Reject struct {
	Output string   `json:"output"`
	Above  *float64 `json:"above"` // a picture with more is of something else
}

// Licence of the weights.
type Licence struct {
	ID     string `json:"id"` // of SPDX, "" when nothing states it
	Notice string `json:"notice"`
	URL    string `json:"url,omitempty"` // of its text
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
	Stretch    Resize = "stretch"     // width and height separately, which distorts
	CenterCrop Resize = "center_crop" // the middle of the picture
	Letterbox  Resize = "letterbox"   // the whole picture, and Fill around it
)

// Filter is the resizing kernel.
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

// Channels returns the number of channels, 1 or 3.
func (c Colour) Channels() int {
	if c == Grey {
		return 1
	}
	return 3
}

// Kind is the meaning of the outputs.
type Kind string

// Kinds of outputs.
const (
	Logits        Kind = "logits"
	Probabilities Kind = "probabilities"
)

// ImageNet's usual preprocessing, the default of a description.
var (
	imageNetMean = []float64{0.485, 0.456, 0.406}
	imageNetStd  = []float64{0.229, 0.224, 0.225}
)

const (
	imageNetScale = 1.0 / 255
	imageNetCrop  = 0.875
	defaultSide   = 224
)

// Parse reads a description from model.json. Unknown fields are no errors: a description may carry more.
func Parse(data []byte) (Spec, error) {
	var s Spec
	if err := decode(data, &s, "it"); err != nil {
		return Spec{}, err
	}
	var given struct {
		None json.RawMessage `json:"none"`
	}
	if err := decode(data, &given, "it"); err != nil {
		return Spec{}, err
	}
	if s.None == nil && given.None != nil { // null states that there is none; without the field it is guessed
		s.None = new(string)
	}
	return s, nil
}

// UnmarshalJSON reads a plain name or an object.
func (c *Class) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &c.ID)
	}
	type fields Class
	return json.Unmarshal(data, (*fields)(c))
}

var nones = []string{"none_of_these", "class_background", "background", "other", "others", "other_species", "none", "no_mosquito", "not_a_mosquito"}

// MeansNone reports whether a name means 'none of these'.
func MeansNone(name string) bool {
	return slices.Contains(nones, strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(name)))
}

// complete sets defaults and checks the description.
func (s *Spec) complete() error {
	in := &s.Input
	setDefault(&in.Resize, CenterCrop)
	setDefault(&in.Filter, Bilinear)
	setDefault(&in.ColourOrder, RGB)
	setDefault(&in.Antialias, new(true))
	setDefault(&in.Scale, new(imageNetScale))
	setDefault(&in.Crop, new(imageNetCrop))
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
			c.ScientificName = new(scientificName(c.ID))
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

// NoneIndex returns the index of the class 'none of these', -1 when there is none.
func (s *Spec) NoneIndex() int {
	return slices.IndexFunc(s.Classes, func(c Class) bool { return s.None != nil && *s.None != "" && c.ID == *s.None })
}

// scientificName turns `aedes_aegypti`, `aedes-aegypti` and `AEDES AEGYPTI` into `Aedes aegypti`. It keeps the case of other names
// with capitals.
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

func setDefault[T comparable](field *T, value T) { *field = cmp.Or(*field, value) }

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
