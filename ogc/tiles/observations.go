package tiles

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// readObservations reads which observations a request chooses: the parameters of the API's Filter without bbox, which the tile is, species_id as
// items have it, datetime, and filter.
func (t *Tiles) readObservations(ctx context.Context, p *httpapi.Params, c *collection.Collection) (layer, error) {
	p.Known(besideFilter...)
	if p.Has("species_id") {
		p = nameAlone(p)
	}
	f, names, err := p.Filter(ctx, t.Lookups, "bbox")
	if err != nil {
		return layer{}, resource.BadRequest(err)
	}
	choice, err := t.conditions.ReadBeside(ctx, p, c, names, f)
	if err != nil {
		return layer{}, err
	}
	if err := resource.Refuse(p); err != nil {
		return layer{}, err
	}
	l := layer{
		filter: f, names: names,
		draw: func(ctx context.Context, at address) (vectortile.Drawing, error) {
			return t.Source.DrawTile(ctx, at.z, at.column, at.row, choice, names)
		},
		version: func(ctx context.Context) (vectortile.Version, error) { return t.Source.TileVersion(ctx, choice, names) },
	}
	if choice.Same == nil { // it is read from the database
		l.lane = limits.Large
	}
	return l, nil
}

// besideFilter are the parameters of condition.Reader.ReadBeside.
var besideFilter = []string{"datetime", "filter", "filter-lang", "filter-crs"}

// nameAlone returns parameters in which species_id is in the words of the Filter: a name without what it includes.
func nameAlone(p *httpapi.Params) *httpapi.Params {
	species := p.Text("species_id")
	for _, other := range []string{"species", "genus", "disease", "exact"} { // they mean something else when names are taken alone
		if p.Has(other) {
			p.Fail("species_id", "not_allowed", "species_id is the name alone: it and "+other+" exclude each other")
		}
	}
	return p.With(map[string]string{"species": species, "exact": "true"})
}
