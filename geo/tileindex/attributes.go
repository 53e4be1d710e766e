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

// numberOf returns the number of a value, which is a new one where no facet has had it.
func (a *attribute[T]) numberOf(v T) uint32 {
	n, ok := a.number[v]
	if !ok {
		if a.number == nil {
			a.number = map[T]uint32{}
		}
		n = uint32(len(a.values))
		a.values = append(a.values, v)
		a.number[v] = n
	}
	return n
}

// at returns the value of a facet.
func (a *attribute[T]) at(code uint32) T { return a.values[a.of[code]] }

// restrict takes the mark of facets whose value is not wanted.
func (a *attribute[T]) restrict(marked []bool, wanted []T) {
	if wanted != nil {
		a.keep(marked, func(v T) bool { return in(wanted, v) })
	}
}

// keep takes the mark of facets with other values.
func (a *attribute[T]) keep(marked []bool, takes func(T) bool) {
	taken := make([]bool, len(a.values))
	for i, v := range a.values {
		taken[i] = takes(v)
	}
	for i, v := range a.of {
		marked[i] = marked[i] && taken[v]
	}
}

// attributes are the columns of facets. Numbers with a fraction are their bits: NaN does not equal itself.
type attributes struct {
	status, country, region, lifeStage, sex, samplingProtocol attribute[string] // in lower case where a facet has both
	source                                                    attribute[int32]
	accuracy, latitude                                        attribute[uint64]
	rest                                                      attribute[facetRest]
	shown                                                     []bool // the facets that a Filter takes by default
}

// facetRest is what only few filters ask for.
type facetRest struct {
	LifeStage, Sex, SamplingProtocol string // as they were written
	Flags                            surveillance.Flags
	Uncertain                        bool
}

// facetNumbers are the numbers of a facet's values, in the order of columns.
type facetNumbers [10]uint32

func (a *attributes) columns() [len(facetNumbers{})]*[]uint32 {
	return [...]*[]uint32{
		&a.status.of, &a.country.of, &a.region.of, &a.lifeStage.of, &a.sex.of, &a.samplingProtocol.of, &a.source.of, &a.accuracy.of, &a.latitude.of, &a.rest.of,
	}
}

func (a *attributes) numbersOf(f *facet) facetNumbers {
	return facetNumbers{
		a.status.numberOf(f.Status), a.country.numberOf(f.Country), a.region.numberOf(f.Region), a.lifeStage.numberOf(f.lifeStage), a.sex.numberOf(f.sex),
		a.samplingProtocol.numberOf(f.samplingProtocol), a.source.numberOf(f.Source), a.accuracy.numberOf(math.Float64bits(f.AccuracyM)),
		a.latitude.numberOf(math.Float64bits(f.latitude)), a.rest.numberOf(facetRest{f.LifeStage, f.Sex, f.SamplingProtocol, f.Flags, f.uncertain}),
	}
}

// len returns the number of facets.
func (a *attributes) len() int { return len(a.status.of) }

// numbers returns the numbers of a facet's values.
func (a *attributes) numbers(code uint32) (n facetNumbers) {
	for i, of := range a.columns() {
		n[i] = (*of)[code]
	}
	return n
}

// add adds a facet.
func (a *attributes) add(n facetNumbers) {
	for i, of := range a.columns() {
		*of = append(*of, n[i])
	}
	a.shown = append(a.shown, a.status.values[n[0]] != surveillance.Rejected)
}

// traits returns the Traits of a facet.
func (a *attributes) traits(code uint32) Traits {
	rest := a.rest.at(code)
	return Traits{
		Source: a.source.at(code), Country: a.country.at(code), Region: a.region.at(code), Status: a.status.at(code), AccuracyM: a.accuracyM(code),
		LifeStage: rest.LifeStage, Sex: rest.Sex, SamplingProtocol: rest.SamplingProtocol, Flags: rest.Flags,
	}
}

// accuracyM returns metres; NaN when unknown.
func (a *attributes) accuracyM(code uint32) float64 { return math.Float64frombits(a.accuracy.at(code)) }

// beyond returns the latitude of a place beyond the grid's square, else NaN.
func (a *attributes) beyond(code uint32) float64 { return math.Float64frombits(a.latitude.at(code)) }

// matching marks the facets that a Filter takes, nil for all.
func (a *attributes) matching(f surveillance.Filter) []bool {
	marked := slices.Repeat([]bool{true}, a.len())
	a.status.restrict(marked, f.Statuses)
	a.country.restrict(marked, f.Countries)
	a.region.restrict(marked, f.Regions)
	a.lifeStage.restrict(marked, f.LifeStages)
	a.sex.restrict(marked, f.Sexes)
	a.samplingProtocol.restrict(marked, f.SamplingProtocols)
	a.source.restrict(marked, f.DataSources)
	if f.MaxUncertaintyM != nil {
		a.accuracy.keep(marked, func(bits uint64) bool {
			m := math.Float64frombits(bits)
			return math.IsNaN(m) || m <= *f.MaxUncertaintyM
		})
	}
	if f.BBox != nil {
		a.latitude.keep(marked, func(bits uint64) bool {
			latitude := math.Float64frombits(bits)
			return math.IsNaN(latitude) || latitude >= f.BBox.South && latitude <= f.BBox.North
		})
	}
	if f.Flags != 0 || f.WithoutFlags != 0 || f.Qualifier != "" {
		a.rest.keep(marked, func(r facetRest) bool {
			return (f.Flags == 0 || r.Flags&f.Flags != 0) && r.Flags&f.WithoutFlags == 0 && (f.Qualifier == "" || r.Uncertain == (f.Qualifier == surveillance.Uncertain))
		})
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
