package archive

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// decodeXML reads XML in any declared encoding, and UTF-16, which shows by itself. Entities that the document defines itself
// are not expanded; they are an error.
func decodeXML(data []byte, into any) error {
	wide := text.UTF16(data)
	if wide != nil {
		decoded, err := wide.NewDecoder().Bytes(data)
		if err != nil {
			return err
		}
		data = decoded
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	decoder := xml.NewDecoder(bytes.NewReader(data)) //nolint:gosec // it fills plain structs and expands no entities
	decoder.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		if wide != nil || strings.HasPrefix(strings.ToLower(label), "utf-16") {
			return input, nil // decoded already, or declared wrong
		}
		encoding, err := htmlindex.Get(label)
		if err != nil {
			return nil, fmt.Errorf("unknown encoding %q", label)
		}
		return encoding.NewDecoder().Reader(input), nil
	}
	return decoder.Decode(into)
}

func encodeXML(document any) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
