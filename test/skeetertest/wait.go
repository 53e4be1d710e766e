package skeetertest

import (
	"errors"
	"time"
)

// Eventually waits until a condition holds, a minute at most: the machine may be busy.
func Eventually(t T, what string, holds func() bool) {
	t.Helper()
	Within(t, time.Minute, what, func() error {
		if !holds() {
			return errors.New("it is not so")
		}
		return nil
	})
}

// Within waits until a function returns no error.
func Within(t T, limit time.Duration, what string, try func() error) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := try()
		if err == nil {
			return
		}
		if time.Since(began) > limit {
			t.Fatalf("not so after %s: %s: %v", limit, what, err)
		}
	}
}
