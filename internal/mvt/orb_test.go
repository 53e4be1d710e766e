package mvt_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/paulmach/orb"
	orbmvt "github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"

	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// layer is the part of mvt.Layer that makers of tiles call.
type layer interface {
	Reset()
	Begin(x, y int32)
	Set(key mvt.Key, value mvt.Value)
	Text(key mvt.Key, value string)
	TextValue(value string) mvt.Value
	UniqueValue(value []byte) mvt.Value
	Uint(key mvt.Key, value uint64)
	UintValue(value uint64) mvt.Value
	DoubleValue(value float64) mvt.Value
	Tags(tags []byte)
	End()
	Tile() []byte
}

// orbLayer encodes with paulmach/orb behind the calls of mvt.Layer.
type orbLayer struct {
	name     string
	keys     []string
	values   []any
	features []*geojson.Feature
	feature  *geojson.Feature
}

func newOrbLayer(name string, keys ...string) *orbLayer { return &orbLayer{name: name, keys: keys} }

func (l *orbLayer) Reset() { l.values, l.features = l.values[:0], l.features[:0] }

func (l *orbLayer) Begin(x, y int32) {
	l.feature = geojson.NewFeature(orb.Point{float64(x), float64(y)})
}

func (l *orbLayer) Set(key mvt.Key, value mvt.Value) {
	if value > 0 {
		l.feature.Properties[l.keys[key]] = l.values[value-1]
	}
}

func (l *orbLayer) value(v any) mvt.Value {
	l.values = append(l.values, v)
	return mvt.Value(len(l.values))
}

func (l *orbLayer) Text(key mvt.Key, value string)      { l.feature.Properties[l.keys[key]] = value }
func (l *orbLayer) TextValue(value string) mvt.Value    { return l.value(value) }
func (l *orbLayer) UniqueValue(value []byte) mvt.Value  { return l.value(string(value)) }
func (l *orbLayer) Uint(key mvt.Key, value uint64)      { l.feature.Properties[l.keys[key]] = value }
func (l *orbLayer) UintValue(value uint64) mvt.Value    { return l.value(value) }
func (l *orbLayer) DoubleValue(value float64) mvt.Value { return l.value(value) }

func (l *orbLayer) Tags(tags []byte) {
	for len(tags) > 0 {
		key, n := binary.Uvarint(tags)
		value, m := binary.Uvarint(tags[n:])
		l.Set(mvt.Key(key), mvt.Value(value+1))
		tags = tags[n+m:]
	}
}

func (l *orbLayer) End() { l.features = append(l.features, l.feature) }

func (l *orbLayer) Tile() []byte {
	tile, err := orbmvt.Marshal(orbmvt.Layers{{Name: l.name, Version: 2, Extent: mvt.Extent, Features: l.features}})
	if err != nil {
		panic(err)
	}
	return tile
}

// tileShape fills a layer as package geo does.
type tileShape struct {
	name string
	keys []string
	fill func(layer)
}

var tileShapes = []tileShape{
	{"cells", []string{"kind", "records", "specimens", "species_id", "species_count", "first", "last"}, fillCells},
	{"points", []string{
		"kind", "records", "id", "specimens", "count", "species_id", "species_scientific_name", "vector_status", "observed_at", "date_precision",
		"data_source", "country_id", "location_accuracy_m", "life_stage", "sex", "status",
	}, fillPoints},
}

// fillCells adds the cells of a tile that is full of them: 64 times 64.
func fillCells(l layer) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range int32(4096) {
		l.Begin(i%64*64+rng.Int32N(64), i/64*64+rng.Int32N(64))
		l.Text(0, "cell")
		l.Uint(1, uint64(rng.Uint32N(1+1000/uint32(1+i%40))))
		l.Uint(2, uint64(rng.Uint32N(5000)))
		l.Text(3, species[rng.IntN(len(species))])
		l.Uint(4, uint64(rng.Uint32N(60)))
		l.Text(5, days[rng.IntN(len(days))])
		l.Text(6, days[rng.IntN(len(days))])
		l.End()
	}
}

