package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
)

// Shapes of the records, as those of skeeter demo, with more kinds of values.
const (
	scaleSeed      = 0x5ca1e
	scalePerSite   = 150
	scaleSpread    = 0.3 // degrees around a town, standard deviation
	scaleCommunity = 9   // species at a site
	scaleYears     = 20
	scaleSources   = 20
	scaleAccuracy  = 5 // different values
)

var (
	scaleProtocols = []string{"CDC light trap", "BG-Sentinel trap", "gravid trap", "human landing catch", "ovitrap", "larval dipping"}
	scaleStages    = []string{"adult", "adult", "adult", "larva"}
	scaleSexes     = []string{"female", "female", "female", "male", ""}
)

type scaleTaxon struct {
	Key int32  `db:"key"`
	ID  string `db:"id"`
}

type scaleTown struct {
	Country string  `db:"country"`
	Region  string  `db:"region"`
	Lon     float64 `db:"lon"`
	Lat     float64 `db:"lat"`
}

type scaleSite struct {
	x, y    uint32
	town    int
	records int
}

// scaleWorld makes records at the sites of traps. The same number of them is the same set on every run.
type scaleWorld struct {
	taxa    []scaleTaxon // the commonest first
	sources []scaleTaxon
	towns   []scaleTown
	sites   []scaleSite // in the order of the index
	traits  map[tileindex.Traits]*tileindex.Traits
}

func newScaleWorld(ctx context.Context, db *pgx.Conn, records int) *scaleWorld {
	w := &scaleWorld{traits: map[tileindex.Traits]*tileindex.Traits{}}
	must(db.Exec(ctx, "insert into data_sources (id, name, synthetic) select 'scale-' || n, 'Source ' || n, true from generate_series(1, $1::int) n on conflict do nothing", scaleSources))
	w.taxa = must(pgx.CollectRows(must(db.Query(ctx, "select t.key, t.id from taxa t join species s on s.taxon_key = t.key where s.rank = 'species' order by md5(t.id)")), pgx.RowToStructByName[scaleTaxon]))
	w.sources = must(pgx.CollectRows(must(db.Query(ctx, "select key, id from data_sources where id like 'scale-%' order by key")), pgx.RowToStructByName[scaleTaxon]))
	w.towns = must(pgx.CollectRows(must(db.Query(ctx, `select c.id as country, coalesce(c.region_id, '') as region, ST_X(p.geom) as lon, ST_Y(p.geom) as lat
		from countries c cross join lateral ST_Dump(ST_GeneratePoints(c.shape, least(60, 2 + sqrt(ST_Area(c.shape)) * 2)::int, 7)) p
		where abs(ST_Y(p.geom)) < 66 order by c.id, p.path`)), pgx.RowToStructByName[scaleTown]))
	rng := rand.New(rand.NewPCG(scaleSeed, 1)) //nolint:gosec // synthetic data, the same on every run
	w.sites = make([]scaleSite, max(records/scalePerSite, 1))
	weights, total := make([]float64, len(w.sites)), 0.0
	for i := range w.sites {
		town := int(math.Pow(rng.Float64(), 1.6) * float64(len(w.towns)))
		town = int(uint64(town) * 7919 % uint64(len(w.towns))) // towns with many sites are in all countries
		at := &w.towns[town]
		s := &w.sites[i]
		s.x, s.y = tileindex.GridPlace(max(-179, min(179, at.Lon+rng.NormFloat64()*scaleSpread)), at.Lat+rng.NormFloat64()*scaleSpread)
		s.town, weights[i] = town, math.Exp(rng.NormFloat64())
		total += weights[i]
	}
	left, leftWeight := records, total
	for i := range w.sites {
		w.sites[i].records = int(math.Round(float64(left) * weights[i] / leftWeight))
		left, leftWeight = left-w.sites[i].records, leftWeight-weights[i]
	}
	w.sites[0].records += left
	slices.SortFunc(w.sites, func(a, b scaleSite) int {
		return cmp.Compare(tileindex.MortonCode(a.x, a.y), tileindex.MortonCode(b.x, b.y))
	})
	return w
}

