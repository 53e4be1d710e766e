package observe_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// memoryCounter counts the pages that it knew.
type memoryCounter struct {
	*counting.Counter
	pages int
}

func (c *memoryCounter) Newest(ctx context.Context, f surveillance.Filter, limit int, from *surveillance.Position) ([]uuid.UUID, bool, error) {
	ids, ok, err := c.Counter.Newest(ctx, f, limit, from)
	if ok {
		c.pages++
	}
	return ids, ok, err
}

// varied stores records of many kinds, of which many share a time.
const varied = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, utc_offset, country_id, sex, status, notes, flags)
	select gen_random_uuid(), (array(select key from taxa order by key limit 5))[1 + n %% 5], 1 + n %% 9,
		ST_SetSRID(ST_MakePoint(n * 137.508 %% 360 - 180, n * 61.803 %% 170 - 85), 4326),
		'2019-01-01Z'::timestamptz + make_interval(days => n %% 411) + case when n %% 3 = 0 then make_interval(hours => n %% 24) else '0' end,
		case when n %% 3 = 0 then 'time' else 'day' end, case when n %% 3 = 0 then (array[-840, 0, 345, 840])[1 + n %% 4] else 0 end,
		(array[null, 'fr', 'it'])[1 + n %% 3], (array[null, 'male', 'female'])[1 + n / 3 %% 3],
		(array['unverified', 'unverified', 'verified', 'rejected'])[1 + n %% 4], case when n %% 7 = 0 then 'seen "é"' end, (array[0, 0, 1])[1 + n %% 3]
	from generate_series(1, %d) n`

// TestIndexAndSQLListTheSame walks through pages of random filters forwards and back, of a server that has all in memory and of one that asks
// SQL, again after each of several changes.
func TestIndexAndSQLListTheSame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	counter := &memoryCounter{}
	var index *tileindex.Index
	var options observe.Options
	memory := setup(t, func(o *observe.Options) {
		options = *o
		index = tileindex.New(tileindex.Options{DB: o.DB, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Folder: t.TempDir()})
		counter.Counter = counting.New(o.DB, index)
		o.Counter = counter
	})
	sql := memory
	sql.handler = handler(t, options)
	rng := rand.New(rand.NewPCG(4, 19))
	records, filters, pages := 1000, 10, 0
	if testenv.Long() {
		records, filters = 3000, 25
	}
	for _, change := range []string{
		fmt.Sprintf(varied, records),
		"update observations set observed_at = observed_at + interval '1 day' where count = 3",
		"delete from observations where count = 4",
		fmt.Sprintf(varied, 200),
	} {
		memory.exec(change)
		if err := index.CatchUp(ctx); err != nil {
			t.Fatal(err)
		}
		if !index.State().Ready() {
			if err := index.Load(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for range filters {
			at := "/observations?" + randomList(rng).Encode()
			for range 6 {
				a, b := memory.do(http.MethodGet, at, nil).want(http.StatusOK), sql.do(http.MethodGet, at, nil).want(http.StatusOK)
				if a.raw != b.raw {
					t.Fatalf("after %.60s: %s: from memory\n%.2000s\nby SQL\n%.2000s", change, at, a.raw, b.raw)
				}
				pages++
				way := "next"
				if rng.IntN(3) == 0 {
					way = "previous"
				}
				if at = a.link(way); at == "" {
					break
				}
			}
		}
		for _, id := range sql.ordered()[:5] {
			a, b := memory.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusOK), sql.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusOK)
			if a.raw != b.raw {
				t.Errorf("record %s is\n%s\nand\n%s", id, a.raw, b.raw)
			}
		}
	}
	if counter.pages < pages*9/10 || pages < 6*filters {
		t.Errorf("%d of %d pages came from memory", counter.pages, pages)
	}
}

func randomList(rng *rand.Rand) url.Values {
	q := url.Values{"limit": {fmt.Sprint(1 + rng.IntN(1<<rng.IntN(10)))}}
	maybe := func(name string, values ...string) {
		if rng.IntN(3) == 0 {
			q.Set(name, values[rng.IntN(len(values))])
		}
	}
	maybe("sort", "observed_at")
	maybe("bbox", "-20,-30,60,70", "170,-80,-150,80", "0,0,10,10")
	maybe("start_date", "2019-02-01", "2019-08-31")
	maybe("end_date", "2019-11-30", "2020-01-15")
	maybe("months", "1,2", "7", "12,1,6")
	maybe("country", "fr", "it")
	maybe("sex", "male", "female,male")
	maybe("status", "rejected", "verified,rejected")
	maybe("species", "aedes-aegypti", "aedes-albopictus,culex-pipiens")
	if rng.IntN(4) == 0 {
		q.Set("offset", fmt.Sprint(rng.IntN(300)))
	}
	return q
}
