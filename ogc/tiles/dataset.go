package tiles

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// The tiles of the data set have a layer for each collection that has tiles, or for those that the parameter collections names. Conditions are of
// one collection, so that these tiles take datetime alone, which all of them have.

const datasetTitle = "All layers as vector tiles"

func (t *Tiles) getDatasetTilesets(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	return format.Write(w, r, tilesetList{
		Links: resource.SelfLinks(r, format, html.Documents), Tilesets: []tileset{shortTileset(datasetTitle, resource.Address(r, "tiles", WebMercatorQuad), r)},
	})
}

func (t *Tiles) getDatasetTileset(w http.ResponseWriter, r *http.Request) error {
	if err := checkMatrixSet(httpapi.Var(r, "tileMatrixSet")); err != nil {
		return err
	}
	p := httpapi.Query(r)
	chosen := t.chosen(p)
	format := resource.Choose(w, r, p, SetFormats)
	if format.Name == TileJSON.Name {
		layers, err := t.readDataset(r, TileJSON.Name)
		if err != nil {
			return err
		}
		return t.sendTileJSON(w, r, datasetTitle, resource.Address(r, "tiles", WebMercatorQuad), chosen, layers)
	}
	p.Known("lang")
	if err := resource.Refuse(p); err != nil {
		return err
	}
	set, err := t.describe(r, datasetTitle, chosen, resource.Address(r, "tiles", WebMercatorQuad))
	if err != nil {
		return err
	}
	set.Description = "A layer for each collection, or for those that the parameter collections names. The parameter datetime applies to all."
	set.Links = append(resource.SelfLinks(r, format, SetFormats[:len(html.Documents)]), set.Links...)
	return format.Write(w, r, set)
}

func (t *Tiles) getDatasetTile(w http.ResponseWriter, r *http.Request) error {
	at, err := addressOf(r)
	if err != nil {
		return err
	}
	layers, err := t.readDataset(r, Format.Name)
	if err != nil {
		return err
	}
	return t.send(w, r, at, layers...)
}

// readDataset reads the layers that a request chooses, and refuses what is wrong with its parameters. f may name one format.
func (t *Tiles) readDataset(r *http.Request, format string) (layers []layer, err error) {
	p := httpapi.Query(r)
	chosen := t.chosen(p)
	p.OneOf("f", format, format)
	p.Known("v", "lang", "datetime")
	if format == TileJSON.Name {
		p.Bool("versioned")
	}
	if err := resource.Refuse(p); err != nil {
		return nil, err
	}
	for _, c := range chosen {
		l, err := t.read(only(r, "datetime", "lang"), c, format)
		if err != nil {
			return nil, err
		}
		layers = append(layers, l)
	}
	return layers, nil
}

// tiled returns the collections that have tiles, polygons before points.
func (t *Tiles) tiled() (all []*collection.Collection) {
	for i := range t.Collections {
		if c := t.Collections[len(t.Collections)-1-i]; c.Tiled {
			all = append(all, c)
		}
	}
	return all
}

// chosen reads the parameter collections: ids of collections that have tiles; without it all of them.
func (t *Tiles) chosen(p *httpapi.Params) []*collection.Collection {
	all := t.tiled()
	if !p.Has("collections") {
		return all
	}
	var chosen []*collection.Collection
	asked := map[string]bool{}
	for _, id := range p.List("collections") {
		c, err := t.Collections.Find(id)
		if err != nil || !c.Tiled {
			p.Fail("collections", "unknown_collection", "collections: no tiles of "+resource.Quoted(id)+"; there are those of "+strings.Join(collectionIDs(all), ", "))
			return all
		}
		asked[c.ID] = true
	}
	for _, c := range all {
		if asked[c.ID] {
			chosen = append(chosen, c)
		}
	}
	if chosen == nil {
		p.Fail("collections", "unknown_collection", "collections names none; there are "+strings.Join(collectionIDs(all), ", "))
	}
	return chosen
}

func collectionIDs(all []*collection.Collection) (ids []string) {
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	return ids
}

// only returns a request with some of its parameters.
func only(r *http.Request, names ...string) *http.Request {
	given, query := r.URL.Query(), url.Values{}
	for _, name := range names {
		if given.Has(name) {
			query[name] = given[name]
		}
	}
	out, address := r.WithContext(r.Context()), *r.URL
	address.RawQuery = query.Encode()
	out.URL = &address
	return out
}
