package demo

import (
	"fmt"
	"math"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Shares of the synthetic events.
const (
	noCatchShare = 0.25
	problemShare = 0.02
	maleShare    = 1.0 / 12 // of the species in an event
)

// The two protocols without traps.
const (
	larvalDipping = "larval dipping"
	humanLanding  = "human landing catch"
)

var demoProtocols = []string{"CDC light trap", "BG-Sentinel trap", "gravid trap", larvalDipping, humanLanding}

// demoLures are what the traps have in them.
var demoLures = map[string]string{"CDC light trap": "CO2", "BG-Sentinel trap": "BG-Lure", "gravid trap": "hay infusion"}

// demoVisit is a site on a day. It has one event at most.
type demoVisit struct{ site, day int } // the index of the site, days since demoFirst

// demoEvent is a synthetic event.
type demoEvent struct {
	demoVisit
	traps, nights int // 0 for the protocols without traps
	effort        float64
	unit          string
	problem       bool
}

func (s *demoSite) eventID(e demoEvent) string { return s.id + " " + e.ended().Format(time.DateOnly) }

func (e demoEvent) ended() time.Time { return demoFirst.AddDate(0, 0, e.day) }

// effortText is the effort in words, as samplingEffort has it.
func (e demoEvent) effortText() string {
	unit := map[string]string{surveillance.UnitTrapNight: "trap-night", "dip": "dip", "person_hour": "person-hour"}[e.unit]
	if e.effort != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%g %s", e.effort, unit)
}

// addEvent draws an event, its effort, its catch and its pools. It leaves out what would be more than most records.
func (b *worldBatch) addEvent(most int) {
	e := demoEvent{demoVisit: b.visit()}
	site := &b.world[e.site]
	switch site.protocol {
	case larvalDipping:
		e.effort, e.unit = float64(10*(1+b.rng.IntN(10))), "dip"
	case humanLanding:
		e.effort, e.unit = float64(1+b.rng.IntN(6)), "person_hour"
	default:
		e.traps, e.nights = 1+min(int(b.rng.ExpFloat64()), 4), 1+min(int(b.rng.ExpFloat64()*0.7), 6)
		e.effort, e.unit = float64(e.traps*e.nights), surveillance.UnitTrapNight
	}
	e.problem = b.rng.Float64() < problemShare
	b.events = append(b.events, e)
	if b.rng.Float64() < noCatchShare {
		return
	}
	catch := b.drawCatch(site)
	number := 0 // of the last pool
	for _, r := range catch[:min(len(catch), most-len(b.records))] {
		r.id = demoID(b.rng)
		b.addRecord(r)
		if b.addPool(e, r, number+1) {
			number++
		}
	}
}

// visit draws a site and a day that no event has.
func (b *worldBatch) visit() demoVisit {
	for {
		site := b.drawSite()
		v := demoVisit{site, b.day(b.world[site].lat)}
		if !b.taken[v] {
			b.taken[v] = true
			return v
		}
	}
}

// drawCatch draws the species of a catch. The commoner a species is at the site, the more often and the more of it is caught; one
// species at least is.
func (b *worldBatch) drawCatch(site *demoSite) (catch []demoRecord) {
	stage, sex := "adult", "female"
	if site.protocol == larvalDipping {
		stage, sex = "larva", ""
	}
	some := func(of float64) int32 { return int32(1 + min(b.rng.ExpFloat64()*of, 900)) }
	for rank, taxon := range site.community {
		common := math.Pow(0.9, float64(rank))
		if b.rng.Float64() >= 0.95*common && (rank < len(site.community)-1 || len(catch) > 0) {
			continue
		}
		catch = append(catch, demoRecord{taxon: taxon, count: some(8 * common), stage: stage, sex: sex})
		if sex != "" && b.rng.Float64() < maleShare {
			catch = append(catch, demoRecord{taxon: taxon, count: some(2), stage: stage, sex: "male"})
		}
	}
	return catch
}

// write appends the columns of sql/demo/copy_events.sql.
func (e demoEvent) write(rows *postgres.CopyRows, site *demoSite, source demoSource) {
	rows.Begin(20)
	rows.UUID(surveillance.EventUUID(source.id, site.eventID(e)))
	rows.Int4(source.key)
	rows.Text(site.eventID(e))
	rows.Text(site.id)
	rows.Point(site.lon, site.lat)
	rows.Float8(&site.accuracyM)
	rows.Text(site.country)
	rows.Text(site.region)
	if e.nights > 0 {
		rows.Timestamp(e.ended().AddDate(0, 0, -e.nights))
	} else {
		rows.Null()
	}
	rows.Timestamp(e.ended())
	rows.Text("day")
	rows.Text(site.protocol)
	rows.Text(demoLures[site.protocol])
	if e.traps > 0 {
		nights := float64(e.nights)
		rows.Int4(int32(e.traps))
		rows.Float8(&nights)
	} else {
		rows.Null()
		rows.Null()
	}
	rows.Float8(&e.effort)
	rows.Text(e.unit)
	rows.Text(surveillance.EffortStated)
	rows.Bool(e.problem)
	rows.Bool(true) // every mosquito was counted
}
