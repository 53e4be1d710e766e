package exporting

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// Routes returns the export operation, relative to the API's base.
func (e *Exporter) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: "/export", Name: "exportObservations", Handler: e.getExport, Light: true}}
}

func (e *Exporter) getExport(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format, _ := FindFormat(p.OneOf("format", Formats[0].Name, FormatNames()...))
	o := Options{BOM: p.Bool("excel"), Raw: p.Bool("raw"), Absences: includes(p), Lang: p.Lang()}
	f, _, err := p.Filter(r.Context(), e.lookups)
	if err != nil {
		return err
	}

	out := &download{w: w, format: format}
	if r.Method == http.MethodHead { // without a body there is nothing to export
		out.begin()
		return nil
	}
	release, err := httpapi.AcquireSlot(r.Context(), r, limits.Download)
	if err != nil {
		return err
	}
	defer release()
	_, err = e.Export(r.Context(), out, format, f, o)
	var large *table.TooLargeError
	if errors.As(err, &large) && !out.begun {
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "format"}, Msg: large.Error(), Type: "too_large"})
	}
	if err != nil && out.begun {
		httpapi.Abort(r, err) // a part was sent: cut the connection, so that no client takes it for the whole
	}
	return err
}

// Includes are what an export holds besides observations, when it is asked for.
var Includes = []string{"absences"}

// includes reads what an export holds besides observations.
func includes(p *httpapi.Params) (absences bool) {
	for _, item := range p.List("include") {
		if slices.Contains(Includes, strings.ToLower(item)) {
			absences = true
		} else {
			p.Fail("include", "not_allowed", "include must be one of "+strings.Join(Includes, ", "))
		}
	}
	return absences
}

// download sets the headers of an attachment before the first bytes. Until then an error is answered with its own status.
type download struct {
	w      http.ResponseWriter
	format Format
	begun  bool
}

func (d *download) Write(b []byte) (int, error) {
	if !d.begun {
		d.begin()
	}
	return d.w.Write(b)
}

func (d *download) begin() {
	d.begun = true
	h := d.w.Header()
	h.Set("Content-Type", d.format.ContentType)
	of := "observations"
	if d.format.Name == "pools" {
		of = "pools"
	}
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="skeeter-%s.%s"`, of, d.format.Extension))
}
