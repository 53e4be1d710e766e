package analytics

import (
	"cmp"
	"maps"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// VectorIndex is how many infected mosquitoes a unit of effort catches: the sum over species of abundance by infection rate.
type VectorIndex struct {
	Bin      *string      `json:"bin"`
	Start    *string      `json:"start"`
	End      *string      `json:"end"`
	Protocol *string      `json:"protocol"`
	Value    *float64     `json:"value"`    // null without a term, and where every pool of a species is positive
	AtLeast  *float64     `json:"at_least"` // then a lower bound, by the minimum infection rate of these species; else null
	Terms    []VectorTerm `json:"terms"`
	LeftOut  []NoTerm     `json:"left_out"`

	bin  calendar.Bin
	area string
}

// Area returns the id of the area that a VectorIndex of an Inquiry is of; "" for everywhere.
func (v VectorIndex) Area() string { return v.area }

// VectorTerm is a species of the index.
type VectorTerm struct {
	SpeciesID string  `json:"species_id"`
	Abundance float64 `json:"abundance"`
	P         float64 `json:"p"` // infection rate, from 0 to 1
}

// NoTerm is a species that lacks an abundance or a rate.
type NoTerm struct {
	SpeciesID string `json:"species_id"`
	Reason    string `json:"reason"`
}

// Why a species is left out.
const (
	reasonNoPools     = "no_pools"
	reasonNoAbundance = "no_abundance" // no valid event caught it
	reasonNoEstimate  = "no_estimate"  // every pool is positive, or none has a result
)

func (a *Analytics) getVectorIndex(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	pathogen, estimator := readPathogen(p), readEstimator(p)
	q, err := a.readQuestion(r, p, asked{intervals: anyInterval, events: true})
	if err != nil {
		return err
	}
	if err := q.askVectors(pathogen); err != nil {
		return err
	}
	return a.answer(w, r, &q, func(m *moment) (answer, error) {
		s, err := a.surveyOf(r.Context(), m, &q, "")
		if err != nil {
			return answer{}, err
		}
		tested, err := a.poolsOf(r.Context(), m, &q, pathogen, "")
		if err != nil {
			return answer{}, err
		}
		results := vectorIndices(s.abundances(), tested.infections(estimator))
		return newAnswer(s.envelope(), results), checkSize(len(results))
	})
}

// askVectors makes a question one about each species, those that the catalog links to a pathogen where it names none.
func (q *question) askVectors(pathogen surveillance.Pathogen) error {
	if !q.filter.NamesTaxa {
		q.filter.NamesTaxa = true
		if q.filter.Taxa = intersect(q.filter.Taxa, q.names.FindVectors([]string{pathogen.DiseaseID})); len(q.filter.Taxa) == 0 {
			return invalid("no_vectors", "the catalog links no species to "+pathogen.Name+": name vectors with species, genus or disease")
		}
	}
	q.by, q.eachName, q.intervals = append(q.by, bySpecies), true, true
	return nil
}

// intersect returns the keys that are in both lists; nil stands for all.
func intersect(a, b []int32) []int32 {
	if a == nil {
		return b
	}
	return slices.DeleteFunc(slices.Clone(b), func(key int32) bool { return !slices.Contains(a, key) })
}

// vectors are the abundances and infections of the species of one bin and protocol.
type vectors struct {
	index     VectorIndex // without its value
	abundance map[string]float64
	infection map[string]Infection
}

// vectorIndices joins the abundance and the infection of each species, by bin, protocol and area.
func vectorIndices(abundances []Abundance, infections []Infection) []VectorIndex {
	type part struct {
		bin            calendar.Bin
		protocol, area string
	}
	parts := map[part]*vectors{}
	of := func(index VectorIndex) *vectors {
		key := part{index.bin, orZero(index.Protocol), index.area}
		if parts[key] == nil {
			parts[key] = &vectors{index, map[string]float64{}, map[string]Infection{}}
		}
		return parts[key]
	}
	for _, a := range abundances {
		v := of(VectorIndex{Bin: a.Bin, Start: a.Start, End: a.End, Protocol: a.Protocol, bin: a.order.bin, area: orZero(a.AreaID)})
		if a.SpeciesID != nil {
			v.abundance[*a.SpeciesID] = a.Abundance
		}
	}
	for _, i := range infections {
		v := of(VectorIndex{Bin: i.Bin, Start: i.Start, End: i.End, Protocol: i.Protocol, bin: i.order.bin, area: i.Area()})
		if i.SpeciesID != nil {
			v.infection[*i.SpeciesID] = i
		}
	}
	results := make([]VectorIndex, 0, len(parts))
	for _, v := range parts {
		results = append(results, v.sum())
	}
	slices.SortFunc(results, func(a, b VectorIndex) int {
		return cmp.Or(a.bin.Compare(b.bin), compareText(a.Protocol, b.Protocol), cmp.Compare(a.area, b.area))
	})
	return results
}

// sum returns the index with its value. Species that lack an abundance or a rate are left out and named.
func (v *vectors) sum() VectorIndex {
	out := v.index
	out.Terms, out.LeftOut = []VectorTerm{}, []NoTerm{}
	species := maps.Clone(v.abundance)
	for id := range v.infection {
		species[id] = 0
	}
	var terms, lower []estimate.Vector
	for _, id := range slices.Sorted(maps.Keys(species)) {
		abundance, caught := v.abundance[id]
		infection, tested := v.infection[id]
		switch {
		case !caught:
			out.LeftOut = append(out.LeftOut, NoTerm{id, reasonNoAbundance})
		case !tested:
			out.LeftOut = append(out.LeftOut, NoTerm{id, reasonNoPools})
		case infection.Estimate == nil:
			out.LeftOut = append(out.LeftOut, NoTerm{id, reasonNoEstimate})
			if infection.Positive > 0 && infection.MIR != nil {
				lower = append(lower, estimate.Vector{Abundance: abundance, Infection: *infection.MIR / perMille})
			}
		default:
			rate := *infection.Estimate / perMille
			terms = append(terms, estimate.Vector{Abundance: abundance, Infection: rate})
			out.Terms = append(out.Terms, VectorTerm{id, abundance, rate})
		}
	}
	switch {
	case lower != nil: // without these species the index would look as if none of them were infected
		out.AtLeast = new(estimate.VectorIndex(append(lower, terms...)))
	case terms != nil:
		out.Value = new(estimate.VectorIndex(terms))
	}
	return out
}
