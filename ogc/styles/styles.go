// Package styles answers OGC API - Styles (20-009, a draft), read only: which styles of observations there are, each for web maps that draw the
// vector tiles and for QGIS. Their colours are those of the map page. It imports ogc/qgis, ogc/html, ogc/resource, internal/palette and
// internal/httpapi.
package styles

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/palette"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Collection is the id of the collection that the styles draw.
const Collection = "observations"

// MapLibre is the format of web maps. QML is that of QGIS, not SLD, of which QGIS makes rules in place of categories.
var (
	MapLibre = resource.Format{Name: "mapbox", ContentType: "application/vnd.mapbox.style+json", Title: "MapLibre style", Alias: resource.MediaJSON}
	QML      = resource.Format{Name: "qml", ContentType: "application/vnd.qgis.qml", Title: "QGIS style"}
)

// Stylesheets are the formats of a style for programs, Formats are all.
var (
	Stylesheets = []resource.Format{MapLibre, QML}
	Formats     = append(Stylesheets[:2:2], html.Format)
)

// Source draws the vector tiles of the observations.
type Source interface {
	// TileStyle returns a MapLibre style of the tiles, with records in the colours that values of a property have. It encodes to JSON.
	TileStyle(r *http.Request, title, property string, colours []palette.Colour) (any, error)
}

// style colours records by a property.
type style struct {
	id, title, description string
	property               string
	colours                []palette.Colour
	label                  func(value string) string
}

// others labels values without a colour of their own.
const others = "Others"

// all are the styles, the default first.
var all = []style{
	{
		id: "vector-status", title: "Vector status", property: "vector_status", colours: palette.Statuses,
		description: "Records by how important the species is as a vector of disease. Web maps draw cells by their number of records where there are many.",
		label:       func(value string) string { return "Vector status " + value },
	},
	{
		id: "species", title: "Important species", property: "species_id", colours: palette.Species,
		description: "Records of twelve important vectors in colours of their own, all others in grey. Web maps draw cells by their number of records where there are many.",
		label: func(id string) string {
			name := strings.ReplaceAll(id, "-", " ")
			return strings.ToUpper(name[:1]) + name[1:]
		},
	},
}

// IDs are the ids of the styles.
func IDs() (ids []string) {
	for _, s := range all {
		ids = append(ids, s.id)
	}
	return ids
}

// Styles answers the styles.
type Styles struct{ source Source }

// New returns the styles.
func New(s Source) *Styles { return &Styles{s} }

// Routes returns the operations, relative to resource.Path.
func (s *Styles) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/styles", Name: "getStyles", Handler: getStyles},
		{Method: http.MethodGet, Path: "/styles/{style}", Name: "getStyle", Handler: s.getStyle},
		{Method: http.MethodGet, Path: "/styles/{style}/metadata", Name: "getStyleMetadata", Handler: getMetadata},
	}
}

// find returns the style that a path names. The error is a 404.
func find(r *http.Request) (style, error) {
	for _, s := range all {
		if s.id == httpapi.Var(r, "style") {
			return s, nil
		}
	}
	return style{}, httpapi.NotFound("Style not found")
}

func (s *Styles) getStyle(w http.ResponseWriter, r *http.Request) error {
	st, err := find(r)
	if err != nil {
		return err
	}
	p := httpapi.Query(r)
	format := resource.Choose(w, r, p, Formats)
	if err := resource.Refuse(p); err != nil {
		return err
	}

	links := append(resource.SelfLinks(r, format, Formats), st.metadataLink(r))
	var body []byte
	switch format.Name {
	case MapLibre.Name:
		body, err = s.mapLibre(r, st)
	case QML.Name:
		body, err = st.qml()
		w.Header().Set("Content-Disposition", `attachment; filename="`+st.id+`.qml"`)
	default:
		return html.Documents[1].Write(w, r, st.metadata(r, links))
	}
	if err != nil {
		return err
	}

	resource.AddLinks(w.Header(), links)
	send(w, r, format, body)
	return nil
}

func (s *Styles) mapLibre(r *http.Request, st style) ([]byte, error) {
	document, err := s.source.TileStyle(r, st.title, st.property, st.colours)
	if err != nil {
		return nil, fmt.Errorf("write the style %s: %w", st.id, err)
	}
	return jsontext.Marshal(document)
}

// qml is the style for layers of the collection, and of files of it.
func (st style) qml() ([]byte, error) {
	c := qgis.Categories{Attribute: st.property}
	for _, colour := range st.colours {
		c.Of = append(c.Of, qgis.Category{Value: colour.Value, Label: st.label(colour.Value), Color: colour.Hex})
	}
	c.Of = append(c.Of, qgis.Category{Label: others, Color: palette.Other})
	return qgis.WriteStyle(c)
}

// send answers with a style, or with 304 to who has it.
func send(w http.ResponseWriter, r *http.Request, format resource.Format, body []byte) {
	hash := fnv.New64a()
	_, _ = hash.Write(body)
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // it names the data sources that there are now
	if representation.NotModified(w, r, `"`+strconv.FormatUint(hash.Sum64(), 36)+`"`) {
		return
	}
	h.Set("Content-Type", format.ContentType)
	_, _ = w.Write(body) //nolint:gosec // no text of the request is in it but escaped addresses; an error means that the client is gone
}
