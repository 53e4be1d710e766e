package geojson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

type stream struct {
	name       string
	file       *text.File
	feed       *feed
	decoder    *json.Decoder
	collection bool // a FeatureCollection; else features one after another
	crs        string
	ended      bool
}

func openStream(name string, open text.Opener) (*stream, error) {
	file, err := text.Open(name, open, "")
	if err != nil {
		return nil, err
	}
	file.DecodeAll()
	s := &stream{name: name, file: file, crs: geometry.WGS84, feed: &feed{r: file, budget: maxFeatureBytes}}
	s.decoder = json.NewDecoder(s.feed)
	if err := s.begin(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

// begin finds out what the text is from its beginning and goes to the first feature.
func (s *stream) begin() error {
	prefix, whole, err := s.file.Prefix()
	if err != nil {
		return err
	}
	kind, err := topLevelType(prefix, whole)
	switch {
	case err != nil:
		before := prefix[:min(len(prefix), errorOffset(err))]
		return text.Fail(s.name, 1+bytes.Count(before, []byte("\n")), "malformed JSON", err)
	case kind == "Feature":
		return nil
	case kind != "FeatureCollection":
		return text.Fail(s.name, 1, fmt.Sprintf("GeoJSON of the type %q; wanted is a FeatureCollection or features", kind), nil)
	}
	s.collection = true
	return s.enterFeatures()
}

// topLevelType reads the type of the first object of a text, or takes it from its members.
func topLevelType(prefix []byte, whole bool) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(bytes.ReplaceAll(prefix, []byte{recordSeparator}, []byte{' '})))
	token, err := decoder.Token()
	if err != nil {
		return "", err
	}
	if token != json.Delim('{') {
		return fmt.Sprintf("%v", token), nil
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return "", err
		}
		if key == "features" {
			return "FeatureCollection", nil
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) && !whole {
				return "Feature", nil // a member longer than the prefix
			}
			return "", err
		}
		if key == "type" {
			return textOf(value), nil
		}
	}
	return "", nil
}

func (s *stream) enterFeatures() error {
	if _, err := s.decoder.Token(); err != nil {
		return s.fail(err)
	}
	for s.decoder.More() {
		s.feed.budget = maxFeatureBytes
		key, err := s.decoder.Token()
		if err != nil {
			return s.fail(err)
		}
		if key != "features" {
			if err := s.member(key); err != nil {
				return err
			}
			continue
		}
		token, err := s.decoder.Token()
		if err != nil {
			return s.fail(err)
		}
		if token != json.Delim('[') {
			return text.Fail(s.name, s.feed.lineAt(s.decoder.InputOffset()), "the features of the collection are no array", nil)
		}
		return nil
	}
	return text.Fail(s.name, 1, "a FeatureCollection without features", nil)
}

// next returns the next feature and the line where it begins.
func (s *stream) next() (json.RawMessage, int, error) {
	if s.ended {
		return nil, 0, io.EOF
	}
	s.feed.budget = maxFeatureBytes
	if s.collection && !s.decoder.More() {
		return nil, 0, s.leave()
	}
	var raw json.RawMessage
	if err := s.decoder.Decode(&raw); err != nil {
		if errors.Is(err, io.EOF) && !s.collection {
			s.ended = true
			return nil, 0, io.EOF
		}
		return nil, 0, s.fail(err)
	}
	return raw, s.feed.lineAt(s.decoder.InputOffset() - int64(len(raw))), nil
}

// member reads a member of the collection that is not its features. The format of 2008 has one for the reference system.
func (s *stream) member(key json.Token) error {
	var value json.RawMessage
	if err := s.decoder.Decode(&value); err != nil {
		return s.fail(err)
	}
	if key == "crs" {
		s.crs = parseCRS(value)
	}
	return nil
}

// leave reads what follows the features, so that a file that breaks off, or goes on with something else, is not taken for
// a whole one.
func (s *stream) leave() error {
	s.ended = true
	if _, err := s.decoder.Token(); err != nil {
		return s.fail(err)
	}
	for s.decoder.More() {
		s.feed.budget = maxFeatureBytes
		key, err := s.decoder.Token()
		if err != nil {
			return s.fail(err)
		}
		if err := s.member(key); err != nil {
			return err
		}
	}
	s.feed.budget = maxFeatureBytes
	if _, err := s.decoder.Token(); err != nil {
		return s.fail(err)
	}
	switch _, err := s.decoder.Token(); {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return s.fail(err)
	}
	return s.fail(errors.New("the file goes on after its FeatureCollection"))
}

// fail makes a *text.FileError that names the line.
func (s *stream) fail(err error) error {
	at := s.decoder.InputOffset()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		at, err = s.feed.offset, errors.New("the file ends too early")
	case errors.As(err, &syntax):
		// The decoder's own offset leaves out what lies between values; what it holds is read again.
		var again json.RawMessage
		at += int64(errorOffset(json.NewDecoder(s.decoder.Buffered()).Decode(&again)))
	}
	return text.Fail(s.name, s.feed.lineAt(at), "malformed JSON", err)
}

// errorOffset is the number of bytes before a syntax error.
func errorOffset(err error) int {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return int(max(0, syntax.Offset-1))
	}
	return 0
}

// feed gives text to the decoder: it blanks record separators, remembers where lines end, and stops when one value takes
// more than its budget.
type feed struct {
	r      io.Reader
	budget int
	offset int64
	ends   []int64 // offsets of line ends not yet passed
	line   int     // line ends passed
}

func (f *feed) Read(p []byte) (int, error) {
	if f.budget <= 0 {
		return 0, fmt.Errorf("a value over %d MiB", maxFeatureBytes>>20)
	}
	n, err := f.r.Read(p[:min(len(p), f.budget)])
	f.budget -= n
	for i, c := range p[:n] {
		switch c {
		case recordSeparator:
			p[i] = ' '
		case '\n':
			f.ends = append(f.ends, f.offset+int64(i))
		}
	}
	f.offset += int64(n)
	return n, err
}

// lineAt returns the line of an offset, which must not be before the last one asked for.
func (f *feed) lineAt(offset int64) int {
	passed, _ := slices.BinarySearch(f.ends, offset)
	f.line += passed
	f.ends = f.ends[passed:]
	return f.line + 1
}
