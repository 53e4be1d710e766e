package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoLabels means that a model has no names of its classes.
var ErrNoLabels = errors.New("nothing names the classes: put a labels.json beside the file, a list of names in the order of the outputs")

// Found holds the shapes of a network's input and output.
type Found struct {
	Width, Height int    // pixels; 0 for any
	Channels      int    // 0 for any
	Layout        Layout // "" when the shape leaves it open
	Classes       int    // 0 when the shape leaves it open
}

// Description is a complete Spec with its sources.
type Description struct {
	Spec
	From     string   // model.json, labels.json, the ONNX metadata, the labels of a known model; joined by commas
	Warnings []string // possible mistakes
}

// Draft is a Spec as it is written down. Complete adds what the network says.
type Draft struct {
	Spec
	Warnings []string

	from []string
	path string
}

const fromMetadata = "the ONNX metadata"

// Draft returns the description beside the model, else the metadata of the ONNX file. A description beside it that names no classes
// is completed with labels.json, else with the metadata's classes.
func (s Source) Draft(metadata map[string]string) (Draft, error) {
	inside, err := read(fromMetadata, metadataObject(metadata))
	if err != nil && s.description == nil { // a description beside the file replaces bad metadata
		return Draft{}, err
	}
	d := inside
	if s.description != nil {
		if d, err = read(s.beside, s.description); err != nil {
			return Draft{}, err
		}
	}
	d.path = s.Path
	switch {
	case s.description != nil && d.Classes != nil:
	case s.labels != nil:
		if d.Classes, err = ParseLabels(s.labels); err != nil {
			return Draft{}, fmt.Errorf("labels.json: %w", err)
		}
		d.from = append(d.from, "labels.json")
		if s.description == nil && d.None != nil && d.NoneIndex() < 0 {
			d.None = nil // it names a class that the labels replace
		}
	case s.description != nil && inside.Classes != nil:
		d.Classes, d.from = inside.Classes, append(d.from, fromMetadata)
		setDefault(&d.None, inside.None)
	}
	return d, nil
}

// read parses a description. data is nil without one.
func read(from string, data []byte) (d Draft, err error) {
	if data == nil {
		return d, nil
	}
	if d.Spec, err = Parse(data); err != nil {
		return d, fmt.Errorf("%s: %w", from, err)
	}
	for _, warning := range unknownFields(data) {
		d.Warnings = append(d.Warnings, from+": "+warning)
	}
	d.from = []string{from}
	return d, nil
}

// Complete adds what the network says. A draft without classes takes those of the published model with the same shape.
func (d Draft) Complete(found Found) (Description, error) {
	out := Description{Spec: d.Spec, Warnings: slices.Clone(d.Warnings)}
	from := slices.Clone(d.from)
	if out.Classes == nil {
		known, ok := knownModel(found)
		if !ok {
			return out, ErrNoLabels
		}
		out.takeFrom(known)
		from = append(from, "the labels of "+known.ModelID+" (guessed from the shape)")
		out.Warnings = append(out.Warnings, "nothing names the classes: the labels are those of "+known.ModelID+", guessed from the shape of the network")
	}
	out.Classes = slices.Clone(out.Classes)
	if out.ModelID == "" {
		out.ModelID = strings.TrimSuffix(filepath.Base(d.path), filepath.Ext(d.path))
	}
	out.fit(found)
	out.From = strings.Join(from, ", ")
	return out, out.complete()
}

// fit sets the fields that the description leaves open to those of the network.
func (s *Spec) fit(found Found) {
	setDefault(&s.Input.Layout, found.Layout)
	setDefault(&s.Input.Width, found.Width)
	setDefault(&s.Input.Height, found.Height)
	setDefault(&s.Input.Width, defaultSide)
	setDefault(&s.Input.Height, defaultSide)
	if found.Channels == 1 {
		setDefault(&s.Input.ColourOrder, Grey)
	}
}

// metadataFields are the fields of a Spec that the metadata of an ONNX file may hold, each as JSON or as plain text.
var metadataFields = []string{"model_id", "input", "output", "reject", "none", "classes", "licence"}

// metadataObject returns the metadata that are fields of a Spec as a JSON object, nil when there are none.
func metadataObject(metadata map[string]string) []byte {
	fields := map[string]json.RawMessage{}
	for key, value := range metadata {
		if !slices.Contains(metadataFields, key) {
			continue
		}
		if !json.Valid([]byte(value)) || key == "model_id" || key == "none" {
			value = quoted(value)
		}
		fields[key] = json.RawMessage(value)
	}
	if len(fields) == 0 {
		return nil
	}
	data, _ := json.Marshal(fields) // every value is valid JSON
	return data
}

// quoted returns a text as a JSON string, also when it is one already.
func quoted(value string) string {
	var text string
	if json.Unmarshal([]byte(value), &text) != nil {
		text = value
	}
	data, _ := json.Marshal(text) // a string never fails
	return string(data)
}
