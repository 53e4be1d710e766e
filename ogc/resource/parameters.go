package resource

import (
	"errors"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Quoted returns a client's text between apostrophes, cut where it is long.
func Quoted(s string) string { return "'" + httpapi.Shown(s) + "'" }

// Refuse returns what is wrong with the parameters as a 400, nil when nothing is. A parameter that a resource does not have is wrong
// (17-069r4, requirement query-param-unknown).
func Refuse(p *httpapi.Params) error { return BadRequest(p.Err()) }

// BadRequest turns the 422 of parameters into a 400 with every message in its detail, as OGC API - Features asks (17-069r4,
// requirement query-param-invalid). Other errors stay as they are.
func BadRequest(err error) error {
	var e *httpapi.Error
	if !errors.As(err, &e) || e.Status != http.StatusUnprocessableEntity {
		return err
	}
	messages := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		messages[i] = f.Msg
	}
	return httpapi.BadRequest(strings.Join(messages, "; "))
}
