package events_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
)

func TestOneEventAtOnce(t *testing.T) {
	t.Parallel()
	keyedtest.OneAtOnce(t, "sampling_events", func(t testing.TB) *keyedtest.Service { return setup(t).Service },
		func(s *keyedtest.Service, id string, differs bool) keyedtest.Answer {
			event := collection(object{"event_id": id, "traps": 1})
			if differs {
				event["traps"] = 2
			}
			return s.Do("POST", "/events", event)
		})
}
