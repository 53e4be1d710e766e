package tileindex

import (
	"math"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// attribute is one of the values that facets have, as a column: facets are many, their different values few. So a Filter compares each value once.
type attribute[T comparable] struct {
	values []T      // the different ones
	of     []uint32 // which of them a facet has, by its code
	number map[T]uint32
}

// add adds the value of the next facet.
func (a *attribute[T]) add(v T) {
	n, ok := a.number[v]
	if !ok {
		if a.number == nil {
			a.number = map[T]uint32{}
		}
		n = uint32(len(a.values))
		a.values = append(a.values, v)
		a.number[v] = n
	}
	a.of = append(a.of, n)
}

// restrict takes the mark of facets whose value is not wanted.
func (a *attribute[T]) restrict(marked []bool, wanted []T) {
	if wanted == nil {
		return
	}
	takes := make([]bool, len(a.values))
	for i, v := range a.values {
		takes[i] = in(wanted, v)
	}
	for i, v := range a.of {
		marked[i] = marked[i] && takes[v]
	}
}

// attributes are the columns of facets for which a Filter has a list.
type attributes struct {
	status, country, region, lifeStage, sex, samplingProtocol attribute[string]
	source                                                    attribute[int32]
	polar                                                     bool // a facet has a latitude
}

func (a *attributes) add(f *facet) {
	a.status.add(f.Status)
	a.country.add(f.Country)
	a.region.add(f.Region)
	a.lifeStage.add(f.lifeStage)
	a.sex.add(f.sex)
	a.samplingProtocol.add(f.samplingProtocol)
	a.source.add(f.Source)
	a.polar = a.polar || !math.IsNaN(f.latitude)
}

// shown marks the facets that a Filter takes by default.
func (a *attributes) shown() []bool {
	out := make([]bool, len(a.status.of))
	for i, v := range a.status.of {
		out[i] = a.status.values[v] != surveillance.Rejected
	}
	return out
}

// matching marks the facets that a Filter takes, nil for all.
func (c codes) matching(f surveillance.Filter) []bool {
	marked := slices.Repeat([]bool{true}, len(c.facets))
	c.attributes.status.restrict(marked, f.Statuses)
	c.attributes.country.restrict(marked, f.Countries)
	c.attributes.region.restrict(marked, f.Regions)
	c.attributes.lifeStage.restrict(marked, f.LifeStages)
	c.attributes.sex.restrict(marked, f.Sexes)
	c.attributes.samplingProtocol.restrict(marked, f.SamplingProtocols)
	c.attributes.source.restrict(marked, f.DataSources)
	if f.MaxUncertaintyM != nil || f.Flags != 0 || f.WithoutFlags != 0 || f.Qualifier != "" || f.BBox != nil && c.attributes.polar {
		for i := range c.facets {
			x := &c.facets[i]
			marked[i] = marked[i] &&
				(f.MaxUncertaintyM == nil || math.IsNaN(x.AccuracyM) || x.AccuracyM <= *f.MaxUncertaintyM) &&
				(f.Flags == 0 || x.Flags&f.Flags != 0) && x.Flags&f.WithoutFlags == 0 &&
				(f.Qualifier == "" || x.uncertain == (f.Qualifier == surveillance.Uncertain)) &&
				(f.BBox == nil || math.IsNaN(x.latitude) || (x.latitude >= f.BBox.South && x.latitude <= f.BBox.North))
		}
	}
	if !slices.Contains(marked, false) {
		return nil
	}
	return marked
}

// in says whether a value is among those wanted. The zero value, which is unknown, is in no list.
func in[T comparable](wanted []T, v T) bool {
	var none T
	return v != none && slices.Contains(wanted, v)
}
