package transfer

import (
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Routes returns the export operation, relative to the API's base.
func (e *Exporter) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: "/export", Name: "exportObservations", Handler: e.getExport, Light: true}}
}

func (e *Exporter) getExport(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format, _ := FindFormat(p.OneOf("format", Formats[0].Name, FormatNames()...))
	bom := p.Bool("excel")
	f, _, err := p.Filter(r.Context(), e.lookups)
	if err != nil {
		return err
	}

	out := &download{w: w, format: format}
	if r.Method == http.MethodHead { // without a body there is nothing to export
		out.begin()
		return nil
	}
	release, err := httpapi.AcquireSlot(r.Context(), r, httpapi.Download)
	if err != nil {
		return err
	}
	defer release()
	_, err = e.Export(r.Context(), out, format, f, ExportOptions{BOM: bom, Lang: p.Lang()})
	if err != nil && out.begun {
		httpapi.Abort(r, err) // a part was sent: cut the connection, so that no client takes it for the whole
	}
	return err
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
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="skeeter-observations.%s"`, d.format.Extension))
}
