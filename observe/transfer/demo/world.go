package demo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	demoTowns  = sql.Get("demo/towns.sql")
	demoPlaces = sql.Get("demo/places_of.sql")
)

// Sizes and shapes of the synthetic records.
const (
	demoSeed         = 0x5eed_0f_5c1e
	recordsPerSite   = 150 // on average; sites differ as trapping effort does
	minSites         = 400
	maxSites         = 60_000
	siteSpread       = 0.12 // degrees around a town, standard deviation
	communitySize    = 9    // species at a site
	demoYears        = 20
	demoAccuracyStep = 5 // metres
)

// demoFirst is the first day of the synthetic records. Their last day is in 2024, so that a set does not depend on the day on which it is
// made.
var demoFirst = time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)

// demoSite is the site of a trap, with the species that it catches, the commonest first.
type demoSite struct {
	id        string
	lon, lat  float64
	country   string
	region    string
	protocol  string
	accuracyM float64
	community []int32 // taxon keys
	weight    float64 // cumulative share of all records
}

type demoWorld []demoSite

func newDemoWorld(ctx context.Context, db postgres.Querier, species []demoSpecies, count int) (demoWorld, error) {
	type town struct {
		CountryID string  `db:"country_id"`
		RegionID  string  `db:"region_id"`
		Lon       float64 `db:"lon"`
		Lat       float64 `db:"lat"`
	}
	towns, err := postgres.All[town](ctx, db, demoTowns)
	if err != nil {
		return nil, fmt.Errorf("choose places for synthetic records: %w", err)
	}
	taxa := byRegion(species)
	towns = slices.DeleteFunc(towns, func(t town) bool { return len(taxa[t.RegionID]) == 0 })
	if len(towns) == 0 {
		return nil, fmt.Errorf("no country lies in a region that synthetic records have species for")
	}

	rng := rand.New(rand.NewPCG(demoSeed, 1)) //nolint:gosec // synthetic data, the same on every run
	rng.Shuffle(len(towns), func(i, j int) { towns[i], towns[j] = towns[j], towns[i] })
	w := make(demoWorld, min(max(count/recordsPerSite, minSites), maxSites))
	total := 0.0
	for i := range w {
		// A few towns have many sites, most towns few.
		t := towns[int(math.Pow(rng.Float64(), 1.6)*float64(len(towns)))]
		total += math.Exp(rng.NormFloat64())
		w[i] = demoSite{
			id: "S" + strconv.Itoa(i+1), lon: surveillance.RoundDegrees(clampLon(t.Lon + rng.NormFloat64()*siteSpread)), lat: surveillance.RoundDegrees(t.Lat + rng.NormFloat64()*siteSpread),
			country: t.CountryID, region: t.RegionID, protocol: demoProtocols[rng.IntN(len(demoProtocols))],
			accuracyM: float64(1+rng.IntN(20)) * demoAccuracyStep, community: community(rng, taxa[t.RegionID]), weight: total,
		}
	}
	for i := range w {
		w[i].weight /= total
	}
	return w, w.findCountries(ctx, db)
}

func community(rng *rand.Rand, of []int32) []int32 {
	out := make([]int32, 0, communitySize)
	for _, i := range rng.Perm(len(of))[:min(communitySize, len(of))] {
		out = append(out, of[i])
	}
	return out
}

// findCountries finds the country of each site in PostGIS, because a site around a town may lie beyond a border.
func (w demoWorld) findCountries(ctx context.Context, db postgres.Querier) error {
	lons, lats := make([]float64, len(w)), make([]float64, len(w))
	for i, s := range w {
		lons[i], lats[i] = s.lon, s.lat
	}
	rows, _ := db.Query(ctx, demoPlaces.String(), pgx.StrictNamedArgs{"lons": lons, "lats": lats}) // CollectRows returns the error
	countries, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find the countries of synthetic records: %w", err)
	}
	places, err := postgres.All[struct {
		ID       string `db:"id"`
		RegionID string `db:"region_id"`
	}](ctx, db, sql.Get("lookup/places.sql"))
	if err != nil {
		return fmt.Errorf("list countries: %w", err)
	}
	regions := make(map[string]string, len(places))
	for _, p := range places {
		regions[p.ID] = p.RegionID
	}
	for i, country := range countries {
		w[i].country, w[i].region = country, regions[country]
	}
	return nil
}

// worldBatch draws the events of a part of the time and what they caught. Batches follow each other in time, so that each writes few
// pages of the time index.
type worldBatch struct {
	demoBatch
	world     demoWorld
	rng       *rand.Rand
	poolRng   *rand.Rand
	pathogens map[int32]surveillance.Pathogen // by the taxon whose pools are tested for it
	from, len float64                         // days since demoFirst
	taken     map[demoVisit]bool              // by the events of this batch, and of the day that the last one ended on
}

// batch makes n records, after the first of all count. taken are the visits of the batch before.
func (w demoWorld) batch(first, n, count int, taken map[demoVisit]bool, pathogens map[int32]surveillance.Pathogen) *worldBatch {
	days := float64(demoYears) * 365.25
	b := &worldBatch{
		demoBatch: demoBatch{sites: w}, world: w, pathogens: pathogens,
		rng:     rand.New(rand.NewPCG(demoSeed, uint64(first)+2)), //nolint:gosec // as above
		poolRng: rand.New(rand.NewPCG(demoSeed+1, uint64(first))), //nolint:gosec // as above
		from:    days * float64(first) / float64(count), len: days * float64(n) / float64(count), taken: map[demoVisit]bool{},
	}
	for visit := range taken {
		if visit.day >= int(b.from) {
			b.taken[visit] = true
		}
	}
	for len(b.records) < n {
		b.addEvent(n)
	}
	return b
}

// drawSite draws the index of a site.
func (b *worldBatch) drawSite() int {
	i, _ := slices.BinarySearchFunc(b.world, b.rng.Float64(), func(s demoSite, share float64) int { return cmp.Compare(s.weight, share) })
	return min(i, len(b.world)-1)
}

// day draws a day within the batch. The further a site is from the equator, the more of its days lie in the warm season.
func (b *worldBatch) day(lat float64) int {
	for {
		day := b.from + b.rng.Float64()*b.len
		ofYear := math.Mod(day, 365.25)
		peak := 200.0 // July
		if lat < 0 {
			peak = 15 // January
		}
		warmth := (1 + math.Cos(2*math.Pi*(ofYear-peak)/365.25)) / 2
		strength := min(math.Abs(lat)/45, 1)
		if b.rng.Float64() < 1-strength+strength*warmth*warmth {
			return int(day)
		}
	}
}

func clampLon(lon float64) float64 { return max(-180, min(180, lon)) }
