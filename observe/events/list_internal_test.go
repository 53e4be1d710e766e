package events

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestKeysTellListsApart(t *testing.T) {
	t.Parallel()
	verified := surveillance.DefaultFilter()
	verified.Statuses = []string{surveillance.Verified}
	keys := map[string]bool{}
	lists := []conditions{
		{filter: surveillance.DefaultFilter()}, {filter: verified}, {filter: surveillance.DefaultFilter(), zero: new(true)}, {filter: surveillance.DefaultFilter(), zero: new(false)},
		{filter: surveillance.DefaultFilter(), problem: new(true)}, {filter: surveillance.DefaultFilter(), targets: []int64{1}},
	}
	for _, c := range lists {
		keys[c.key()] = true
	}
	if len(keys) != len(lists) {
		t.Errorf("%d keys of %d lists", len(keys), len(lists))
	}
}
