package condition

import (
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// Selection says with a surveillance.Filter which observations a Choice matches, exactly these. What is in memory is found by it.
type Selection struct {
	Filter      surveillance.Filter
	Overlapping bool // of the days of an observation, one within those of the Filter is enough
}

// newSelection matches all observations.
func newSelection() *Selection {
	return &Selection{Filter: surveillance.Filter{Statuses: surveillance.Statuses}}
}

// narrow adds a condition to the Selection, or drops the Selection where a Filter cannot say the same.
func (c *Choice) narrow(tree cql2.Expr, system crs.System, names *surveillance.Names) {
	if c.Selection != nil && !c.Selection.and(tree, system, names) {
		c.Selection = nil
	}
}

// and adds a condition. The result is false where a Filter cannot say the same.
func (s *Selection) and(tree cql2.Expr, system crs.System, names *surveillance.Names) bool {
	switch e := tree.(type) {
	case cql2.And:
		return !slices.ContainsFunc(e.Args, func(arg cql2.Expr) bool { return !s.and(arg, system, names) })
	case cql2.Compare:
		values, ok := stringsOf(e.Right)
		if ok && e.Op == cql2.NotEqual && isProperty(e.Left, "status") {
			s.Filter.Statuses = slices.DeleteFunc(slices.Clone(s.Filter.Statuses), func(status string) bool { return status == values[0] })
			return len(s.Filter.Statuses) > 0
		}
		return ok && e.Op == cql2.Equal && s.oneOf(e.Left, values, names)
	case cql2.In:
		values, ok := stringsOf(e.Items...)
		return ok && s.oneOf(e.Value, values, names)
	case cql2.Spatial:
		box, ok := e.Right.(cql2.BBox)
		return ok && e.Op == cql2.SIntersects && isProperty(e.Left, collection.GeometryProperty) && system == crs.CRS84 && s.within(box)
	}
	return false
}

func isProperty(e cql2.Expr, name string) bool {
	p, ok := e.(cql2.Property)
	return ok && p.Name == name
}

// stringsOf returns the values of literals. ok is false unless all are texts, or the numbers of months.
func stringsOf(literals ...cql2.Expr) (values []string, ok bool) {
	for _, e := range literals {
		switch e := e.(type) {
		case cql2.String:
			values = append(values, e.Value)
		case cql2.Number:
			values = append(values, e.Text)
		default:
			return nil, false
		}
	}
	return values, true
}

// oneOf adds that a property has one of some values. Of names that are not known to the server the database may know more.
func (s *Selection) oneOf(property cql2.Expr, values []string, names *surveillance.Names) bool {
	p, ok := property.(cql2.Property)
	f := &s.Filter
	switch {
	case !ok:
		return false
	case p.Name == "species_id":
		return addKeys(&f.Taxa, values, func(id string) (int32, bool) {
			t, ok := names.FindTaxon(id)
			return t.Key, ok && t.ID == id
		})
	case p.Name == "species_scientific_name":
		return addKeys(&f.Taxa, values, func(name string) (int32, bool) {
			t, ok := names.FindTaxon(name)
			return t.Key, ok && t.ScientificName == name
		})
	case p.Name == "data_source":
		return addKeys(&f.DataSources, values, func(id string) (int32, bool) {
			d, ok := names.FindDataSource(id)
			return d.Key, ok && d.ID == id
		})
	case p.Name == "country_id":
		f.Countries = both(f.Countries, values)
	case p.Name == "region_id":
		f.Regions = both(f.Regions, values)
	case p.Name == "status":
		f.Statuses = both(f.Statuses, values)
		return len(f.Statuses) > 0
	case slices.Contains([]string{"species", "disease", "months"}, p.Name):
		return s.inGroups(p.Name, values, names)
	default:
		return false
	}
	return true
}

// inGroups adds that a parameter of the Filter has some values, none of which has a comma.
func (s *Selection) inGroups(parameter string, values []string, names *surveillance.Names) bool {
	c := surveillance.NewCriteria()
	if c.Set(parameter, strings.Join(values, ",")) != nil {
		return false
	}
	of, err := c.Resolve(names)
	if err != nil {
		return false
	}
	f := &s.Filter
	if of.Taxa != nil {
		f.Taxa = both(f.Taxa, of.Taxa)
	}
	if of.Months != 0 && f.Months != 0 {
		f.Months &= of.Months
		return f.Months != 0
	}
	f.Months |= of.Months
	return true
}

// addKeys adds to a list of a Filter that a key is one of those that names have.
func addKeys(list *[]int32, of []string, find func(string) (int32, bool)) bool {
	keys := []int32{}
	for _, name := range of {
		key, ok := find(name)
		if !ok {
			return false
		}
		keys = append(keys, key)
	}
	*list = both(*list, keys)
	return true
}

// both returns the values that are in two lists of a Filter, of which the first may be nil for any value.
func both[T comparable](list, other []T) []T {
	if list == nil {
		return other
	}
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !slices.Contains(other, v) })
}

// within adds a box in degrees.
func (s *Selection) within(b cql2.BBox) bool {
	box := surveillance.BBox{West: b.Min[0], South: b.Min[1], East: b.Max[0], North: b.Max[1]}
	if s.Filter.BBox != nil {
		return false
	}
	if box != surveillance.World {
		s.Filter.BBox = &box
	}
	return true
}

// during adds a period. The result is false unless it begins and ends with a day, and for a Filter with days of its own, in which all days of
// an observation lie.
func (s *Selection) during(d period) bool {
	if s.Filter.Start != nil || s.Filter.End != nil {
		return false
	}
	s.Overlapping = true
	for _, end := range []struct {
		at  *moment
		day **time.Time
	}{{d.start, &s.Filter.Start}, {d.end, &s.Filter.End}} {
		if end.at != nil && !end.at.day {
			return false
		}
		if end.at != nil {
			*end.day = new(end.at.midnight())
		}
	}
	return true
}
