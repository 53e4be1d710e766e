package keyedtest

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// rounds is how many records OneAtOnce has stored.
const rounds = 30

// OneAtOnce sends four creates of a record at once, one of which says otherwise, and again of other records: of each one create stores it, and the
// others are answered as repeated or as conflicts, with unique keys and without. create sends one to a service that setup makes.
func OneAtOnce(t *testing.T, table string, setup func(testing.TB) *Service, create func(s *Service, id string, differs bool) Answer) {
	t.Helper()
	for name, drops := range map[string]bool{"keys": false, "no keys": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			if drops {
				pgtest.DropKeys(t, s.DB)
			}
			for n := range rounds {
				var mu sync.Mutex
				statuses := map[int]int{}
				var all sync.WaitGroup
				for i := range 4 {
					all.Go(func() {
						a := create(s, fmt.Sprint("r", n), i == 0)
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
			if n := pgtest.Value[int](t, s.DB, "select count(*) from "+table); n != rounds {
				t.Errorf("%s has %d rows, want %d", table, n, rounds)
			}
		})
	}
}
