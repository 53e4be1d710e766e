package areas

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sentFeature is a feature of a file.
type sentFeature struct {
	ID         json.RawMessage            `json:"id"`
	CRS        *system                    `json:"crs"`
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

// eachFeature reads a FeatureCollection, a feature at a time. It is UTF-8, or UTF-16 with a byte order mark.
func eachFeature(file io.Reader, visit func(index int, f sentFeature) error) error {
	in := json.NewDecoder(transform.NewReader(file, transform.Chain(unicode.BOMOverride(transform.Nop), encoding.UTF8Validator)))
	if err := expect(in, '{'); err != nil {
		return err
	}
	found := false
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return unreadable(err)
		}
		if name == "crs" {
			var named *system
			if err := in.Decode(&named); err != nil {
				return unreadable(err)
			}
			if err := named.check(); err != nil {
				return err
			}
			continue
		}
		if name != "features" {
			var ignored json.RawMessage
			if err := in.Decode(&ignored); err != nil {
				return unreadable(err)
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
		return unreadable(err)
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
			return fmt.Errorf("feature %d: %w", index, unreadable(err))
		}
		if err := visit(index, f); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		return unreadable(err)
	}
	return nil
}

func expect(in *json.Decoder, delim json.Delim) error {
	token, err := in.Token()
	if err != nil {
		return unreadable(err)
	}
	if token != delim {
		return errNoCollection
	}
	return nil
}

func unreadable(err error) error {
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return errors.New("the file is not UTF-8; `iconv -f LATIN1 -t UTF-8` converts one in Latin-1")
	}
	return fmt.Errorf("read GeoJSON: %w", err)
}
