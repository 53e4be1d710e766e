package paging

import (
	"errors"
	"fmt"
	"testing"
)

func TestCountsAreOfOneVersion(t *testing.T) {
	t.Parallel()
	var c Counts
	asked := int64(0)
	for i, step := range []struct {
		version, key string
		want         int64
	}{
		{"1", "a", 1}, {"1", "a", 1}, {"1", "b", 2}, {"1", "a", 1}, {"2", "a", 3}, {"2", "b", 4}, {"", "a", 5}, {"", "a", 6}, {"2", "a", 3},
	} {
		n, err := c.Get(step.version, step.key, func() (int64, error) { asked++; return asked, nil })
		if err != nil || n != step.want {
			t.Errorf("step %d: %d, %v, want %d", i, n, err, step.want)
		}
	}
	failed := errors.New("no")
	if _, err := c.Get("3", "a", func() (int64, error) { return 0, failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if n, _ := c.Get("3", "a", func() (int64, error) { return 9, nil }); n != 9 {
		t.Errorf("a count that failed is kept: %d", n)
	}
	for i := range 3 * maxCounts {
		_, _ = c.Get("3", fmt.Sprint(i), func() (int64, error) { return 0, nil })
	}
	if len(c.known) > maxCounts {
		t.Errorf("%d counts are kept", len(c.known))
	}
}
