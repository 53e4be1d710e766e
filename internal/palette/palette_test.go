package palette_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/palette"
)

// TestColoursAreThoseOfTheMapPage reads them from the source of the page.
func TestColoursAreThoseOfTheMapPage(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../web/src/map/layers/palette.ts")
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`otherColour = '(#[0-9a-f]{6})'`).FindSubmatch(source)
	if other == nil || string(other[1]) != palette.Other {
		t.Errorf("other: %s, not %s", other, palette.Other)
	}
	for begin, colours := range map[string][]palette.Colour{"export const fixed": palette.Species, "export const statusColours": palette.Statuses} {
		_, text, _ := strings.Cut(string(source), begin)
		text, _, found := strings.Cut(text, "\n}")
		if !found {
			t.Fatalf("no %s in the page", begin)
		}
		var want []palette.Colour
		for _, m := range regexp.MustCompile(`(?m)^  '?([\w-]+)'?: (?:'(#[0-9a-f]{6})'|otherColour),$`).FindAllStringSubmatch(text, -1) {
			c := palette.Colour{Value: m[1], Hex: m[2]}
			if c.Hex == "" {
				c.Hex = palette.Other
			}
			want = append(want, c)
		}
		if len(want) == 0 || !slices.Equal(colours, want) {
			t.Errorf("%s: %v, not %v", begin, colours, want)
		}
	}
}
