package httpapi_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, errors.New("read")
}

// TestDeclaredBodyThatIsTooLarge is refused before anything of it is read.
func TestDeclaredBodyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/", untouched{t})
	r.Header.Set("Content-Type", "application/json")
	r.ContentLength = httpapi.MaxJSONBody + 1
	_, err := httpapi.ReadBody(httptest.NewRecorder(), r, httpapi.MaxJSONBody, "application/json")
	if refused := new(httpapi.Error); !errors.As(err, &refused) || refused.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("%v", err)
	}
}
