package tileindextest

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// RandomFilter draws a Filter over the records of InsertRows.
func RandomFilter(rng *rand.Rand) surveillance.Filter {
	f := surveillance.DefaultFilter()
	maybe := func(n int, set func()) {
		if rng.IntN(n) == 0 {
			set()
		}
	}
	date := func() *time.Time {
		d := time.Date(1998, 1, 1+rng.IntN(9000), 0, 0, 0, 0, time.UTC)
		return &d
	}
	maybe(3, func() { f.Taxa = []int32{1 + rng.Int32N(40), 1 + rng.Int32N(40), 999} })
	maybe(2, func() { f.Start = date() })
	maybe(2, func() { f.End = date() })
	maybe(3, func() {
		b := surveillance.BBox{West: float64(rng.IntN(361) - 180), East: float64(rng.IntN(361) - 180), South: -90 + rng.Float64()*90, North: rng.Float64() * 90}
		f.BBox = &b
	})
	maybe(3, func() {
		for range 1 + rng.IntN(2) {
			f.Areas = append(f.Areas, RandomArea(rng))
		}
	})
	maybe(5, func() { f.Countries = []string{"fr"} })
	maybe(5, func() { f.Regions = []string{"western-africa"} })
	maybe(5, func() { f.DataSources = []int32{2} })
	maybe(5, func() { f.Statuses = []string{"rejected", "verified"} })
	maybe(5, func() { f.LifeStages = []string{"adult"} })
	maybe(5, func() { f.Sexes = []string{"male", "female"} })
	maybe(5, func() { f.SamplingProtocols = []string{"cdc light trap"} })
	maybe(3, func() { f.Months = surveillance.Months(1 + rng.IntN(4094)) })
	maybe(5, func() { m := float64(rng.IntN(600)); f.MaxUncertaintyM = &m })
	maybe(5, func() { f.Flags = surveillance.Flags(1 + rng.IntN(127)) })
	maybe(5, func() { f.WithoutFlags = surveillance.Flags(1 + rng.IntN(127)) })
	maybe(5, func() {
		f.Qualifier = []surveillance.Qualifier{surveillance.Certain, surveillance.Uncertain}[rng.IntN(2)]
	})
	return f
}

// RandomArea returns a star or a box, with a hole or without, anywhere, up to the whole world.
func RandomArea(rng *rand.Rand) surveillance.Area {
	x, y, size := rng.Float64()*360-180, rng.Float64()*180-90, 1+100*rng.Float64()
	ring := func(size float64) orb.Ring {
		var r orb.Ring
		n := 3 + rng.IntN(200)
		for i := range n {
			angle, radius := 2*math.Pi*float64(i)/float64(n), size*(0.5+rng.Float64()/2)
			r = append(r, place(x+radius*math.Cos(angle), y+radius*math.Sin(angle)))
		}
		return append(r, r[0])
	}
	shape := orb.Polygon{ring(size), ring(size / 3)}
	if rng.IntN(3) == 0 {
		west, south := float64(rng.IntN(350)-180), float64(rng.IntN(170)-90)
		box := orb.Bound{Min: orb.Point{west, south}, Max: place(west+size, south+size)}
		shape = orb.Polygon{box.ToRing()}
	}
	area, err := surveillance.NewArea("a", wkb.MustMarshal(orb.MultiPolygon{shape}, binary.LittleEndian))
	if err != nil {
		panic(err)
	}
	return area
}

// place returns a point on the Earth with 7 decimals.
func place(lon, lat float64) orb.Point {
	return orb.Point{surveillance.RoundDegrees(max(-180, min(180, lon))), surveillance.RoundDegrees(max(-90, min(90, lat)))}
}
