package catalog

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// box is min_lon, min_lat, max_lon, max_lat in degrees; min_lon > max_lon crosses the antimeridian (RFC 7946, 5.2).
type box [4]float64

type place struct {
	countryRow
	box box
}

// placeCache reads the places once: shapes change with the catalog alone, which is loaded before the server answers.
type placeCache struct {
	mu     sync.Mutex
	places []place
}

func (c *placeCache) get(ctx context.Context, s store) ([]place, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.places != nil {
		return c.places, nil
	}
	rows, err := s.countries(ctx)
	if err != nil {
		return nil, err
	}
	places := make([]place, len(rows))
	for i, row := range rows {
		west, east := cover(row.Wests, row.Easts)
		row.Lng, row.Lat = round(row.Lng, math.Round), round(row.Lat, math.Round)
		places[i] = place{row, box{round(west, math.Floor), round(row.South, math.Floor), round(east, math.Ceil), round(row.North, math.Ceil)}}
	}
	if len(places) > 0 {
		c.places = places
	}
	return places, nil
}

// Boxes returns the boxes of the countries by their ids: west, south, east, north; west > east crosses the antimeridian.
func Boxes(ctx context.Context, db *pgxpool.Pool) (map[string][]float64, error) {
	all, err := new(placeCache).get(ctx, store{db})
	boxes := make(map[string][]float64, len(all))
	for _, p := range all {
		boxes[p.ID] = p.box[:]
	}
	return boxes, err
}

// round rounds degrees to four decimals (about 11 m), which is finer than the shapes. Boxes round outwards.
func round(degrees float64, to func(float64) float64) float64 { return to(degrees*1e4) / 1e4 }

// boxOf returns the smallest box around the places, nil without any.
func boxOf(places []place) *box {
	if len(places) == 0 {
		return nil
	}
	south, north := 90.0, -90.0
	var wests, easts []float64
	for _, p := range places {
		south, north = min(south, p.box[1]), max(north, p.box[3])
		if p.box[0] > p.box[2] { // crosses the antimeridian: two intervals
			wests, easts = append(wests, p.box[0], -180), append(easts, 180, p.box[2])
			continue
		}
		wests, easts = append(wests, p.box[0]), append(easts, p.box[2])
	}
	west, east := cover(wests, easts)
	return &box{west, south, east, north}
}

// cover returns the shortest interval of longitudes that covers the intervals [wests[i], easts[i]]. It leaves out the widest gap
// around the globe. west > east crosses the antimeridian.
func cover(wests, easts []float64) (west, east float64) {
	order := make([]int, len(wests))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(wests[a], wests[b]) })
	first := order[0]
	west, reach := wests[first], easts[first]
	gapFrom, gapTo, widest := 0.0, 0.0, -1.0
	for _, i := range order[1:] {
		if gap := wests[i] - reach; gap > widest {
			gapFrom, gapTo, widest = reach, wests[i], gap
		}
		reach = max(reach, easts[i])
	}
	if round := west + 360 - reach; round >= widest {
		return west, reach
	}
	return gapTo, gapFrom
}
