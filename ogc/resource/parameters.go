package resource

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Known records an error in p for every parameter of the request that a resource does not have (17-069r4, requirement
// query-param-unknown).
func Known(r *http.Request, p *httpapi.Params, names ...string) {
	var unknown []string
	for name := range r.URL.Query() {
		if !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	there := "there are none here"
	if len(names) > 0 {
		there = "known are " + strings.Join(names, ", ")
	}
	for _, name := range unknown {
		p.Fail(name, "unknown_parameter", "unknown parameter "+Quoted(name)+"; "+there)
	}
}

// maxQuoted bounds how much of a client's text comes back in an error, in bytes.
const maxQuoted = 60

// Quoted returns a client's text between apostrophes, cut where it is long.
func Quoted(s string) string {
	if len(s) > maxQuoted {
		s = strings.ToValidUTF8(s[:maxQuoted], "") + "..."
	}
	return "'" + s + "'"
}

// Refuse returns what is wrong with the parameters as a 400, nil when nothing is.
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
