package html

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Documents are the formats of a document that is application/json for programs.
var Documents = DocumentsAs(resource.JSON)

// DocumentsAs returns the formats of a document that programs read in another format. A document that implements Paged has a page
// of its own; of another the page shows the JSON and the links in it.
func DocumentsAs(forPrograms resource.DocumentFormat) []resource.DocumentFormat {
	return []resource.DocumentFormat{forPrograms, {Format: Format, Write: writeDocument}}
}

// Paged is a document with a page of its own.
type Paged interface {
	Page(r *http.Request) Page
}

func writeDocument(w http.ResponseWriter, r *http.Request, document any) error {
	if d, ok := document.(Paged); ok {
		return d.Page(r).Send(w, r)
	}
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return fmt.Errorf("encode a document: %w", err)
	}
	var known struct {
		Title string
		Links []resource.Link
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return fmt.Errorf("read a document: %w", err)
	}
	if known.Title == "" {
		known.Title = strings.TrimPrefix(r.URL.Path, resource.Path+"/")
	}
	return Page{Title: known.Title, Trail: Trail(r), Links: known.Links, View: jsonText(text)}.Send(w, r)
}
