package tileindex

import (
	"encoding/binary"
	"math"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/filter"
)

// facet is what filters ask of a row besides its place, taxon and days. Rows share few combinations.
type facet struct {
	country, region                          string  // "" for none
	source                                   int32   // 0 for none
	status, lifeStage, sex, samplingProtocol string  // lower case, "" for none
	accuracyM                                float64 // NaN for none
}

// dictionary gives the combinations and the taxa short codes.
//
// Who counts reads it under the index's lock. The one reader of the database looks codes up without that lock and takes it
// only to add a new one, so that a long read does not hold up counting.
type dictionary struct {
	grow      sync.Locker
	facets    []facet
	facetCode map[string]uint32 // by the raw values
	taxa      []int32
	taxonCode map[int32]uint16
}

func newDictionary(grow sync.Locker) *dictionary {
	return &dictionary{grow: grow, facetCode: map[string]uint32{}, taxonCode: map[int32]uint16{}}
}

// maxTaxa is how many different names the index can hold; beyond, the same counts come from SQL.
const maxTaxa = math.MaxUint16

func (d *dictionary) taxon(key int32) (uint16, bool) {
	code, ok := d.taxonCode[key]
	if ok {
		return code, true
	}
	if len(d.taxa) >= maxTaxa {
		return 0, false
	}
	d.grow.Lock()
	defer d.grow.Unlock()
	code = uint16(len(d.taxa))
	d.taxa = append(d.taxa, key)
	d.taxonCode[key] = code
	return code, true
}

// facet returns the code of raw binary values: country, region, source, status, life stage, sex, protocol, accuracy.
// scratch is reused between calls.
func (d *dictionary) facet(values [][]byte, scratch *[]byte) uint32 {
	key := (*scratch)[:0]
	for _, v := range values {
		if v == nil {
			key = append(key, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		key = binary.BigEndian.AppendUint32(key, uint32(len(v)))
		key = append(key, v...)
	}
	*scratch = key
	if code, ok := d.facetCode[string(key)]; ok {
		return code
	}
	f := facet{
		country: string(values[0]), region: string(values[1]), status: string(values[3]), lifeStage: string(values[4]),
		sex: string(values[5]), samplingProtocol: string(values[6]), accuracyM: math.NaN(),
	}
	if values[2] != nil {
		f.source = int32(binary.BigEndian.Uint32(values[2]))
	}
	if values[7] != nil {
		f.accuracyM = math.Float64frombits(binary.BigEndian.Uint64(values[7]))
	}
	d.grow.Lock()
	defer d.grow.Unlock()
	code := uint32(len(d.facets))
	d.facets = append(d.facets, f)
	d.facetCode[string(key)] = code
	return code
}

// matching marks the facets that a Filter takes. all is true when none is left out.
func (d *dictionary) matching(f filter.Filter) (match []bool, all bool) {
	statuses, countries, regions := set(f.Statuses), set(f.Countries), set(f.Regions)
	stages, sexes, protocols, sources := set(f.LifeStages), set(f.Sexes), set(f.SamplingProtocols), set(f.DataSources)
	match, all = make([]bool, len(d.facets)), true
	for i, x := range d.facets {
		match[i] = in(statuses, x.status) && in(countries, x.country) && in(regions, x.region) && in(sources, x.source) &&
			in(stages, x.lifeStage) && in(sexes, x.sex) && in(protocols, x.samplingProtocol) &&
			(f.MaxUncertaintyM == nil || math.IsNaN(x.accuracyM) || x.accuracyM <= *f.MaxUncertaintyM)
		all = all && match[i]
	}
	return match, all
}

func set[T comparable](items []T) map[T]bool {
	if items == nil {
		return nil
	}
	out := make(map[T]bool, len(items))
	for _, item := range items {
		out[item] = true
	}
	return out
}

// in says whether a value passes: nil asks for nothing, and what a record does not say is in no set.
func in[T comparable](wanted map[T]bool, v T) bool {
	var none T
	return wanted == nil || (v != none && wanted[v])
}
