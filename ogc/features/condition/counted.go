package condition

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// counted reads which observations are counted: those of the Filter's parameters, in the box of bbox, all of whose days lie in the days of datetime.
func (r *reading) counted(ctx context.Context) error {
	f, _, err := r.asked(ctx)
	if err != nil {
		return err
	}
	box, system, boxed, err := r.box(ctx)
	switch {
	case err != nil:
		return err
	case boxed && system != crs.CRS84:
		r.p.Fail("bbox-crs", "not_allowed", "bbox-crs: counts take a box in longitudes and latitudes, or in EPSG:3857")
	case boxed:
		degrees := surveillance.BBox{West: box.Min[0], South: box.Min[1], East: box.Max[0], North: box.Max[1]}
		if degrees != surveillance.World {
			f.BBox = &degrees
		}
	}
	d := r.period()
	if (d.start != nil || d.end != nil) && (f.Start != nil || f.End != nil) {
		r.p.Fail("datetime", "ambiguous", "datetime, and start_date with end_date, are two ways to say the same; send one of them")
		return nil
	}
	if d.start != nil {
		f.Start = new(d.start.midnight())
	}
	if d.end != nil {
		f.End = new(d.end.midnight())
	}
	r.choice.Counted, r.choice.Areas = f, f.Areas
	return nil
}
