package tiles

import (
	"maps"
	"slices"

	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// described is what a layer of a collection holds.
type described struct {
	description string
	dimension   int // of the geometries: 0 for points, 2 for polygons
	maxZoom     int // that clients should ask for; beyond it they enlarge tiles
	properties  []property
}

type property struct {
	name, title, description string
	number                   bool
}

// The deepest zooms that are worth asking for. The polygons are hardly finer than a pixel there, and squares of sites have ten metres.
const (
	areasMaxZoom = 10
	sitesMaxZoom = 16
)

// layerOf describes the layer of a collection.
func (t *Tiles) layerOf(c *collection.Collection) (d described) {
	switch {
	case c.Observations:
		d.description = "Cells with counts where there is much, records where there is little. The parameters of the API's Filter apply: species, start_date and more; datetime and filter, too."
		types, maxZoom := t.Source.TileFields()
		d.maxZoom = maxZoom
		for _, name := range slices.Sorted(maps.Keys(types)) {
			d.properties = append(d.properties, property{name: name, number: types[name] == "Number"})
		}
		return d
	case c.Outlines != nil:
		d = described{description: c.Description + ". Borders are simplified by half a pixel; neighbours meet.", dimension: 2, maxZoom: areasMaxZoom}
		for _, f := range c.AllFields() {
			d.properties = append(d.properties, propertyOf(f))
		}
		return d
	}
	d = described{description: "Places with several records, or, where there are many, one point for all of a square of the tile, of which it has 64 from west to east", maxZoom: sitesMaxZoom}
	for _, key := range siteKeys {
		if key == siteKeys[siteKeySites] {
			d.properties = append(d.properties, property{name: key, title: "Sites", description: "How many sites the point stands for", number: true})
			continue
		}
		at := slices.IndexFunc(c.AllFields(), func(f *collection.Field) bool { return f.Name == key })
		d.properties = append(d.properties, propertyOf(c.AllFields()[at]))
	}
	return d
}

func propertyOf(f *collection.Field) property {
	return property{name: f.Name, title: f.Title, description: f.Description, number: f.Kind == collection.KindInteger || f.Kind == collection.KindNumber}
}
