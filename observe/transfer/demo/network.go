package demo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// The network: CO2 traps on a grid around a town in the plain of the Po. Each stands one night a week from May to September.
const (
	networkLon, networkLat = 10.93, 44.78
	networkRings           = 4   // of sites around the one in the middle
	networkSpacing         = 4.5 // km between neighbours
	networkProtocol        = "EVS trap"
	networkFirst           = 2015
	networkLast            = 2024
	networkFirstWeek       = 21 // ISO 8601
	networkLastWeek        = 39
	missedShare            = 0.03 // of the visits: storms, stolen batteries
	clumping               = 1.6  // shape of the gamma distribution that Poisson means of catches have
)

// What the analyses can find in the network.
const (
	wetlandEast, wetlandNorth = 10.0, 9.0 // km from the middle: more Culex around it
	wetlandRadius             = 8.5
	wetlandFactor             = 3.5
	hillsSouth                = -9.0 // km from the middle: fewer mosquitoes to the south of it
	hillsFactor               = 0.35
	invaderEast, invaderNorth = -18.0, 0.0 // where the invader arrives
	invaderYear               = 2017.3
	invaderSpeed              = 5.0 // km a year
	excessYear                = networkLast
	excessFactor              = 2.8       // of Culex, at its peak
	excessPeak, excessWidth   = 29.5, 2.0 // week, standard deviation
	silentSite                = 17
	silentFrom                = 28 // week of the last year
)

// Pools of the network: of Culex pipiens at every second site, tested for West Nile virus.
const (
	testedFrom         = 2018
	testedFirstWeek    = 25
	virusPeak          = 33.5 // week
	virusWidth         = 2.6  // weeks, standard deviation
	virusRate          = 0.0015
	virusExcess        = 0.009 // in the year of the excess
	inconclusiveShare  = 0.01
	networkPoolsAtMost = 4 // of one catch
)

// networkSpecies is a species of the network. The females that a trap catches in a night have the mean at the peak of the season.
type networkSpecies struct {
	name        string
	mean        float64
	peak, width float64 // week and standard deviation of the season
	yearly      float64 // factor from one year to the next
	culex       bool    // more of it at the wetland, and in the excess
	invader     bool
}

var networkCommunity = []networkSpecies{
	{name: "Culex pipiens", mean: 14, peak: 30, width: 4.5, yearly: 1, culex: true},
	{name: "Aedes caspius", mean: 2.2, peak: 28, width: 6, yearly: 1},
	{name: "Aedes vexans", mean: 2.5, peak: 26, width: 4, yearly: 0.88},
	{name: "Culex modestus", mean: 0.5, peak: 31, width: 3, yearly: 1, culex: true},
	{name: "Anopheles maculipennis", mean: 0.4, peak: 30, width: 5, yearly: 1},
	{name: "Aedes albopictus", mean: 3, peak: 33, width: 5, yearly: 1, invader: true},
}

// demoNetwork draws what the network caught. It has random numbers of its own, so that the rest is the same with and without it.
type demoNetwork struct {
	demoBatch
	rng    *rand.Rand
	east   []float64 // of the sites, km from the middle
	north  []float64
	taxa   []int32               // of networkCommunity
	factor [][]float64           // of a species at a site
	ofYear map[int][]float64     // factor of a species in a year
	virus  surveillance.Pathogen // of the pools
}

func newDemoNetwork(ctx context.Context, db postgres.Querier, species []demoSpecies) (*demoBatch, error) {
	n := &demoNetwork{
		rng: rand.New(rand.NewPCG(demoSeed, 0)), ofYear: map[int][]float64{}, virus: surveillance.FindPathogen("WNV"), //nolint:gosec // synthetic data, the same on every run
	}
	n.addSites()
	if err := demoWorld(n.sites).findCountries(ctx, db); err != nil {
		return nil, err
	}
	keys := map[string]int32{}
	for _, s := range species {
		keys[s.name] = s.taxon
	}
	for _, s := range networkCommunity {
		key, ok := keys[s.name]
		if !ok {
			return nil, fmt.Errorf("choose species for the synthetic network: species.csv has no %s", s.name)
		}
		n.taxa = append(n.taxa, key)
	}
	for year := networkFirst; year <= networkLast; year++ {
		n.ofYear[year] = n.factors(0.2)
		for week := networkFirstWeek; week <= networkLastWeek; week++ {
			n.visitAll(year, week)
		}
	}
	return &n.demoBatch, nil
}

// factors draws one around 1 for each species.
func (n *demoNetwork) factors(spread float64) (out []float64) {
	for range networkCommunity {
		out = append(out, math.Exp(n.rng.NormFloat64()*spread))
	}
	return out
}

