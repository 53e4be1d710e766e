package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Table counts the observations that match by dimensions, into a table of at most a limit of rows.
func (s *State) Table(f surveillance.Filter, by surveillance.Dimensions, limit int) *surveillance.Table {
	_, _, dated, _ := by.Ask()
	ofTaxon, ofFacet := make([]surveillance.TableKey, len(s.codes.taxa)), make([]surveillance.TableKey, s.codes.facets.len())
	for i, key := range s.codes.taxa {
		ofTaxon[i] = by.OfTaxon(key)
	}
	facets := &s.codes.facets
	for i := range ofFacet {
		code := uint32(i)
		ofFacet[i] = by.OfTraits(surveillance.TableTraits{
			Country: facets.country.at(code), Region: facets.region.at(code), Source: facets.source.at(code),
			LifeStage: facets.lifeStage.at(code), Sex: facets.sex.at(code), SamplingProtocol: facets.samplingProtocol.at(code),
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
				key := ofTaxon[c.taxonOf(i)] | ofFacet[c.facetOf(i)]
				if dated {
					key |= by.OfDays(int32(days.first())+unixDayZero, int32(days.last())+unixDayZero)
				}
				local.Total.Add(sum)
				if locate == nil {
					local.Add(key, sum)
					continue
				}
				lon, lat := placeOf(c.place(i))
				if latitude := facets.beyond(c.facetOf(i)); !math.IsNaN(latitude) {
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
