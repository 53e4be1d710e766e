package demo

import (
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Shares of the synthetic pools.
const (
	pooledShare   = 0.3 // of the catches of adult females of vectors
	positiveShare = 0.05
)

const (
	demoPoolSize = 50 // at most
	demoMethod   = "RT-PCR"
	demoTestDays = 14 // from the collection to the test, at most
)

// demoPool is a synthetic pool of one record.
type demoPool struct {
	number   int // in its event
	event    demoEvent
	taxon    int32
	size     int32
	pathogen surveillance.Pathogen
	result   string
	days     int // from the collection to the test
}

// addPool may draw a pool of a record, the one of a number in its event, and says whether it did. It has random numbers of its own:
// records are the same with and without pools.
func (b *worldBatch) addPool(e demoEvent, r demoRecord, number int) bool {
	pathogen, tested := b.pathogens[r.taxon]
	if !tested || r.stage != "adult" || r.sex != "female" || b.poolRng.Float64() >= pooledShare {
		return false
	}
	p := demoPool{number: number, event: e, taxon: r.taxon, size: min(r.count, demoPoolSize), pathogen: pathogen, result: surveillance.Negative, days: 1 + b.poolRng.IntN(demoTestDays)}
	if b.poolRng.Float64() < positiveShare {
		p.result = surveillance.Positive
	}
	b.pools = append(b.pools, p)
	return true
}

// write appends the columns of sql/demo/copy_pools.sql.
func (p demoPool) write(rows *postgres.CopyRows, site *demoSite, source demoSource) {
	event := site.eventID(p.event)
	id := event + " " + strconv.Itoa(p.number)
	rows.Begin(24)
	rows.UUID(surveillance.PoolUUID(source.id, id, p.pathogen.Name, demoMethod))
	rows.Int4(source.key)
	rows.Text(id)
	rows.Text(event)
	rows.Point(site.lon, site.lat)
	rows.Float8(&site.accuracyM)
	rows.Text(site.country)
	rows.Text(site.region)
	if p.event.nights > 0 {
		rows.Timestamp(p.event.ended().AddDate(0, 0, -p.event.nights))
	} else {
		rows.Null()
	}
	rows.Timestamp(p.event.ended())
	rows.Text("day")
	rows.Text(site.protocol)
	rows.Int4(p.taxon)
	rows.Text("female")
	rows.Text("adult")
	rows.Int2(int16(p.size))
	rows.Text(p.pathogen.Name)
	rows.Text(p.pathogen.DiseaseID)
	rows.Text(demoMethod)
	rows.Text(p.result)
	rows.Date(p.event.ended().Add(time.Duration(p.days) * 24 * time.Hour))
	for range 3 { // place, days and protocol are those of the event
		rows.Bool(true)
	}
}
