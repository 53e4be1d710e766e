package pools_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestOneTestAtOnce: of creates of one test that come at once one stores it, and the others are answered as repeated or as conflicts, with a
// unique key and without.
func TestOneTestAtOnce(t *testing.T) {
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
				for _, size := range []int{40, 40, 40, 41} {
					all.Go(func() {
						a := s.Do("POST", "/pools", test(object{"pool_id": fmt.Sprint("P", n), "size": size}))
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
			if n := pgtest.Value[int](t, s.DB, "select count(*) from pools"); n != 30 {
				t.Errorf("there are %d tests, want 30", n)
			}
		})
	}
}
