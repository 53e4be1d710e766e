package areas

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// sentFeature is a feature of a file.
type sentFeature struct {
	Geometry   geometry                   `json:"geometry"`
	Properties map[string]json.RawMessage `json:"properties"`
}

// property returns the text or the number of a property, "" without one.
func (f sentFeature) property(name string) string {
	raw := f.Properties[name]
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return strings.TrimSpace(text)
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}

var errNoCollection = errors.New("it is no GeoJSON FeatureCollection")

// eachFeature reads a FeatureCollection, a feature at a time.
func eachFeature(file io.Reader, visit func(index int, f sentFeature) error) error {
	in := json.NewDecoder(file)
	if err := expect(in, '{'); err != nil {
		return err
	}
	found := false
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return fmt.Errorf("read GeoJSON: %w", err)
		}
		if name != "features" {
			var ignored json.RawMessage
			if err := in.Decode(&ignored); err != nil {
				return fmt.Errorf("read GeoJSON: %w", err)
			}
			continue
		}
		found = true
		if err := eachItem(in, visit); err != nil {
			return err
		}
	}
	if !found {
		return errNoCollection
	}
	if _, err := in.Token(); err != nil {
		return fmt.Errorf("read GeoJSON: %w", err)
	}
	return nil
}

func eachItem(in *json.Decoder, visit func(index int, f sentFeature) error) error {
	if err := expect(in, '['); err != nil {
		return err
	}
	for index := 0; in.More(); index++ {
		var f sentFeature
		if err := in.Decode(&f); err != nil {
			return fmt.Errorf("read feature %d: %w", index, err)
		}
		if err := visit(index, f); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		return fmt.Errorf("read GeoJSON: %w", err)
	}
	return nil
}

func expect(in *json.Decoder, delim json.Delim) error {
	token, err := in.Token()
	if err != nil {
		return fmt.Errorf("read GeoJSON: %w", err)
	}
	if token != delim {
		return errNoCollection
	}
	return nil
}
