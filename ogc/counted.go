package ogc

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// counted is a Filter of observations. With partly, what overlaps its days counts as well as what lies inside.
type counted struct {
	filter surveillance.Filter
	partly bool
}

// ask returns how many records match.
func (q counted) ask(ctx context.Context, counter surveillance.Counter) (int64, error) {
	if !q.partly {
		return counter.Count(ctx, q.filter)
	}
	stats, err := counter.Stats(ctx, q.filter)
	return stats.Counts.Sum().Records + stats.PartlyInRange, err
}

// restrict asks the counts for a value too, or gives them up when they do not know the property.
func (c *choice) restrict(property, value string, names *surveillance.Names) {
	if c.counted == nil {
		return
	}
	f := &c.counted.filter
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
		c.counted = nil
	}
}

// within asks the counts for a period too. They know whole days.
func (c *choice) within(d period) {
	if c.counted == nil {
		return
	}
	c.counted.partly = true
	if d.start != nil {
		day := d.start.midnight()
		c.counted.filter.Start = &day
		if !d.start.at.Equal(day) {
			c.counted = nil
			return
		}
	}
	if d.end != nil {
		if !d.end.day {
			c.counted = nil
			return
		}
		day := d.end.midnight()
		c.counted.filter.End = &day
	}
}
