package geo

import (
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// records adds records of the tile index to a collection. What many of them share is encoded once.
type records struct {
	out    *collection
	shared map[*tileindex.Traits][]byte
	record geojson.Record
	encode func([]byte) []byte // appends record
}

func newRecords(out *collection) *records {
	r := &records{out: out, shared: map[*tileindex.Traits][]byte{}}
	r.encode = func(b []byte) []byte { return out.encoder.Append(b, &r.record) }
	return r
}

func (r *records) add(p *tileindex.Point, d *tileindex.Details) error {
	r.record = geojson.Record{
		ID: p.ID[:], Lon: d.Lon, Lat: d.Lat, TaxonKey: p.Taxon, Count: p.Count, ObservedAt: postgres.Local(postgres.Timestamp(p.ObservedAt), d.UTCOffset),
		Precision: p.Precision.Bytes(), Shared: r.sharedBy(p.Traits), Flags: p.Traits.Flags, Notes: d.Notes, OccurrenceID: d.OccurrenceID,
		Qualifier: d.Qualifier, BasisOfRecord: d.BasisOfRecord, Licence: d.Licence,
	}
	if p.Precision >= tileindex.PrecisionMonth {
		r.record.ObservedUntil = tileindex.Time(p.LastDay)
	}
	return r.out.append(r.encode)
}

func (r *records) sharedBy(t *tileindex.Traits) []byte {
	b, ok := r.shared[t]
	if !ok {
		b = r.out.encoder.AppendShared(nil, t.Source, known(t.Country), t.AccuracyM, known(t.LifeStage), known(t.Sex), known(t.Status))
		r.shared[t] = b
	}
	return b
}

// known returns a text, nil when it is unknown.
func known(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text)
}