// countries returns the countries, those with many sites before others.
func (w *scaleWorld) countries() (ids []string) {
	sites := map[string]int{}
	for _, s := range w.sites {
		sites[w.towns[s.town].Country] += s.records
	}
	for id := range sites {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(sites[b], sites[a]), cmp.Compare(a, b)) })
	return ids
}

// batches makes the records site by site; those of one place come together.
func (w *scaleWorld) batches() iter.Seq[[]tileindex.Point] {
	return func(yield func([]tileindex.Point) bool) {
		var batch []tileindex.Point
		for i := range w.sites {
			batch = w.addSite(batch, i)
			if next := i + 1; next < len(w.sites) && w.sites[next].x == w.sites[i].x && w.sites[next].y == w.sites[i].y {
				continue
			}
			if !yield(batch) {
				return
			}
			batch = batch[:0]
		}
	}
}

func (w *scaleWorld) addSite(batch []tileindex.Point, n int) []tileindex.Point {
	site := &w.sites[n]
	town := &w.towns[site.town]
	rng := rand.New(rand.NewPCG(scaleSeed, uint64(n)+2)) //nolint:gosec // as above
	local := rand.New(rand.NewPCG(scaleSeed, uint64(site.town)))
	community := make([]int32, scaleCommunity)
	for i := range community {
		from := rng
		if i < scaleCommunity/2 { // half of the species are those of the town
			from = local
		}
		community[i] = w.taxa[int(math.Pow(from.Float64(), 2.2)*float64(len(w.taxa)))].Key
	}
	source := w.sources[site.town%len(w.sources)].Key
	if rng.IntN(5) == 0 {
		source = w.sources[rng.IntN(len(w.sources))].Key
	}
	protocol, accuracy := scaleProtocols[rng.IntN(len(scaleProtocols))], float64(1+rng.IntN(scaleAccuracy))*10
	for range site.records {
		taxon := 0
		for taxon < len(community)-1 && rng.IntN(2) == 0 {
			taxon++
		}
		status := "unverified"
		switch k := rng.IntN(100); {
		case k < 3:
			status = "rejected"
		case k < 20:
			status = "verified"
		}
		t := tileindex.Traits{
			Source: source, Country: town.Country, Region: town.Region, Status: status, AccuracyM: accuracy, SamplingProtocol: protocol,
			LifeStage: scaleStages[rng.IntN(len(scaleStages))], Sex: scaleSexes[rng.IntN(len(scaleSexes))],
		}
		p := tileindex.Point{X: site.x, Y: site.y, Traits: w.shared(t), Taxon: community[taxon], Count: int32(1 + math.Abs(rng.NormFloat64())*20), Precision: tileindex.PrecisionDay}
		binary.BigEndian.PutUint64(p.ID[:8], rng.Uint64())
		binary.BigEndian.PutUint64(p.ID[8:], rng.Uint64())
		day := scaleDay(rng, town.Lat)
		last := day
		if rng.IntN(10) == 0 {
			p.Precision, last = tileindex.PrecisionInterval, day+1+rng.IntN(30)
		}
		p.ObservedAt, p.LastDay = int64(day)*24*3600*1e6, int32(last)-tileindex.PostgresDay(0)
		batch = append(batch, p)
	}
	return batch
}

// scaleDay draws a day since 2000-01-01. The further a place is from the equator, the more of its days lie in the warm season.
func scaleDay(rng *rand.Rand, lat float64) int {
	const year, first = 365.25, 5 * 365.25
	for {
		day := first + rng.Float64()*scaleYears*year
		peak := 200.0
		if lat < 0 {
			peak = 15
		}
		warmth, strength := (1+math.Cos(2*math.Pi*(math.Mod(day, year)-peak)/year))/2, min(math.Abs(lat)/45, 1)
		if rng.Float64() < 1-strength+strength*warmth*warmth {
			return int(day)
		}
	}
}

// shared returns the one copy of equal traits.
func (w *scaleWorld) shared(t tileindex.Traits) *tileindex.Traits {
	if known, ok := w.traits[t]; ok {
		return known
	}
	w.traits[t] = &t
	return &t
}
