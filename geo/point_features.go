package geo

import (
	"math"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Approximate sizes of a point in a tile.
const (
	pointFeatureBytes = 60
	pointValueBytes   = 60
)

// encode adds the records in their order. A value gets its number when a record first has it, so the same order gives the same bytes.
func (p *points) encode() {
	layer := p.layer
	layer.Grow(len(p.shown), pointFeatureBytes, pointValueBytes)
	same := mvt.AppendTag(mvt.AppendTag(nil, keyKind, layer.TextValue("point")), keyRecords, layer.UintValue(1))
	var id [36]byte
	var text [len(time.RFC3339Nano)]byte
	var observedAt mvt.Value
	for i := range p.shown {
		s := &p.shown[i]
		r := &p.records[s.number]
		layer.Begin(s.x, s.y)
		layer.Tags(same)
		layer.Set(keyID, layer.UniqueValue(geojson.AppendUUID(id[:0], r.ID[:])))
		layer.Tags(tagsOf(p, p.counts, r.Count, p.count))
		layer.Tags(tagsOf(p, p.taxa, r.Taxon, p.taxon))
		if i == 0 || s.at != p.shown[i-1].at || r.UTCOffset != p.records[p.shown[i-1].number].UTCOffset { // equal times follow each other
			observedAt = layer.UniqueValue(geojson.AppendTime(text[:0], postgres.Local(postgres.Timestamp(s.at), r.UTCOffset)))
		}
		layer.Set(keyObservedAt, observedAt)
		layer.Tags(p.precision(r.Precision))
		if r.Precision >= tileindex.PrecisionMonth {
			layer.Tags(tagsOf(p, p.untils, r.LastDay, p.until))
		}
		layer.Tags(tagsOf(p, p.traits, r.Traits, p.rest))
		layer.End()
	}
}

// tagsOf returns the tags of a value. It calls make for the first record with the value.
func tagsOf[K comparable](p *points, known map[K]piece, value K, make func(tags []byte, value K) []byte) []byte {
	at, ok := known[value]
	if !ok {
		at.from = len(p.tags)
		p.tags = make(p.tags, value)
		at.to = len(p.tags)
		known[value] = at
	}
	return p.tags[at.from:at.to]
}

func (p *points) precision(precision tileindex.Precision) []byte {
	at := &p.every[precision]
	if at.to == 0 {
		at.from = len(p.tags)
		p.tags = mvt.AppendTag(p.tags, keyDatePrecision, p.layer.TextValue(precision.String()))
		at.to = len(p.tags)
	}
	return p.tags[at.from:at.to]
}

func (p *points) count(tags []byte, count int32) []byte {
	value := p.layer.UintValue(uint64(count))
	return mvt.AppendTag(mvt.AppendTag(tags, keySpecimens, value), keyCount, value)
}

func (p *points) taxon(tags []byte, key int32) []byte {
	t, ok := p.maker.names.Taxon(key)
	if !ok {
		return tags
	}
	tags = mvt.AppendTag(tags, keySpeciesID, p.layer.TextValue(t.ID))
	tags = mvt.AppendTag(tags, keyScientificName, p.layer.TextValue(t.ScientificName))
	return mvt.AppendTag(tags, keyVectorStatus, p.layer.TextValue(t.VectorStatus))
}

func (p *points) until(tags []byte, day int32) []byte {
	return mvt.AppendTag(tags, keyObservedUntil, p.layer.TextValue(tileindex.Date(day)))
}

func (p *points) rest(tags []byte, t *tileindex.Traits) []byte {
	text := func(key mvt.Key, value string) {
		if value != "" {
			tags = mvt.AppendTag(tags, key, p.layer.TextValue(value))
		}
	}
	if d, ok := p.maker.names.DataSource(t.Source); ok {
		text(keyDataSource, d.ID)
	}
	text(keyCountryID, t.Country)
	if !math.IsNaN(t.AccuracyM) {
		tags = mvt.AppendTag(tags, keyLocationAccuracyM, p.layer.DoubleValue(t.AccuracyM))
	}
	text(keyLifeStage, t.LifeStage)
	text(keySex, t.Sex)
	text(keyStatus, t.Status)
	return tags
}
