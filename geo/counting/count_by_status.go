package counting

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// ByStatus counts every observation by data source and status: in the tile index when it is loaded, else by a scan of the table, with
// the same result.
func (c *Counter) ByStatus(ctx context.Context) (out surveillance.StatusCounts, err error) {
	if s := c.index.State(); s.Ready() {
		return s.ByStatus(), nil
	}
	err = c.bySQL(ctx, true, func(s source) (err error) {
		out, err = s.ByStatus(ctx)
		return err
	})
	return out, err
}
