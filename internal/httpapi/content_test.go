package httpapi_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// TestContent asks for parts of a content.
func TestContent(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]struct {
		status  int // of the answer, or of the error
		body    string
		refused bool
	}{
		"":                  {200, "mosquito", false},
		"Range: bytes=1-3":  {206, "osq", false},
		"Range: bytes=99-":  {416, "", true},
		"Range: rows=1-3":   {200, "mosquito", false},
		`If-Match: "other"`: {412, "", true},
		`If-Match: "this"`:  {200, "mosquito", false},
	} {
		r, w := httptest.NewRequest(http.MethodGet, "/", http.NoBody), httptest.NewRecorder()
		if name, value, found := strings.Cut(header, ": "); found {
			r.Header.Set(name, value)
		}
		w.Header().Set("ETag", `"this"`)
		err := httpapi.ServeContent(w, r, strings.NewReader("mosquito"))
		status, refusal := w.Code, (*httpapi.Error)(nil)
		if errors.As(err, &refusal) {
			status = refusal.Status
		}
		if status != want.status || w.Body.String() != want.body || (err != nil) != want.refused {
			t.Errorf("%q: %d, %q, %v", header, status, w.Body, err)
		}
	}
}
