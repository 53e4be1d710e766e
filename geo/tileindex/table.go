package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Table counts the observations that match by dimensions, into a table of at most a limit of rows.
func (s *State) Table(f surveillance.Filter, by surveillance.Dimensions, limit int) *surveillance.Table {
	_, _, dated, _ := by.Ask()
	ofTaxon, ofFacet := make([]surveillance.TableKey, len(s.codes.taxa)), make([]surveillance.TableKey, len(s.codes.facets))
	for i, key := range s.codes.taxa {
		ofTaxon[i] = by.OfTaxon(key)
	}
	for i := range s.codes.facets {
		x := &s.codes.facets[i]
		ofFacet[i] = by.OfTraits(surveillance.TableTraits{
			Country: x.Country, Region: x.Region, Source: x.Source, LifeStage: x.lifeStage, Sex: x.sex, SamplingProtocol: x.samplingProtocol,
		})
	}
	total := surveillance.NewTable(limit)
	s.scanAll(s.query(f), func() (visitor, func()) {
		local, locate := surveillance.NewTable(limit), by.Locator()
		return func(c *chunk, rows []int32) {
			if local.Over {
				return // it is refused
			}
			for _, i := range rows {
				days := c.days(i)
				sum := surveillance.TableSum{Records: 1, Specimens: days.count()}
				key := ofTaxon[c.taxon[i]] | ofFacet[c.facetOf(i)]
				if dated {
					key |= by.OfDays(int32(days.first())+unixDayZero, int32(days.last())+unixDayZero)
				}
				local.Total.Add(sum)
				if locate == nil {
					local.Add(key, sum)
					continue
				}
				lon, lat := placeOf(c.x[i], c.y[i])
				if latitude := s.codes.facets[c.facetOf(i)].latitude; !math.IsNaN(latitude) {
					lat = latitude
				}
				for _, part := range locate(lon, lat) {
					local.Add(key|part, sum)
				}
			}
		}, func() { total.Merge(local) }
	})
	return total
}
