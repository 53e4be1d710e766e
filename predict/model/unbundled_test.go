//go:build nomodel

package model

import (
	"errors"
	"testing"
)

// TestUnbundled: without the bundled model the empty path is none.
func TestUnbundled(t *testing.T) {
	t.Parallel()
	if s, err := Find(""); !errors.Is(err, ErrNone) || s.Data != nil {
		t.Errorf("%v, %d bytes", err, len(s.Data))
	}
}
