package httpapi_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestLimitsAreWrittenOut: messages write large limits without an exponent, for queries and bodies.
func TestLimitsAreWrittenOut(t *testing.T) {
	t.Parallel()
	p := httpapi.Query(httptest.NewRequest("GET", "/?max_uncertainty_m=2e8", nil))
	_, _, ofQuery := p.Filter(t.Context(), fixed{surveillance.NewNames(surveillance.Collections{})})
	o, err := httpapi.ParseObject([]byte(`{"metres": -1}`))
	if err != nil {
		t.Fatal(err)
	}
	o.Float("metres", -.5, 1e8)
	for err, want := range map[error]string{ofQuery: "max_uncertainty_m must be at most 100000000", o.Err(): "metres must be between -0.5 and 100000000"} {
		if e := new(httpapi.Error); !errors.As(err, &e) || e.Detail != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
