package events_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestOneEventAtOnce: of creates of one event that come at once one stores it, and the others are answered as repeated or as conflicts, with a
// unique key and without.
func TestOneEventAtOnce(t *testing.T) {
	t.Parallel()
	for name, drops := range map[string]bool{"keys": false, "no keys": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			if drops {
				pgtest.DropKeys(t, s.DB)
			}
			for n := range 30 {
				var mu sync.Mutex
				statuses := map[int]int{}
				var all sync.WaitGroup
				for _, traps := range []int{1, 1, 1, 2} {
					all.Go(func() {
						a := s.Do("POST", "/events", collection(object{"event_id": fmt.Sprint("e", n), "traps": traps}))
						mu.Lock()
						defer mu.Unlock()
						statuses[a.Status]++
					})
				}
				all.Wait()
				if statuses[http.StatusCreated] != 1 || statuses[http.StatusOK]+statuses[http.StatusConflict] != 3 {
					t.Errorf("the creates are answered %v", statuses)
				}
			}
			if n := pgtest.Value[int](t, s.DB, "select count(*) from sampling_events"); n != 30 {
				t.Errorf("there are %d events, want 30", n)
			}
		})
	}
}
