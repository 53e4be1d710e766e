package ogc

import (
	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
)

// Values of filter-lang.
const (
	cqlText = "cql2-text"
	cqlJSON = "cql2-json"
)

// filter reads filter, filter-lang and filter-crs.
func (r *conditionsReader) filter() error {
	system, err := r.register.read(r.ctx, r.p, "filter-crs")
	if err != nil {
		return err
	}
	language := r.p.OneOf("filter-lang", cqlText, cqlText, cqlJSON)
	if !r.p.Has("filter") {
		return nil
	}
	text := r.p.Text("filter")
	if text == "" { // too long, repeated, or empty
		if r.p.Err() == nil {
			r.p.Fail("filter", "invalid_filter", "filter: it is empty")
		}
		return nil
	}
	var tree cql2.Expr
	if language == cqlJSON {
		tree, err = cql2.ParseJSON([]byte(text))
	} else {
		tree, err = cql2.ParseText(text)
	}
	if err != nil {
		r.fail("filter", err)
		return nil
	}
	r.choice.counted = nil
	r.named = append(r.named, cql2.Properties(tree)...)
	r.add(tree, "filter", r.options(system))
	return nil
}

// options are those of literals in a CRS.
func (r *conditionsReader) options(system crs) cql2.Options {
	o := cql2.Options{FilterSRID: system.srid, SwapAxes: system.coordinates.Swapped, Geographic: system.isGeographic()}
	if system.srid != storageSRID {
		o.Transform = func(g geom.T) (geom.T, error) { return r.register.db.transform(r.ctx, g, system.srid) }
	}
	if system.srid == mercatorSRID {
		o.Box = mercatorBox
		o.Transform = func(g geom.T) (geom.T, error) {
			if b := g.Bounds(); b.Min(0) < -mercatorEdge || b.Max(0) > mercatorEdge {
				return nil, errNoPlace
			}
			return r.register.db.transform(r.ctx, g, system.srid)
		}
	}
	return o
}
