package analytics

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// eachRecord visits the records that match with the parts that they lie in. It returns how many are less exact than a part. Several goroutines
// visit, as those of geo.Counter.Places.
func (a *Analytics) eachRecord(ctx context.Context, f surveillance.Filter, parts placeParts, begin func() (visit func([]partID, surveillance.Place), finish func())) (inaccurate int64, err error) {
	err = a.counter.Places(ctx, f, func() (func(surveillance.Place), func()) {
		outside := int64(0)
		locate := parts.locator()
		visit, finish := begin()
		return func(p surveillance.Place) {
				if p.AccuracyM > parts.radius() { // false for NaN
					outside += p.Records
					return
				}
				visit(locate(p.Lon, p.Lat, p.Country), p)
			}, func() {
				inaccurate += outside
				finish()
			}
	})
	return inaccurate, err
}
