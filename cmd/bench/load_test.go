package main

import (
	"slices"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestLoad_Alone is make load in seconds: every promise except growth and speed, which take minutes to measure. It runs alone because a server
// refuses requests that wait for seconds, as it should, and a few clients are to get none of these refusals.
func TestLoad_Alone(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: it loads the machine for fifteen seconds in which nothing else may run")
	}
	if library, err := skeetertest.Library(); library == "" {
		t.Fatalf("ONNX Runtime's library is not in bin; `make setup` fetches it: %v", err)
	}
	err := run(skeetertest.Built(t), func(b *bench) {
		b.runLoad(t.Context(), loadPlan{records: 5_000, time: time.Second, clients: []int{8}, overload: time.Second})
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWrites checks that a lost, doubled, refused or half-written record is found.
func TestWrites(t *testing.T) {
	t.Parallel()
	w := newWrites()
	kept, changed, refused, unknown := &stored{id: "kept"}, &stored{id: "changed"}, &stored{id: "refused"}, &stored{id: "unknown"}
	w.add(&write{record: kept, count: 1, create: true}, 201)
	w.add(&write{record: changed, count: 1, create: true}, 201)
	w.add(&write{record: changed, count: 2}, 200)
	w.add(&write{record: changed, count: 3}, 503)
	w.add(&write{record: refused, count: 1, create: true}, 503)
	w.add(&write{record: unknown, count: 7, create: true}, 0)
	for _, tc := range []struct {
		stored *stored
		count  int
		want   bool
	}{{kept, 1, true}, {kept, 2, false}, {changed, 2, true}, {changed, 1, false}, {changed, 3, false}, {refused, 1, false}, {unknown, 7, true}, {unknown, 1, false}} {
		if got := tc.stored.allows(tc.count); got != tc.want {
			t.Errorf("%s with count %d: %v, want %v", tc.stored.id, tc.count, got, tc.want)
		}
	}
	if w.creates != 2 || w.patches != 1 {
		t.Errorf("%d creates, %d patches", w.creates, w.patches)
	}
	missing := w.compare([]found{{"kept", 1, "1"}, {"kept", 1, "1"}, {"refused", 1, "1"}, {"unknown", 7, "8"}, {"stray", 1, "1"}})
	slices.Sort(missing)
	if want := []string{
		"record changed was acknowledged and is lost", "record kept is stored twice", "record refused has count 1; acknowledged was 0 (false)",
		"record stray is stored, and nobody asked for it", "record unknown is half written: count 7, notes 8",
	}; !slices.Equal(missing, want) {
		t.Errorf("%q", missing)
	}
}
