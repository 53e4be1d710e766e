package ogc

import (
	"errors"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// badRequest turns the 422 of a parameter into 400 with every message in its detail; other errors stay.
func badRequest(err error) error {
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
