package tileindex

import (
	"fmt"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// savedFacets are the attributes of facets in a snapshot.
type savedFacets struct {
	Count                                                     int
	Status, Country, Region, LifeStage, Sex, SamplingProtocol []string
	Source                                                    []int32
	Accuracy, Latitude                                        []uint64
	Rest                                                      []facetRest
	Numbers                                                   snapshot.Column[uint32] // one attribute after the other
}

func (a *attributes) save(w *snapshot.Writer) savedFacets {
	out := savedFacets{
		Count: a.len(), Status: a.status.values, Country: a.country.values, Region: a.region.values, LifeStage: a.lifeStage.values, Sex: a.sex.values,
		SamplingProtocol: a.samplingProtocol.values, Source: a.source.values, Accuracy: a.accuracy.values, Latitude: a.latitude.values, Rest: a.rest.values,
	}
	var numbers []uint32
	for _, of := range a.columns() {
		numbers = append(numbers, *of...)
	}
	out.Numbers = snapshot.Put(w, numbers)
	return out
}

// restore gives the facets the codes that they had.
func (s *savedFacets) restore(file *snapshot.File, d *dictionary) error {
	numbers, err := s.Numbers.In(file)
	if err != nil {
		return err
	}
	a := &d.codes.facets
	columns := a.columns()
	whole := len(numbers)%len(columns) == 0 && s.Count == len(numbers)/len(columns)
	known := []bool{
		a.status.restore(s.Status), a.country.restore(s.Country), a.region.restore(s.Region), a.lifeStage.restore(s.LifeStage), a.sex.restore(s.Sex),
		a.samplingProtocol.restore(s.SamplingProtocol), a.source.restore(s.Source), a.accuracy.restore(s.Accuracy), a.latitude.restore(s.Latitude), a.rest.restore(s.Rest),
	}
	if !whole || slices.Contains(known, false) {
		return fmt.Errorf("%w: values of records are there twice, or not all", snapshot.ErrDamaged)
	}
	values := []int{
		len(s.Status), len(s.Country), len(s.Region), len(s.LifeStage), len(s.Sex), len(s.SamplingProtocol), len(s.Source), len(s.Accuracy), len(s.Latitude), len(s.Rest),
	}
	for i, of := range columns {
		if !below(numbers[i*s.Count:(i+1)*s.Count], values[i]) {
			return fmt.Errorf("%w: values of records are not there", snapshot.ErrDamaged)
		}
		*of = make([]uint32, 0, s.Count)
	}
	for code := range uint32(s.Count) {
		var n facetNumbers
		for i := range n {
			n[i] = numbers[i*s.Count+int(code)]
		}
		if d.codeOf(n) != code {
			return fmt.Errorf("%w: values of records are there twice", snapshot.ErrDamaged)
		}
	}
	return nil
}

// restore gives values the numbers that they had, and says whether they differ.
func (a *attribute[T]) restore(values []T) bool {
	for _, v := range values {
		a.numberOf(v)
	}
	return len(a.values) == len(values)
}
