package faults_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// total sums up what all tests did.
var total struct {
	faults, sent, acknowledged, refused, unanswered, settled, reads, cut, lost, doubled, half atomic.Int64
}

func TestMain(m *testing.M) {
	code := skeetertest.Main(m, nil)
	fmt.Printf("faults %d; writes sent %d, acknowledged %d, refused %d, unanswered %d (records found whole though not acknowledged: %d); lost %d, doubled %d, half there %d; reads %d, cut off %d; seed %d\n",
		total.faults.Load(), total.sent.Load(), total.acknowledged.Load(), total.refused.Load(), total.unanswered.Load(), total.settled.Load(),
		total.lost.Load(), total.doubled.Load(), total.half.Load(), total.reads.Load(), total.cut.Load(), seed)
	os.Exit(code)
}

// seed of all that is random; SKEETER_FAULT_SEED repeats one.
var seed = func() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("SKEETER_FAULT_SEED"), 10, 64); err == nil {
		return n
	}
	return uint64(time.Now().UnixNano())
}()

// newRandom returns the random numbers of a test.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	t.Logf("SKEETER_FAULT_SEED=%d", seed)
	var name uint64
	for _, c := range t.Name() {
		name = name*31 + uint64(c)
	}
	return rand.New(rand.NewPCG(seed, name))
}

// rounds returns how often every fault is to happen: 0 for the short form.
func rounds(t *testing.T) int {
	t.Helper()
	if !testenv.Long() {
		return 0
	}
	v := cmp.Or(os.Getenv("SKEETER_FAULT_ROUNDS"), "1")
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		t.Fatalf("SKEETER_FAULT_ROUNDS is %q: want a number from 1", v)
	}
	return n
}

// longForm skips a test in the short form.
func longForm(t *testing.T) int {
	t.Helper()
	n := rounds(t)
	if n == 0 {
		t.Skip("not a part of the short form: make test-long runs it")
	}
	return n
}
