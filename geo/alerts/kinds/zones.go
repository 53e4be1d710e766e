package kinds

import (
	"context"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// zones are the areas of a rule. One goroutine uses them.
type zones struct {
	list   []places.Area
	areas  *places.Areas
	locate places.Locator
}

func newZones(list []places.Area) *zones {
	areas := places.NewAreas(list)
	return &zones{list, areas, areas.Locator()}
}

// joined returns the areas of several rules, each once.
func joined(subjects []subject) *places.Areas {
	var all []places.Area
	seen := map[string]bool{}
	for _, s := range subjects {
		for _, area := range s.zones.list {
			if !seen[area.ID] {
				seen[area.ID] = true
				all = append(all, area)
			}
		}
	}
	return places.NewAreas(all)
}

// inside returns the areas of a rule that a place in degrees lies in; "" alone for a rule about everywhere, nothing for a place outside.
func (s subject) inside(lon, lat float64) (ids []string) {
	if s.zones == nil {
		return []string{""}
	}
	for _, id := range s.zones.locate(lon, lat, "") {
		ids = append(ids, *s.zones.areas.Place(id).AreaID)
	}
	return ids
}

// has reports whether a rule is about an area; "" is everywhere.
func (s subject) has(area string) bool {
	return s.zones == nil || slices.ContainsFunc(s.zones.list, func(a places.Area) bool { return a.ID == area })
}

// zonesOf returns the areas of a rule; nil for everywhere. Rules of the same area or set share them.
func (r *round) zonesOf(ctx context.Context, rule Rule, area surveillance.Areas) (*zones, error) {
	key := rule.Area
	if rule.Set != "" {
		key = "set " + rule.Set
	}
	if known := r.zones[key]; known != nil || key == "" {
		return known, nil
	}
	var list []places.Area
	for _, a := range area {
		list = append(list, places.Area{Area: a})
	}
	if rule.Set != "" {
		var err error
		if list, err = r.Analytics.AreasOf(ctx, rule.Set); err != nil {
			if _, ok := problemOf(err); ok {
				err = &UnknownError{"set", rule.Set}
			}
			return nil, err
		}
	}
	r.zones[key] = newZones(list)
	return r.zones[key], nil
}
