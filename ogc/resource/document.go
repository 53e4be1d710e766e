package resource

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// DocumentFormat writes resources that are neither features nor tiles: landing page, conformance, collections, schemas.
type DocumentFormat struct {
	Format
	Write func(w http.ResponseWriter, r *http.Request, document any) error
}

// JSON writes documents as application/json.
var JSON = JSONFormat(MediaJSON, "JSON")

// JSONFormat writes documents as JSON of a media type of their own.
func JSONFormat(contentType, title string) DocumentFormat {
	return DocumentFormat{Format{Name: "json", ContentType: contentType, Title: title}, func(w http.ResponseWriter, _ *http.Request, document any) error {
		return WriteJSON(w, contentType, document)
	}}
}

// ReadDocument reads the parameters of a document that has none of its own, f and lang, and returns the format that is asked for.
func ReadDocument(w http.ResponseWriter, r *http.Request, formats []DocumentFormat) (DocumentFormat, error) {
	p := httpapi.Query(r)
	format := Choose(w, r, p, formats)
	return format, Refuse(p)
}

// WriteJSON answers with a document.
func WriteJSON(w http.ResponseWriter, contentType string, document any) error {
	body, err := jsontext.Marshal(document)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(append(body, '\n')) // an error means that the client is gone
	return nil
}
