package editdistance_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/editdistance"
)

func TestBetween(t *testing.T) {
	t.Parallel()
	for words, want := range map[[2]string]int{
		{"", ""}:               0,
		{"", "abc"}:            3,
		{"aegypti", "aegypti"}: 0,
		{"aegypti", "egypti"}:  1,
		{"aegypti", "aegipty"}: 2,
		{"pipiens", "papiens"}: 1,
		{"pipiens", "pipines"}: 1, // two neighbours swapped
		{"ca", "abc"}:          3, // no letter is edited twice
		{"é", "e"}:             1, // letters, not bytes
		{"kitten", "sitting"}:  3,
	} {
		if got, back := editdistance.Between(words[0], words[1]), editdistance.Between(words[1], words[0]); got != want || back != want {
			t.Errorf("%q: %d and %d, want %d", words, got, back, want)
		}
	}
}
