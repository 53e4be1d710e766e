package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func TestWhatIsInAFrameReadsAsSomebodyUnknownAndWritesNothing(t *testing.T) {
	t.Parallel()
	foreign := false
	answer := func(w http.ResponseWriter, r *http.Request) error {
		foreign = httpapi.IsForeign(r)
		return httpapi.JSON(w, http.StatusOK, true)
	}
	for name, c := range map[string]struct {
		method  string
		header  []string
		status  int
		foreign bool
	}{
		"a tab":                     {"GET", []string{"Sec-Fetch-Dest", "document"}, 200, false},
		"a frame":                   {"GET", []string{"Sec-Fetch-Dest", "iframe"}, 200, true},
		"an object":                 {"GET", []string{"Sec-Fetch-Dest", "object"}, 200, true},
		"its map reads":             {"GET", []string{"Sec-Fetch-Dest", "empty", "Referer", "http://skeeter.test/?species=a&embed=1"}, 200, true},
		"its map writes":            {"POST", []string{"Sec-Fetch-Dest", "empty", "Sec-Fetch-Site", "same-origin", "Referer", "http://skeeter.test/?embed=1"}, 403, false},
		"an old browser":            {"POST", []string{"Referer", "http://skeeter.test/?embed=1&lang=fr"}, 403, false},
		"a form of the frame":       {"POST", []string{"Sec-Fetch-Dest", "iframe"}, 403, false},
		"a tab opened from the map": {"GET", []string{"Sec-Fetch-Dest", "document", "Referer", "http://skeeter.test/?embed=1"}, 200, false},
		"the whole page":            {"POST", []string{"Sec-Fetch-Dest", "empty", "Referer", "http://skeeter.test/?embed=0"}, 200, false},
		"a program":                 {"POST", nil, 200, false},
	} {
		foreign = false
		h := newHandlerOf(httpapi.Options{CORSOrigins: []string{"*"}}, httpapi.Route{Method: c.method, Path: "/things", Name: "things", Handler: answer})
		if w := do(t, h, c.method, "/things", c.header...); w.Code != c.status || foreign != c.foreign {
			t.Errorf("%s: status %d, foreign %t, want %d, %t", name, w.Code, foreign, c.status, c.foreign)
		}
	}
}
