package styles

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// stylesPage lists the styles (20-009, requirement styles-success).
type stylesPage struct {
	Title   string          `json:"title"`
	Default string          `json:"default"`
	Styles  []styleItem     `json:"styles"`
	Links   []resource.Link `json:"links"`
}

type styleItem struct {
	ID    string          `json:"id"`
	Title string          `json:"title"`
	Links []resource.Link `json:"links"`
}

// metadata describes a style (20-009, requirement style-md-success).
type metadata struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Keywords    []string        `json:"keywords"`
	Scope       string          `json:"scope"`
	Stylesheets []stylesheet    `json:"stylesheets"`
	Layers      []layer         `json:"layers"`
	Links       []resource.Link `json:"links"`
}

type stylesheet struct {
	Title         string        `json:"title"`
	Version       string        `json:"version"`
	Specification string        `json:"specification"`
	Native        bool          `json:"native"`
	Link          resource.Link `json:"link"`
}

// layer is what a style draws.
type layer struct {
	ID               string                       `json:"id"`
	Description      string                       `json:"description"`
	DataType         string                       `json:"dataType"`
	GeometryType     string                       `json:"geometryType"`
	PropertiesSchema map[string]map[string]string `json:"propertiesSchema"`
	SampleData       resource.Link                `json:"sampleData"`
}

func getStyles(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	page := stylesPage{Title: "Map styles", Default: all[0].id, Links: resource.SelfLinks(r, format, html.Documents)}
	for _, st := range all {
		page.Styles = append(page.Styles, styleItem{st.id, st.title, append(st.stylesheetLinks(r), st.metadataLink(r))})
		page.Links = append(page.Links, resource.Link{Href: resource.Address(r, "styles", st.id), Rel: "item", Type: MapLibre.ContentType, Title: st.title})
	}

	return format.Write(w, r, page)
}

func getMetadata(w http.ResponseWriter, r *http.Request) error {
	st, err := find(r)
	if err != nil {
		return err
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	return format.Write(w, r, st.metadata(r, resource.SelfLinks(r, format, html.Documents)))
}

// metadata describes the style, with links of the document that it stands in.
func (st style) metadata(r *http.Request, links []resource.Link) metadata {
	m := metadata{
		ID: st.id, Title: st.title, Description: st.description, Keywords: []string{Collection, st.property}, Scope: "style",
		Links: append(links, st.stylesheetLinks(r)...),
		Layers: []layer{{
			ID: Collection, Description: "Records of mosquitoes", DataType: "vector", GeometryType: "points",
			PropertiesSchema: map[string]map[string]string{st.property: {"type": "string"}},
			SampleData:       resource.Link{Href: resource.Address(r, "collections", Collection), Rel: "collection", Type: resource.MediaJSON, Title: "Observations"},
		}},
	}
	for i, link := range st.stylesheetLinks(r) {
		m.Stylesheets = append(m.Stylesheets, stylesheet{
			Title: Stylesheets[i].Title, Native: true, Link: link,
			Version:       []string{"8", "3.22"}[i],
			Specification: []string{"https://maplibre.org/maplibre-style-spec/", "https://docs.qgis.org/3.22/en/docs/user_manual/appendices/qgis_file_formats.html"}[i],
		})
	}
	return m
}

// stylesheetLinks are the links to the style in each of Stylesheets.
func (st style) stylesheetLinks(r *http.Request) (links []resource.Link) {
	for _, f := range Stylesheets {
		links = append(links, resource.Link{
			Href: resource.Address(r, "styles", st.id) + "?f=" + f.Name, Rel: "stylesheet", Type: f.ContentType, Title: st.title + " as " + f.Title,
		})
	}
	return links
}

func (st style) metadataLink(r *http.Request) resource.Link {
	return resource.Link{Href: resource.Address(r, "styles", st.id, "metadata"), Rel: "describedby", Type: resource.MediaJSON, Title: "About the style " + st.title}
}
