package tileindex

import (
	"fmt"
	"math"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Traits are the values that maps show of a record and that many records share. An empty value is unknown.
type Traits struct {
	Source                          int32 // key of the data source; 0 for none
	Country, LifeStage, Sex, Status string
	AccuracyM                       float64 // metres; NaN when unknown

	// Features show the rest; tiles do not.
	Region, SamplingProtocol string
	Flags                    surveillance.Flags
}

// facet holds the values that filters ask for beside place, taxon and days. There are few different combinations.
type facet struct {
	Traits
	lifeStage, sex, samplingProtocol string  // lower case
	latitude                         float64 // of a place beyond the grid's square, else NaN
	uncertain                        bool    // the name is in doubt
}

// codes are the facets and taxa that rows refer to by number. The lists only grow, so a reader's copy stays valid.
type codes struct {
	facets     []facet
	attributes attributes // of the facets
	taxa       []int32    // keys
}

// dictionary assigns codes to facets and taxa. Several readers of the database use it at once.
type dictionary struct {
	mu    sync.Mutex
	codes codes
	facet map[facetKey]uint32
	taxon map[int32]uint16
}

// facetKey is a facet as the key of a map: NaN does not equal itself, its bits do.
type facetKey struct {
	country, region, status, lifeStage, sex, samplingProtocol string
	source                                                    int32
	accuracyM, latitude                                       uint64
	flags                                                     surveillance.Flags
	uncertain                                                 bool
}

func newDictionary() *dictionary {
	return &dictionary{facet: map[facetKey]uint32{}, taxon: map[int32]uint16{}}
}

// snapshot returns the codes assigned so far.
func (d *dictionary) snapshot() codes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.codes
}

// maxTaxa is how many different names the index can hold. With more, loading fails and SQL counts.
const maxTaxa = math.MaxUint16

func (d *dictionary) taxonCode(key int32) (uint16, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	code, ok := d.taxon[key]
	if ok {
		return code, nil
	}
	if len(d.codes.taxa) >= maxTaxa {
		return 0, fmt.Errorf("more than %d different names", maxTaxa)
	}
	code = uint16(len(d.codes.taxa))
	d.codes.taxa = append(d.codes.taxa, key)
	d.taxon[key] = code
	return code, nil
}

func (d *dictionary) facetCode(f facet) uint32 {
	key := facetKey{
		f.Country, f.Region, f.Status, f.LifeStage, f.Sex, f.SamplingProtocol, f.Source,
		math.Float64bits(f.AccuracyM), math.Float64bits(f.latitude), f.Flags, f.uncertain,
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	code, ok := d.facet[key]
	if !ok {
		code = uint32(len(d.codes.facets))
		d.codes.facets = append(d.codes.facets, f)
		d.codes.attributes.add(&f)
		d.facet[key] = code
	}
	return code
}

// matchingTaxa marks the taxa that a Filter takes, nil for all.
func (c codes) matchingTaxa(f surveillance.Filter) []bool {
	if f.Taxa == nil {
		return nil
	}
	wanted := make(map[int32]bool, len(f.Taxa))
	for _, key := range f.Taxa {
		wanted[key] = true
	}
	match := make([]bool, len(c.taxa))
	for i, key := range c.taxa {
		match[i] = wanted[key]
	}
	return match
}
