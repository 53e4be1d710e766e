// Package qgis answers a layer definition file for QGIS (3.22 and newer): the layers of this server, with their colours, opened
// by a double click. It writes styles of layers, too. It imports internal packages and no domain; what the tiles look like comes from who draws them.
package qgis

import (
	"bytes"
	_ "embed"
	"encoding/xml"
	"fmt"
	"image/color"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"text/template"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/palette"
)

// Path of the file.
const Path = "/ogc/skeeter.qlr"

// mediaType is the one that QGIS registers for its layer definitions.
const mediaType = "application/x-qgis-layer-definition"

// Class is how cells of at least so many records look.
type Class struct {
	Records   int
	Color     string  // #rrggbb
	Far, Near float64 // radius in pixels at zoom 1 and 6
}

// Options of New. All are needed.
type Options struct {
	AppName     string
	Features    string // path of the OGC API
	Tiles       string // path of the tiles, with {z}, {x} and {y}
	Style       string // path of their style
	MaxZoom     int    // of the tiles
	Classes     []Class
	RecordColor string // #rrggbb, of single records
}

// QGIS answers the route.
type QGIS struct{ options Options }

// New returns the room.
func New(o Options) *QGIS { return &QGIS{o} }

// Routes returns the operation, with its full path.
func (q *QGIS) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: Path, Name: "getLayerDefinition", Handler: q.getLayers}}
}

//go:embed skeeter.qlr.tmpl
var text string

var layers = template.Must(template.New("skeeter.qlr").Funcs(template.FuncMap{
	"xml": escape, "rgba": rgba, "symbol": newSymbol,
}).Parse(text))

// page is what the template reads.
type page struct {
	Options
	FeaturesURL string // between apostrophes
	TilesURI    string // QGIS's own form: a query string
	Statuses    Categories
	Cells       []cells
	Ranges      []colorRange
}

// Categories is how points look by the values of an attribute.
type Categories struct {
	Attribute string
	Of        []Category
}

// Category is how points with a value look. The empty value stands for all others.
type Category struct{ Value, Label, Color string }

// WriteStyle returns a style for layers that have the attribute, as files with the ending .qml have it: symbols alone, so that a layer keeps what
// else it has.
func WriteStyle(c Categories) ([]byte, error) {
	var out bytes.Buffer
	if err := layers.ExecuteTemplate(&out, "qml", c); err != nil {
		return nil, fmt.Errorf("write a style: %w", err)
	}
	return out.Bytes(), nil
}

// statuses are the categories of vector statuses.
func statuses() Categories {
	c := Categories{Attribute: "vector_status"}
	for _, s := range palette.Statuses {
		c.Of = append(c.Of, Category{s.Value, "Vector status " + s.Value, s.Hex})
	}
	return c
}

// cells is a style of the tiles.
type cells struct {
	Label, Color   string
	Expression     string // which features
	Size           float64
	SizeExpression string
}

// colorRange is a class of countries, both ends in it.
type colorRange struct {
	Lower, Upper float64
	Label, Color string
}

const noRecords = "#e4e7e6"

// cellsOf draws few on top of many: in the order of the classes.
func cellsOf(classes []Class) (out []cells) {
	below := ""
	for _, c := range classes {
		out = append(out, cells{
			Label: fmt.Sprintf("cells from %d records", c.Records), Color: c.Color, Size: 2 * c.Near,
			Expression:     fmt.Sprintf(`"kind" = 'cell' AND "records" >= %d%s`, c.Records, below),
			SizeExpression: fmt.Sprintf("scale_linear(@vector_tile_zoom, 1, 6, %g, %g)", 2*c.Far, 2*c.Near),
		})
		below = fmt.Sprintf(` AND "records" < %d`, c.Records)
	}
	return out
}

// rangesOf are the same classes from few to many, and countries without records before them. Records are whole numbers, so that
// ends between them belong to one class.
func rangesOf(classes []Class) []colorRange {
	out := []colorRange{{Lower: -0.5, Upper: 0.5, Label: "none", Color: noRecords}}
	for i, c := range slices.Backward(classes) {
		upper := 1e15
		if i > 0 {
			upper = float64(classes[i-1].Records) - 0.5
		}
		out = append(out, colorRange{float64(c.Records) - 0.5, upper, fmt.Sprintf("from %d", c.Records), c.Color})
	}
	return out
}

func (q *QGIS) getLayers(w http.ResponseWriter, r *http.Request) error {
	base := httpapi.BaseURL(r)

	tiles := url.Values{
		"type": {"xyz"}, "zmin": {"0"}, "zmax": {fmt.Sprint(q.options.MaxZoom)},
		"url": {base + q.options.Tiles}, "styleUrl": {base + q.options.Style},
	}
	var out bytes.Buffer
	err := layers.Execute(&out, page{
		Options: q.options, FeaturesURL: quoted(base + q.options.Features), TilesURI: tiles.Encode(),
		Statuses: statuses(), Cells: cellsOf(q.options.Classes), Ranges: rangesOf(q.options.Classes),
	})
	if err != nil {
		return fmt.Errorf("write the layer definition: %w", err)
	}

	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="skeeter.qlr"`)
	w.Header().Set("Cache-Control", "no-cache")
	_, err = w.Write(out.Bytes())
	return err
}

// quoted is a value between apostrophes in QGIS's data source strings.
func quoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// escape makes any text one of XML.
func escape(v any) (string, error) {
	var out strings.Builder
	err := xml.EscapeText(&out, []byte(fmt.Sprint(v)))
	return out.String(), err
}

// rgba is a colour as QGIS writes it.
func rgba(hex string) (string, error) {
	c := color.RGBA{A: 255}
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		return "", fmt.Errorf("colour %q: %w", hex, err)
	}
	return fmt.Sprintf("%d,%d,%d,%d", c.R, c.G, c.B, c.A), nil
}

// symbol is a symbol of one layer. Size is a diameter in pixels; Expression, when not empty, says it instead.
type symbol struct {
	Name       int
	Color      string
	Size       float64
	Expression string
}

func newSymbol(name int, color string, size float64, expression string) symbol {
	return symbol{name, color, size, expression}
}
