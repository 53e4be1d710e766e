package ogc

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var landQuery = sql.Get("ogc/land.sql")

// land is the picture of all countries below the maps of the pages, in longitudes and latitudes. It is made once.
type land struct {
	lock sync.Mutex
	svg  []byte
}

// picture returns the land as SVG. It is not kept while the database has no countries.
func (l *land) picture(ctx context.Context, s store) ([]byte, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.svg != nil {
		return l.svg, nil
	}
	rows, err := s.db.Query(ctx, landQuery.String())
	if err != nil {
		return nil, fmt.Errorf("draw the land: %w", err)
	}
	paths, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("draw the land: %w", err)
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-180 -90 360 180" width="7200" height="3600">` +
		`<g fill="#7f918d" fill-opacity=".35" stroke="#7f918d" stroke-opacity=".7" stroke-width=".02">`)
	for _, path := range paths {
		b.WriteString(`<path d="` + path + `"/>`)
	}
	b.WriteString("</g></svg>")
	if len(paths) > 0 {
		l.svg = []byte(b.String())
	}
	return []byte(b.String()), nil
}

func (o *OGC) getLand(w http.ResponseWriter, r *http.Request) error {
	svg, err := o.land.picture(r.Context(), o.store)
	if err != nil {
		return err
	}
	return sendFile(w, r, "image/svg+xml", svg)
}
