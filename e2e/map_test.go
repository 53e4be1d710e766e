package e2e_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"net/url"
	"strconv"
	"testing"
)

// rowLatitude is where a row of records runs over the antimeridian: among the islands of Fiji.
const rowLatitude = -17

// Colours of the style.
var (
	background = color.RGBA{0xee, 0xf1, 0xf0, 0xff}
	pointFill  = color.RGBA{0xc2, 0x41, 0x0c, 0xff}
)

// view is what a map shows when it has drawn everything.
type view struct {
	Places      []place
	Bounds      [4]float64 // west, south, east, north
	Attribution string
	picture     picture
}

// place is a cell or a record.
type place struct {
	Kind     string
	Records  int
	Lng, Lat float64
}

// draw opens a map of the server's style. The query is the Filter.
func draw(t *testing.T, b *browser, name string, lng, lat, zoom float64, query string) view {
	t.Helper()
	style := skeeter.base + "/api/v1/tiles/observations/style.json?" + query
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	asked := url.Values{"style": {style}, "lng": {number(lng)}, "lat": {number(lat)}, "zoom": {number(zoom)}}
	v, screenshot := open[view](t, b, site.URL+"/map.html?"+asked.Encode(), "window.drawn")
	v.picture = newPicture(t, name, screenshot)
	return v
}

// kinds returns the number of places by kind.
func (v view) kinds() map[string]int {
	n := map[string]int{}
	for _, p := range v.Places {
		n[p.Kind]++
	}
	return n
}

// records returns the number of records of the places inside the bounds: the circle of a place beyond them may reach in.
func (v view) records() (n int) {
	for _, p := range v.Places {
		if p.Lng >= v.Bounds[0] && p.Lng <= v.Bounds[2] && p.Lat >= v.Bounds[1] && p.Lat <= v.Bounds[3] {
			n += p.Records
		}
	}
	return n
}

// bbox is the bounds as a query parameter.
func (v view) bbox() string {
	return fmt.Sprintf("bbox=%f,%f,%f,%f", v.Bounds[0], v.Bounds[1], v.Bounds[2], v.Bounds[3])
}

func TestMap(t *testing.T) {
	b := newBrowser(t)
	town := anyRecord(t)

	t.Run("world", func(t *testing.T) {
		v := draw(t, b, "world", 0, 0, 1, "")
		wantKinds(t, v, "cell")
		wantRecords(t, v, "", 0)
		if v.Attribution == "" {
			t.Error("no attribution on the map")
		}
	})
	t.Run("country", func(t *testing.T) {
		v := draw(t, b, "country", town[0], town[1], 7, "")
		wantKinds(t, v, "cell", "point")
		wantRecords(t, v, "", 0.05)
	})
	t.Run("town", func(t *testing.T) {
		v := draw(t, b, "town", town[0], town[1], 12, "")
		wantKinds(t, v, "point")
		wantRecords(t, v, "", 0.02)
		if n := v.picture.count(pointFill); n == 0 {
			t.Error("no pixel has the colour of a point")
		}
	})
	t.Run("filter", func(t *testing.T) {
		all := draw(t, b, "world", 0, 0, 1, "")
		one := draw(t, b, "species", 0, 0, 1, "species=aedes-aegypti")
		wantRecords(t, one, "species=aedes-aegypti", 0)
		if len(one.Places) == 0 || len(one.Places) >= len(all.Places) {
			t.Errorf("%d cells with a species, %d without", len(one.Places), len(all.Places))
		}
		if few, many := painted(one), painted(all); few == 0 || few >= many {
			t.Errorf("%d pixels with a species, %d without", few, many)
		}
	})
}

// TestAntimeridian draws a row of records from 178 degrees east to 178 degrees west, as cells and as points.
func TestAntimeridian(t *testing.T) {
	b := newBrowser(t)
	for _, c := range []struct {
		zoom float64
		kind string
		gap  int // pixels from one circle to the next, at most
	}{{4, "cell", 6}, {7, "point", 2}} {
		t.Run(c.kind, func(t *testing.T) {
			v := draw(t, b, "antimeridian-"+c.kind, 180, rowLatitude, c.zoom, "data_source=row")
			wantKinds(t, v, c.kind)
			var west, east int
			for _, p := range v.Places {
				if p.Lng > 0 {
					west += p.Records
				} else {
					east += p.Records
				}
			}
			if west != 40 || east != 40 {
				t.Errorf("%d records west of the antimeridian and %d east of it, want 40 each", west, east)
			}
			reach := int(1.8 / 360 * 512 * math.Exp2(c.zoom)) // pixels from the antimeridian, within the row
			row := image.Rect(viewSide/2-reach, viewSide/2-10, viewSide/2+reach, viewSide/2+10)
			if width, at := v.picture.widestGap(row, background); width > c.gap {
				t.Errorf("the row has a gap of %d pixels, %d pixels from the antimeridian", width, at-viewSide/2)
			}
		})
	}
}

// anyRecord returns where a record lies.
func anyRecord(t *testing.T) [2]float64 {
	t.Helper()
	type features struct {
		Features []struct {
			Geometry struct{ Coordinates [2]float64 }
		}
	}
	found := getJSON[features](t, skeeter, "/api/v1/geo/observations?limit=1&data_source=synthetic").Features
	if len(found) != 1 {
		t.Fatalf("%d records, want 1", len(found))
	}
	return found[0].Geometry.Coordinates
}

// wantKinds fails the test unless the map shows something, and only of these kinds.
func wantKinds(t *testing.T, v view, kinds ...string) {
	t.Helper()
	found := v.kinds()
	t.Logf("%v at %s", found, v.bbox())
	rest := len(v.Places)
	for _, k := range kinds {
		rest -= found[k]
	}
	if len(v.Places) == 0 || rest != 0 {
		t.Errorf("the map shows %v, want only %v", found, kinds)
	}
	if painted(v) == 0 {
		t.Error("nothing but background in the picture")
	}
}

// wantRecords holds the number of records on the map against the statistics of the same bounds; share is how much they may
// differ, because a cell at the edge is in or out as a whole.
func wantRecords(t *testing.T, v view, query string, share float64) {
	t.Helper()
	got, want := v.records(), skeeter.count(t, v.bbox()+"&"+query)
	t.Logf("%d records on the map, %d in the statistics", got, want)
	if want == 0 || math.Abs(float64(got-want)) > share*float64(want) {
		t.Errorf("%d records on the map, %d in the statistics", got, want)
	}
}

// painted returns the number of pixels that are not background.
func painted(v view) int {
	return v.picture.Bounds().Dx()*v.picture.Bounds().Dy() - v.picture.count(background)
}
