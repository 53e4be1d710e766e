package httpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// AcquireSlot takes a slot for a request of a Light route; release returns it. The error is a 503 or that of ctx.
func AcquireSlot(ctx context.Context, r *http.Request, in limits.Lane) (release func(), err error) {
	return acquire(ctx, note(r).slots, in)
}

func acquire(ctx context.Context, slots *limits.Slots, in limits.Lane) (release func(), err error) {
	release, err = slots.Acquire(ctx, in)
	if busy := new(limits.BusyError); errors.As(err, &busy) {
		return nil, Busy(busy.Reason, busy.Detail)
	}
	return release, err
}

// handle runs a route's handler, in a slot unless the route is Light.
func handle(route Route, slots *limits.Slots, w http.ResponseWriter, r *http.Request) error {
	if route.Light {
		note(r).slots = slots
		return route.Handler(w, r)
	}
	release, err := acquire(r.Context(), slots, limits.Ordinary)
	if err != nil {
		return err
	}
	defer release()
	return route.Handler(w, r)
}
