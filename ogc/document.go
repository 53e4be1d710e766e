package ogc

import (
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// documentFormat writes the resources that are no features: landing page, conformance, collections.
type documentFormat struct {
	described
	write func(w http.ResponseWriter, r *http.Request, document any) error
}

// documentFormats in the order in which they are preferred.
var documentFormats = []documentFormat{
	{described{"json", "application/json", "JSON"}, func(w http.ResponseWriter, _ *http.Request, document any) error {
		return writeAs(w, mediaJSON, document)
	}},
	{html, writeHTML},
}

// writeAs writes a document as JSON of a type of its own.
func writeAs(w http.ResponseWriter, contentType string, document any) error {
	body, err := jsontext.Marshal(document)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(append(body, '\n')) // the client may be gone
	return nil
}

// readDocument reads the parameters of a resource that has none of its own: f and lang.
func readDocument(w http.ResponseWriter, r *http.Request) (documentFormat, error) {
	p := httpapi.Query(r)
	format := choose(w, r, p, documentFormats)
	known(r, p, "f", "lang")
	return format, refuse(p)
}

// known refuses parameters that a resource does not have (OGC 17-069r4, requirement query-param-unknown).
func known(r *http.Request, p *httpapi.Params, names ...string) {
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
		p.Fail(name, "unknown_parameter", "unknown parameter "+quoted(name)+"; "+there)
	}
}

// maxQuoted bounds how much of a client's text comes back in an error, in bytes.
const maxQuoted = 60

func quoted(s string) string {
	if len(s) > maxQuoted {
		s = strings.ToValidUTF8(s[:maxQuoted], "") + "..."
	}
	return "'" + s + "'"
}

// refuse returns what is wrong with the parameters as 400, the status that OGC API - Features asks for
// (requirement query-param-invalid), with every message in the detail.
func refuse(p *httpapi.Params) error {
	return badRequest(p.Err())
}
