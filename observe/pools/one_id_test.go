package pools_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
)

func TestOneTestAtOnce(t *testing.T) {
	t.Parallel()
	keyedtest.OneAtOnce(t, "pools", func(t testing.TB) *keyedtest.Service { return setup(t).Service },
		func(s *keyedtest.Service, id string, differs bool) keyedtest.Answer {
			pool := test(object{"pool_id": id, "size": 40})
			if differs {
				pool["size"] = 41
			}
			return s.Do("POST", "/pools", pool)
		})
}
