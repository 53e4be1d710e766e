package predict

import (
	"fmt"
	"math"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

const boxField = "box"

// Limits of a box in a form.
const (
	maxBoxText = 128  // bytes
	minBoxSide = 0.01 // share of the picture's side
	boxSlack   = 1e-6 // by which rounding may put a box beyond the edge
)

// boxDigits are the decimals of a box in an answer: a tenth of a pixel of a picture of 1000.
const boxDigits = 1e4

// boxAnswer is the part of the upright picture that was classified, in shares of its width and height.
type boxAnswer struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

func newBoxAnswer(b *classify.Box) *boxAnswer {
	if b == nil {
		return nil
	}
	round := func(v float64) float64 { return math.Round(v*boxDigits) / boxDigits }
	x, y := round(b.X), round(b.Y)
	return &boxAnswer{X: x, Y: y, Width: min(round(b.Width), round(1-x)), Height: min(round(b.Height), round(1-y))}
}

// parseBox reads `x,y,width,height`, in shares of the upright picture. code and msg say what is wrong; code is "" when nothing is.
func parseBox(text string) (b classify.Box, code, msg string) {
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		return b, "invalid", "must be four numbers: x,y,width,height"
	}
	var numbers [4]float64
	for i, part := range parts {
		n, ok := surveillance.ParseNumber(strings.TrimSpace(part))
		if !ok {
			return b, "not_a_number", "must be four numbers: x,y,width,height"
		}
		numbers[i] = n
	}
	b = classify.Box{X: numbers[0], Y: numbers[1], Width: numbers[2], Height: numbers[3]}
	switch {
	case b.Width < minBoxSide || b.Height < minBoxSide:
		return b, "too_small", fmt.Sprintf("must be at least %v wide and high", minBoxSide)
	case b.X < 0 || b.Y < 0 || b.X+b.Width > 1+boxSlack || b.Y+b.Height > 1+boxSlack:
		return b, "out_of_range", "must lie within the picture: 0 to 1"
	}
	return b, "", ""
}
