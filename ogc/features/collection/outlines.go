package collection

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/twpayne/go-geom"
	geomwkb "github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/coverage"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Zoom is how coarse polygons are: for a map of the world in 2^Zoom tiles of 512 pixels from west to east. They are simplified by a pixel.
type Zoom int

// MaxZoom is the finest of the zooms at which polygons are simplified. Their source is hardly finer.
const MaxZoom Zoom = 7

// WholePolygons is the zoom of polygons as they are stored.
const WholePolygons = MaxZoom + 1

// Tolerance returns how far a simplified border is from the stored one at most, in degrees: 0 for WholePolygons.
func (z Zoom) Tolerance() float64 {
	if z > MaxZoom {
		return 0
	}
	const pixels = 512.0
	return 360 / pixels * math.Exp2(-float64(z))
}

// ZoomWithin returns the coarsest zoom whose tolerance is not above a number of degrees.
func ZoomWithin(degrees float64) Zoom {
	z := Zoom(0)
	for z <= MaxZoom && z.Tolerance() > degrees {
		z++
	}
	return z
}

// Outlines are the polygons of a collection at a zoom. At WholePolygons they have all corners, with seven decimals.
type Outlines struct {
	IDs    []string
	Shapes [][]byte // little-endian WKB, by IDs
}

// outlines are the simplified polygons of all collections. Countries and regions are simplified together, so that their borders are the same.
// What was asked for stays in memory: 50 MB when it was everything.
type outlines struct {
	Options
	asking sync.Mutex // guards zooms
	zooms  [WholePolygons + 1]*zoomed

	making sync.Mutex         // held while a zoom is made; guards rows and common
	rows   []outlineRow       // without their shapes; nil before the first zoom is made
	common *coverage.Coverage // of the shapes of rows
}

// zoomed is the outlines at a zoom, once they are made.
type zoomed struct {
	done   chan struct{} // closed at the end
	shapes map[string]*Outlines
	err    error
}

// makeTimeout bounds the reading and the simplifying of a zoom. It takes seconds.
const makeTimeout = 2 * time.Minute

type outlineRow struct {
	Collection string `db:"collection"`
	ID         string `db:"id"`
	Shape      []byte `db:"shape"`
}

var outlinesQuery = sql.Get("ogc/outlines.sql")

// of returns how to get the outlines of a collection. A zoom is made once. Who waits for it leaves when its context ends; it is made all the same, so that
// the next request finds it.
func (o *outlines) of(collection string) func(ctx context.Context, z Zoom) (*Outlines, error) {
	return func(ctx context.Context, z Zoom) (*Outlines, error) {
		at := o.zoomed(ctx, z)
		select {
		case <-at.done:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for simplified polygons: %w", ctx.Err())
		}
		if at.err != nil {
			return nil, fmt.Errorf("simplify polygons: %w", at.err)
		}
		if made := at.shapes[collection]; made != nil {
			return made, nil
		}
		return &Outlines{}, nil
	}
}

// zoomed returns the outlines at a zoom, which the first call begins to make, and the first after an error.
func (o *outlines) zoomed(ctx context.Context, z Zoom) *zoomed {
	o.asking.Lock()
	defer o.asking.Unlock()
	if at := o.zooms[z]; at != nil {
		return at
	}
	at := &zoomed{done: make(chan struct{})}
	o.zooms[z] = at
	go func() {
		work, end := context.WithTimeout(context.WithoutCancel(ctx), makeTimeout)
		defer end()
		at.shapes, at.err = o.make(work, z)
		if at.err != nil {
			o.asking.Lock()
			o.zooms[z] = nil
			o.asking.Unlock()
		}
		close(at.done)
	}()
	return at
}

func (o *outlines) make(ctx context.Context, z Zoom) (map[string]*Outlines, error) {
	o.making.Lock()
	defer o.making.Unlock()
	if o.common == nil {
		if err := o.read(ctx); err != nil {
			return nil, err
		}
	}
	made := map[string]*Outlines{}
	for i, shape := range o.common.Simplify(z.Tolerance()) {
		encoded, err := geomwkb.Marshal(shape, geomwkb.NDR)
		if err != nil {
			return nil, err
		}
		row := o.rows[i]
		if made[row.Collection] == nil {
			made[row.Collection] = &Outlines{}
		}
		at := made[row.Collection]
		at.IDs, at.Shapes = append(at.IDs, row.ID), append(at.Shapes, encoded)
	}
	return made, nil
}

func (o *outlines) read(ctx context.Context) error {
	if err := o.Summaries.Outlines(ctx); err != nil {
		return err
	}
	rows, err := postgres.All[outlineRow](ctx, o.DB, outlinesQuery)
	if err != nil {
		return err
	}
	shapes := make([]*geom.MultiPolygon, len(rows))
	for i := range rows {
		shape, err := wkb.Decode(rows[i].Shape)
		if err != nil {
			return err
		}
		polygons, ok := shape.(*geom.MultiPolygon)
		if !ok {
			return fmt.Errorf("%s of %s is no multipolygon", rows[i].ID, rows[i].Collection)
		}
		shapes[i], rows[i].Shape = polygons, nil
	}
	o.rows, o.common = rows, coverage.New(shapes)
	return nil
}
