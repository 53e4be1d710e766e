package geo_test

import (
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// BenchmarkColdTiles asks for tiles that are not cached, over HTTP, as many at once as there are processors: of zooms 0 to 14
// where records are, more where they are dense; of those that show cells, and of those that show records.
func BenchmarkColdTiles(b *testing.B) {
	db := pgtest.Pool(b)
	pgtest.Run(b, db, fmt.Sprintf(insertPlaces, 200_000))
	s := newTiles(b, db, false, 0)
	for _, set := range []struct{ name, zooms string }{{"all zooms", "0, 14"}, {"cells", "2, 12"}, {"points", "13, 14"}} {
		addresses := pgtest.Column[string](b, db, `
			select format('%s/api/v1/tiles/observations/%s/%s/%s.mvt', $1::text, z, (mercator_x::bigint + 2147483648) >> (32 - z), (mercator_y::bigint + 2147483648) >> (32 - z))
			from (select * from observations where ST_X(geom) between 7 and 7.3 and ST_Y(geom) between 43.6 and 43.9 order by id limit 30) o,
				generate_series(`+set.zooms+`) z order by md5(id::text || z)`, s.URL)
		for _, encoding := range []string{"identity", "zstd"} {
			b.Run(set.name+"/"+encoding, func(b *testing.B) {
				var next, bytes atomic.Int64
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, addresses[int(next.Add(1))%len(addresses)], http.NoBody)
						if err != nil {
							b.Error(err)
							return
						}
						r.Header.Set("Accept-Encoding", encoding)
						resp, err := http.DefaultClient.Do(r)
						if err != nil {
							b.Error(err)
							return
						}
						n, err := io.Copy(io.Discard, resp.Body)
						resp.Body.Close()
						if err != nil || resp.StatusCode != http.StatusOK {
							b.Error(resp.Status, err)
							return
						}
						bytes.Add(n)
					}
				})
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tiles/s")
				b.ReportMetric(float64(bytes.Load())/float64(b.N), "B/tile")
			})
		}
	}
}
