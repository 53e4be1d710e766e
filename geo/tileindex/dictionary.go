package tileindex

import (
	"fmt"
	"hash/maphash"
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
	facets attributes
	taxa   []int32 // keys
}

// dictionary assigns codes to facets and taxa. Several readers of the database use it at once.
type dictionary struct {
	mu    sync.Mutex
	codes codes
	facet map[uint64]uint32 // codes by a hash of their numbers: a tenth of what the numbers take as keys
	seed  maphash.Seed
	taxon map[int32]uint16
}

func newDictionary() *dictionary {
	return &dictionary{facet: map[uint64]uint32{}, seed: maphash.MakeSeed(), taxon: map[int32]uint16{}}
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
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.codeOf(d.codes.facets.numbersOf(&f))
}

// codeOf returns the code of a facet with these numbers, which is a new one where there is none. The caller holds mu.
func (d *dictionary) codeOf(n facetNumbers) uint32 {
	for try := 0; ; try++ { // of facets with the same hash the later ones have another
		hash := maphash.Comparable(d.seed, struct {
			facetNumbers
			try int
		}{n, try})
		code, ok := d.facet[hash]
		if !ok {
			code = uint32(d.codes.facets.len())
			d.codes.facets.add(n)
			d.facet[hash] = code
			return code
		}
		if d.codes.facets.numbers(code) == n {
			return code
		}
	}
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