// addSites places the sites on a hexagonal grid, a little off its points.
func (n *demoNetwork) addSites() {
	const kmPerDegree = 111.2
	for r := -networkRings; r <= networkRings; r++ {
		for q := max(-networkRings, -r-networkRings); q <= min(networkRings, -r+networkRings); q++ {
			east := networkSpacing*(float64(q)+float64(r)/2) + n.rng.NormFloat64()*0.6
			north := networkSpacing*math.Sqrt(3)/2*float64(r) + n.rng.NormFloat64()*0.6
			n.east, n.north = append(n.east, east), append(n.north, north)
			n.factor = append(n.factor, n.factors(0.3))
			n.sites = append(n.sites, demoSite{
				id: fmt.Sprintf("T%02d", len(n.sites)+1), protocol: networkProtocol, accuracyM: 10,
				lon: surveillance.RoundDegrees(networkLon + east/(kmPerDegree*math.Cos(networkLat*math.Pi/180))),
				lat: surveillance.RoundDegrees(networkLat + north/kmPerDegree),
			})
		}
	}
}

// visitAll adds the events of a week. The traps are emptied on three days.
func (n *demoNetwork) visitAll(year, week int) {
	// The 4th of January lies in the first week of ISO 8601.
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7+7*(week-1))
	for site := range n.sites {
		missed := n.rng.Float64() < missedShare
		if missed || year == networkLast && week >= silentFrom && site == silentSite {
			continue
		}
		day := int(monday.AddDate(0, 0, 2+site%3).Sub(demoFirst) / (24 * time.Hour))
		n.events = append(n.events, demoEvent{
			demoVisit: demoVisit{site, day}, traps: 1, nights: 1, effort: 1, unit: surveillance.UnitTrapNight, problem: n.rng.Float64() < problemShare,
		})
		for i, taxon := range n.taxa {
			females := n.poisson(n.gamma() * n.expected(i, site, year, week))
			if females == 0 {
				continue
			}
			n.addRecord(demoRecord{id: demoID(n.rng), taxon: taxon, count: females, stage: "adult", sex: "female"})
			if n.rng.Float64() < maleShare {
				n.addRecord(demoRecord{id: demoID(n.rng), taxon: taxon, count: 1 + n.poisson(0.5), stage: "adult", sex: "male"})
			}
			if i == 0 && site%2 == 0 && year >= testedFrom && week >= testedFirstWeek {
				n.addPools(taxon, females, year, week)
			}
		}
	}
}

// expected is the mean catch of a species at a site in a week.
func (n *demoNetwork) expected(i, site, year, week int) float64 {
	s, east, north := networkCommunity[i], n.east[site], n.north[site]
	years := year - networkFirst
	mean := s.mean * n.factor[site][i] * n.ofYear[year][i] * math.Pow(s.yearly, float64(years)) * bell(float64(week), s.peak, s.width)
	if north < hillsSouth {
		mean *= hillsFactor
	}
	if s.culex && math.Hypot(east-wetlandEast, north-wetlandNorth) < wetlandRadius {
		mean *= wetlandFactor
	}
	if s.culex && year == excessYear {
		mean *= 1 + (excessFactor-1)*bell(float64(week), excessPeak, excessWidth)
	}
	if s.invader {
		arrived := invaderYear + math.Hypot(east-invaderEast, north-invaderNorth)/invaderSpeed
		since := float64(year) + float64(week)/52 - arrived
		mean *= max(0, min(1, since/3)) // three years from the first one to as many as there will be
	}
	return mean
}

// addPools parts a catch of the newest event into pools, and tests them for the virus.
func (n *demoNetwork) addPools(taxon, females int32, year, week int) {
	rate := virusRate * bell(float64(week), virusPeak, virusWidth)
	if year == excessYear {
		rate *= virusExcess / virusRate
	}
	for number := 1; number <= networkPoolsAtMost && females > 0; number++ {
		p := demoPool{
			number: number, event: n.events[len(n.events)-1], taxon: taxon, size: min(females, demoPoolSize), pathogen: n.virus,
			result: surveillance.Negative, days: 1 + n.rng.IntN(demoTestDays),
		}
		females -= p.size
		switch drawn := n.rng.Float64(); {
		case drawn < inconclusiveShare:
			p.result = surveillance.Inconclusive
		case drawn > math.Pow(1-rate, float64(p.size)):
			p.result = surveillance.Positive
		}
		n.pools = append(n.pools, p)
	}
}

// gamma draws a factor of mean 1: with the Poisson distribution on top catches are clumped, as trapped mosquitoes are.
func (n *demoNetwork) gamma() float64 {
	return distuv.Gamma{Alpha: clumping, Beta: clumping, Src: n.rng}.Rand()
}

func (n *demoNetwork) poisson(mean float64) int32 {
	if mean <= 0 {
		return 0
	}
	return int32(distuv.Poisson{Lambda: mean, Src: n.rng}.Rand())
}

// bell is 1 at the peak.
func bell(at, peak, width float64) float64 {
	z := (at - peak) / width
	return math.Exp(-z * z / 2)
}