// fillPoints adds as many records as a tile shows, with all their properties.
func fillPoints(l layer) {
	rng := rand.New(rand.NewPCG(1, 1))
	same := mvt.AppendTag(mvt.AppendTag(nil, 0, l.TextValue("point")), 1, l.UintValue(1))
	var taxa, counts, rest [][]byte
	for i, id := range species {
		tags := mvt.AppendTag(mvt.AppendTag(nil, 5, l.TextValue(id)), 6, l.TextValue("Aedes "+id))
		taxa = append(taxa, mvt.AppendTag(tags, 7, l.TextValue([]string{"High", "Low", "None"}[i%3])))
	}
	for n := range uint64(20) {
		value := l.UintValue(n + 1)
		counts = append(counts, mvt.AppendTag(mvt.AppendTag(nil, 3, value), 4, value))
	}
	for i := range 12 {
		tags := mvt.AppendTag(nil, 10, l.TextValue(fmt.Sprintf("source-%d", i%3)))
		tags = mvt.AppendTag(mvt.AppendTag(tags, 11, l.TextValue("fr")), 12, l.DoubleValue(float64(50*(i%4))))
		tags = mvt.AppendTag(mvt.AppendTag(tags, 13, l.TextValue("adult")), 14, l.TextValue("female"))
		rest = append(rest, mvt.AppendTag(tags, 15, l.TextValue([]string{"verified", "unverified"}[i%2])))
	}
	day := mvt.AppendTag(nil, 9, l.TextValue("day"))
	for i := range ids {
		l.Begin(rng.Int32N(mvt.Extent), rng.Int32N(mvt.Extent))
		l.Tags(same)
		l.Set(2, l.UniqueValue(ids[i]))
		l.Tags(counts[rng.IntN(len(counts))])
		l.Tags(taxa[rng.IntN(len(taxa))])
		l.Set(8, l.UniqueValue(times[i]))
		l.Tags(day)
		l.Tags(rest[rng.IntN(len(rest))])
		l.End()
	}
}

// Values of the properties.
var (
	species = listed(60, func(i int) string { return fmt.Sprintf("aedes-species-%d", i) })
	days    = listed(2000, func(i int) string { return fmt.Sprintf("20%02d-%02d-%02d", i%25, 1+i%12, 1+i%28) })
	ids     = listed(2500, func(i int) []byte { return fmt.Appendf(nil, "0190a1b2-0000-7000-8000-%012d", i) })
	times   = listed(2500, func(i int) []byte { return fmt.Appendf(nil, "2024-06-01T00:%02d:%02dZ", i/60, i%60) })
)

func listed[T any](n int, item func(i int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = item(i)
	}
	return all
}

// TestOrbWritesTheSame holds that the two encoders of BenchmarkEncoders do the same work.
func TestOrbWritesTheSame(t *testing.T) {
	t.Parallel()
	for _, shape := range tileShapes {
		var decoded [2]orbmvt.Layers
		for i, l := range []layer{mvt.NewLayer("observations", shape.keys...), newOrbLayer("observations", shape.keys...)} {
			shape.fill(l)
			var err error
			if decoded[i], err = orbmvt.Unmarshal(l.Tile()); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(decoded[0], decoded[1]) {
			t.Errorf("%s: the tiles differ", shape.name)
		}
	}
}

// BenchmarkEncoders makes the tiles of the package's comment with both encoders.
func BenchmarkEncoders(b *testing.B) {
	for _, shape := range tileShapes {
		for name, l := range map[string]layer{
			"skeeter": mvt.NewLayer("observations", shape.keys...), "orb": newOrbLayer("observations", shape.keys...),
		} {
			b.Run(shape.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					l.Reset()
					shape.fill(l)
					b.SetBytes(int64(len(l.Tile())))
				}
			})
		}
	}
}
