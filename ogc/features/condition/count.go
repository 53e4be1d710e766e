package condition

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// CountFilter asks a surveillance.Counter for the number of observations that a Choice matches.
type CountFilter struct {
	filter surveillance.Filter
	partly bool // observations whose interval only overlaps the days match too
}

// Count returns how many observations match.
func (f CountFilter) Count(ctx context.Context, counter surveillance.Counter) (int64, error) {
	if !f.partly {
		return counter.Count(ctx, f.filter)
	}
	stats, err := counter.Stats(ctx, f.filter)
	return stats.Counts.Sum().Records + stats.PartlyInRange, err
}

// countProperty adds the value of a property to Count, or drops Count where a Filter does not have the property.
func (c *Choice) countProperty(property, value string, names *surveillance.Names) {
	if c.Count == nil {
		return
	}
	f := &c.Count.filter
	switch property {
	case "species_id":
		f.Taxa = []int32{}
		if t, ok := names.FindTaxon(value); ok && t.ID == value {
			f.Taxa = append(f.Taxa, t.Key)
		}
	case "data_source":
		f.DataSources = []int32{}
		if d, ok := names.FindDataSource(value); ok && d.ID == value {
			f.DataSources = append(f.DataSources, d.Key)
		}
	case "country_id":
		f.Countries = []string{value}
	case "region_id":
		f.Regions = []string{value}
	case "status":
		f.Statuses = []string{value}
	default:
		c.Count = nil
	}
}

// countBox adds a box to Count, or drops Count where the box is not one in degrees.
func (c *Choice) countBox(b cql2.BBox, system crs.System) {
	switch box := (surveillance.BBox{West: b.Min[0], South: b.Min[1], East: b.Max[0], North: b.Max[1]}); {
	case system != crs.CRS84:
		c.Count = nil
	case c.Count != nil && box != surveillance.World:
		c.Count.filter.BBox = &box
	}
}

// countPeriod adds a period to Count, or drops Count where the period does not consist of whole days.
func (c *Choice) countPeriod(d period) {
	if c.Count == nil {
		return
	}
	c.Count.partly = true
	f := &c.Count.filter
	if d.start != nil {
		if !d.start.day {
			c.Count = nil
			return
		}
		day := d.start.midnight()
		f.Start = &day
	}
	if d.end != nil {
		if !d.end.day {
			c.Count = nil
			return
		}
		day := d.end.midnight()
		f.End = &day
	}
}
