package surveillance_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestSexAndStage(t *testing.T) {
	t.Parallel()
	for sex, want := range map[string][2]bool{
		"female": {true, false}, "♀": {true, false}, "male": {false, true}, "самец": {false, true},
		"": {}, "unknown": {}, "mixed": {}, "1 female": {}, "u": {},
	} {
		if got := [2]bool{surveillance.IsFemale(sex), surveillance.IsMale(sex)}; got != want {
			t.Errorf("%q: female, male %v, want %v", sex, got, want)
		}
	}
	for stage, want := range map[string]bool{
		"larva": true, "larvae": true, "4th instar": true, "pupa": true, "eggs": true, "личинки": true, "adult": false, "imago": false, "unknown": false, "": false,
	} {
		if got := surveillance.IsImmature(stage); got != want {
			t.Errorf("%q: immature %t, want %t", stage, got, want)
		}
	}
}
