package tileindex

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Traits are the values that a tile shows of a record and that many records share. An empty value is unknown.
type Traits struct {
	Source                          int32 // key of the data source; 0 for none
	Country, LifeStage, Sex, Status string
	AccuracyM                       float64 // metres; NaN when unknown
}

// facet holds the values that filters ask for beside place, taxon and days. There are few different combinations.
type facet struct {
	Traits
	region                           string
	lifeStage, sex, samplingProtocol string  // lower case
	latitude                         float64 // of a place beyond the grid's square, else NaN
}

// codes are the facets and taxa that rows refer to by number. The lists only grow, so a reader's copy stays valid.
type codes struct {
	facets []facet
	taxa   []int32 // keys
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
}

func newDictionary() *dictionary {
	return &dictionary{facet: map[facetKey]uint32{}, taxon: map[int32]uint16{}}
}

// snapshot returns the codes assigned so far.
func (d *dictionary) snapshot() codes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return codes{slices.Clip(d.codes.facets), slices.Clip(d.codes.taxa)}
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
		f.Country, f.region, f.Status, f.LifeStage, f.Sex, f.samplingProtocol, f.Source,
		math.Float64bits(f.AccuracyM), math.Float64bits(f.latitude),
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	code, ok := d.facet[key]
	if !ok {
		code = uint32(len(d.codes.facets))
		d.codes.facets = append(d.codes.facets, f)
		d.facet[key] = code
	}
	return code
}

// coder is one reader's way to the dictionary: it remembers, so that it seldom has to wait for another. It knows a facet by the
// numbers of its two halves: the raw values of all facets would not stay in the processor's caches, those of the halves do.
type coder struct {
	dict         *dictionary
	taxon        map[int32]uint16
	where, other map[string]uint32
	facet        map[uint64]uint32 // by the numbers of both halves
	raw          []byte
}

func newCoder(d *dictionary) *coder {
	return &coder{
		dict: d, taxon: map[int32]uint16{}, where: map[string]uint32{}, other: map[string]uint32{}, facet: map[uint64]uint32{},
	}
}

func (c *coder) taxonCode(key int32) (uint16, error) {
	if code, ok := c.taxon[key]; ok {
		return code, nil
	}
	code, err := c.dict.taxonCode(key)
	if err == nil {
		c.taxon[key] = code
	}
	return code, err
}

// facetCode returns the code of a data source and raw binary values: country, region; status, life stage, sex, protocol,
// accuracy, latitude of a place beyond the square.
func (c *coder) facetCode(source int32, values [][]byte) uint32 {
	where := c.number(c.where, 0, values[:2])
	other := c.number(c.other, source, values[2:])
	key := uint64(where)<<32 | uint64(other)
	if code, ok := c.facet[key]; ok {
		return code
	}
	t := Traits{
		Source: source, Country: string(values[0]), Status: string(values[2]), LifeStage: string(values[3]), Sex: string(values[4]),
		AccuracyM: float8(values[6]),
	}
	code := c.dict.facetCode(facet{
		Traits: t, region: string(values[1]), lifeStage: strings.ToLower(t.LifeStage), sex: strings.ToLower(t.Sex),
		samplingProtocol: strings.ToLower(string(values[5])), latitude: float8(values[7]),
	})
	c.facet[key] = code
	return code
}

// number returns the number of an integer and raw values among those of a half.
func (c *coder) number(half map[string]uint32, first int32, values [][]byte) uint32 {
	raw := binary.BigEndian.AppendUint32(c.raw[:0], uint32(first))
	for _, v := range values {
		if v == nil {
			raw = append(raw, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		raw = binary.BigEndian.AppendUint32(raw, uint32(len(v)))
		raw = append(raw, v...)
	}
	c.raw = raw
	n, ok := half[string(raw)]
	if !ok {
		n = uint32(len(half))
		half[string(raw)] = n
	}
	return n
}

func int4(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }

func int8(b []byte) int64 { return int64(binary.BigEndian.Uint64(b)) }

// float8 is NaN for null.
func float8(b []byte) float64 {
	if b == nil {
		return math.NaN()
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b))
}

// matching marks the facets that a Filter takes. all is true when none is left out.
func (c codes) matching(f surveillance.Filter) (match []bool, all bool) {
	match, all = make([]bool, len(c.facets)), true
	for i := range c.facets {
		x := &c.facets[i]
		match[i] = in(f.Statuses, x.Status) && in(f.Countries, x.Country) && in(f.Regions, x.region) && in(f.DataSources, x.Source) &&
			in(f.LifeStages, x.lifeStage) && in(f.Sexes, x.sex) && in(f.SamplingProtocols, x.samplingProtocol) &&
			(f.MaxUncertaintyM == nil || math.IsNaN(x.AccuracyM) || x.AccuracyM <= *f.MaxUncertaintyM) &&
			(f.BBox == nil || math.IsNaN(x.latitude) || (x.latitude >= f.BBox.South && x.latitude <= f.BBox.North))
		all = all && match[i]
	}
	return match, all
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

// in says whether a value is among those wanted. Nil lets every value pass; the zero value, which is unknown, is in no list.
func in[T comparable](wanted []T, v T) bool {
	var none T
	return wanted == nil || (v != none && slices.Contains(wanted, v))
}
