// Package testenv says what tests may take from the machine: how long they wait, and whether they run in their long form. Only tests import it,
// and it imports nothing of the project.
//
// A test whose subject is a duration is a part of the long form, and has a name that ends with _Alone: `make test-long` runs it after the others, when
// nothing else runs.
package testenv

import (
	"errors"
	"os"
	"time"
)

// T is what this package needs of a test.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// limit is how long tests wait for what has to happen: a busy machine is no failure.
const limit = time.Minute

// pause is the time between two looks.
const pause = 10 * time.Millisecond

// Long is whether tests run in their long form, as `make test-long` does.
func Long() bool { return os.Getenv("SKEETER_TEST_LONG") != "" }

var errNotSo = errors.New("it is not so")

// Eventually waits until a condition holds, a minute at most. The failure says what it waited for.
func Eventually(t T, what string, holds func() bool) {
	t.Helper()
	Succeeds(t, what, func() error {
		if !holds() {
			return errNotSo
		}
		return nil
	})
}

// Succeeds waits until a function returns no error, a minute at most. The failure says what it waited for, and the last error.
func Succeeds(t T, what string, try func() error) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(pause) {
		err := try()
		if err == nil {
			return
		}
		if time.Since(began) > limit {
			t.Fatalf("not so after %s: %s: %v", limit, what, err)
		}
	}
}

// Receive waits for a value from a channel, a minute at most. A channel that is closed gives the zero value.
func Receive[V any](t T, what string, from <-chan V) V {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(limit):
		t.Fatalf("not so after %s: %s", limit, what)
		panic("unreachable")
	}
}
