package xlsx

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"
)

func TestTextsTakeNoMoreOfTheDiskThanTheyMay(t *testing.T) {
	t.Parallel()
	for left, want := range map[int64]error{10 * (3 + endBytes): nil, 10*(3+endBytes) - 1: errTexts} {
		s := &sharedStrings{left: left}
		check(t, s.create())
		in := &tokens{Decoder: xml.NewDecoder(strings.NewReader("<sst>" + strings.Repeat("<si><t>abc</t></si>", 10) + "</sst>")), feed: &feed{}}
		if err := s.read(in); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v, want %v", left, err, want)
		}
		check(t, s.close())
	}
}
