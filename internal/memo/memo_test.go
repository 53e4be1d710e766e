package memo_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
)

func TestMemo(t *testing.T) {
	t.Parallel()
	var asked []string
	m := memo.New[string](2)
	for _, text := range []string{"a", "b", "a", "c", "c", "a"} {
		got := m.Get(text, func(text string) string {
			asked = append(asked, text)
			return strings.ToUpper(text)
		})
		if got != strings.ToUpper(text) {
			t.Errorf("%s is %s", text, got)
		}
	}
	if got := strings.Join(asked, " "); got != "a b c a" { // the third text begins it anew
		t.Errorf("asked for %s", got)
	}
}

// TestMemoKeepsNoRow holds that what is remembered does not keep the row alive that the text is part of.
func TestMemoKeepsNoRow(t *testing.T) {
	t.Parallel()
	row := strings.Repeat("x", 100)
	kept := memo.New[string](1).Get(row[:10], func(text string) string { return text })
	if kept != row[:10] || unsafe.StringData(kept) == unsafe.StringData(row) {
		t.Errorf("%s shares the memory of its row", kept)
	}
}
