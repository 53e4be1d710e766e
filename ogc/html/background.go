package html

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

const backgroundPath = "/land.svg"

var landQuery = sql.Get("ogc/land.sql")

// background returns the SVG below the maps of the pages: the land of all countries in longitudes and latitudes. It is drawn once,
// and again on each call as long as the database has no countries.
func (f *Files) background(ctx context.Context) ([]byte, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.land != nil {
		return f.land, nil
	}
	var paths []string
	rows, err := f.db.Query(ctx, landQuery.String())
	if err == nil {
		paths, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		return nil, fmt.Errorf("draw the background of maps: %w", err)
	}
	var out strings.Builder
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-180 -90 360 180" width="7200" height="3600">` +
		`<g fill="#7f918d" fill-opacity=".35" stroke="#7f918d" stroke-opacity=".7" stroke-width=".02">`)
	for _, path := range paths {
		out.WriteString(`<path d="` + path + `"/>`)
	}
	out.WriteString("</g></svg>")
	if len(paths) > 0 {
		f.land = []byte(out.String())
	}
	return []byte(out.String()), nil
}
