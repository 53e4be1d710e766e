package geo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/mvt"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var tilePointsQuery = sql.Get("geo/tile_points.sql")

// pointRow is a record as a tile shows it. Texts, times and numbers that records share are numbers in points.
type pointRow struct {
	id                                        [16]byte
	observedAt                                int64 // microseconds from 2000-01-01
	x, y                                      int32 // tile units
	count                                     int32
	taxon, source, at, until, accuracy        uint32 // until, source, accuracy: 0 for none
	precision, country, lifeStage, sex, state uint32 // 0 for none
}

// points gathers records while the database still sends: what is left to do after the last one has to be short.
type points struct {
	maker                             *tileMaker
	rows                              []pointRow
	texts                             interned[string]
	taxa, sources, untils, accuracies interned[uint64]
	times                             interned[int64]
	species                           []species // by number of taxa, made when the rows are encoded
}

// interned gives equal things equal numbers, from 1, and keeps what a layer made of them.
type interned[K comparable] struct {
	number map[K]uint32
	items  []K
	values []mvt.Value // by number; 0 while not asked for
}

func newInterned[K comparable]() interned[K] {
	return interned[K]{number: map[K]uint32{}, values: make([]mvt.Value, 1)}
}

func (i *interned[K]) reset() {
	clear(i.number)
	i.items, i.values = i.items[:0], i.values[:1]
}

func (i *interned[K]) of(k K) uint32 {
	n, ok := i.number[k]
	if !ok {
		i.items, i.values = append(i.items, k), append(i.values, 0)
		n = uint32(len(i.items))
		i.number[k] = n
	}
	return n
}

// value returns what make makes of a numbered thing, once; none for 0.
func (i *interned[K]) value(n uint32, make func(K) mvt.Value) mvt.Value {
	if n > 0 && i.values[n] == 0 {
		i.values[n] = make(i.items[n-1])
	}
	return i.values[n]
}

// spare keeps what tiles were made with: new memory for each would cost more than filling it.
var spare = sync.Pool{New: func() any {
	return &points{
		texts: newInterned[string](), taxa: newInterned[uint64](), sources: newInterned[uint64](), untils: newInterned[uint64](),
		accuracies: newInterned[uint64](), times: newInterned[int64](),
	}
}}

// release gives p back.
func (p *points) release() {
	p.maker, p.rows, p.species = nil, p.rows[:0], p.species[:0]
	p.texts.reset()
	p.times.reset()
	for _, i := range []*interned[uint64]{&p.taxa, &p.sources, &p.untils, &p.accuracies} {
		i.reset()
	}
	spare.Put(p)
}

// addPoints adds the records of the tile and its buffer, where the tile that they lie in shows its records: the newest last,
// so that they are drawn on top.
func (m *tileMaker) addPoints(ctx context.Context, layer *mvt.Layer, k kinds) error {
	p := spare.Get().(*points)
	defer p.release()
	p.maker = m
	for _, w := range m.pointWindows(k) {
		if err := m.readPoints(ctx, w, k, p.read); err != nil {
			return err
		}
	}
	rows := make([]*pointRow, len(p.rows))
	for i := range rows {
		rows[i] = &p.rows[i]
	}
	slices.SortFunc(rows, func(a, b *pointRow) int {
		if c := cmp.Compare(a.observedAt, b.observedAt); c != 0 {
			return c
		}
		return bytes.Compare(a.id[:], b.id[:])
	})
	p.encode(layer, rows)
	return nil
}

// bufferLevels: a tile has 2^bufferLevels buffers a side.
const bufferLevels = cellLevels

// pointWindows are the parts of the tile and its buffer that have records to show: the tile itself with those sides that
// have some, or, when the tile shows cells, those sides alone.
func (m *tileMaker) pointWindows(k kinds) (out []tileindex.Window) {
	t := m.tile
	shown := func(dx, dy int64) bool {
		n, ok := t.neighbour(dx, dy)
		return ok && k[n.cell()] > 0 && k.points(n.cell())
	}
	side := func(dx, dy int64) int64 { // 1 when that side's buffer has records to show
		for i := int64(-1); i <= 1; i++ {
			if dx != 0 && shown(dx, i) || dy != 0 && shown(i, dy) {
				return 1
			}
		}
		return 0
	}
	west, east, north, south := side(-1, 0), side(1, 0), side(0, -1), side(0, 1)
	x0, y0 := t.x<<bufferLevels, t.y<<bufferLevels
	x1, y1 := x0+CellsASide-1, y0+CellsASide-1
	add := func(x0, y0, x1, y1 int64) { out = append(out, windows(t.z+bufferLevels, x0, y0, x1, y1)...) }
	if k[t.cell()] > 0 && k.points(t.cell()) {
		add(x0-west, y0-north, x1+east, y1+south)
		return out
	}
	if west > 0 {
		add(x0-1, y0-north, x0-1, y1+south)
	}
	if east > 0 {
		add(x1+1, y0-north, x1+1, y1+south)
	}
	if north > 0 && t.y > 0 {
		add(x0, y0-1, x1, y0-1)
	}
	if south > 0 && t.y < t.side()-1 {
		add(x0, y1+1, x1, y1+1)
	}
	return out
}

// readPoints reads the records of a window, without those of tiles that show cells.
func (m *tileMaker) readPoints(ctx context.Context, w tileindex.Window, k kinds, visit func(v [][]byte)) error {
	args := m.filter.Args()
	windowArgs(args, w)
	var without []int64
	for at := range k {
		if !k.points(at) {
			without = append(without, int64(at.X)<<32|int64(at.Y))
		}
	}
	slices.Sort(without)
	args["without"], args["shift"] = without, m.tile.shift()
	rows, err := m.db.Query(ctx, tilePointsQuery.String(), args)
	if err != nil {
		return fmt.Errorf("read a tile's records: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		visit(rows.RawValues())
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read a tile's records: %w", err)
	}
	return nil
}

// read takes a row of tile_points.sql.
func (p *points) read(v [][]byte) {
	x, y := p.maker.tile.position(uint32(int4(v[1]))^1<<31, uint32(int4(v[2]))^1<<31)
	if x < -Buffer || x >= mvt.Extent+Buffer || y < -Buffer || y >= mvt.Extent+Buffer {
		return
	}
	observedAt := int64(binary.BigEndian.Uint64(v[5]))
	p.rows = append(p.rows, pointRow{
		id: [16]byte(v[0]), x: x, y: y, taxon: number32(&p.taxa, v[3]), count: int4(v[4]), observedAt: observedAt, at: p.times.of(observedAt),
		precision: p.text(v[6]), until: number32(&p.untils, v[7]), source: number32(&p.sources, v[8]), country: p.text(v[9]),
		accuracy: number64(&p.accuracies, v[10]), lifeStage: p.text(v[11]), sex: p.text(v[12]), state: p.text(v[13]),
	})
}

func (p *points) text(b []byte) uint32 {
	if len(b) == 0 {
		return 0
	}
	if n, ok := p.texts.number[string(b)]; ok { // makes no string
		return n
	}
	return p.texts.of(string(b))
}

func number32(in *interned[uint64], b []byte) uint32 {
	if b == nil {
		return 0
	}
	return in.of(uint64(binary.BigEndian.Uint32(b)))
}

func number64(in *interned[uint64], b []byte) uint32 {
	if b == nil {
		return 0
	}
	return in.of(binary.BigEndian.Uint64(b))
}

// Sizes of a point in a tile, about.
const (
	pointFeatureBytes = 60
	pointValueBytes   = 60
)

// encode adds rows in their order. A value gets its number when a row first has it, so that the order alone makes the bytes.
func (p *points) encode(layer *mvt.Layer, rows []*pointRow) {
	layer.Grow(len(rows), pointFeatureBytes, pointValueBytes)
	point, one := layer.TextValue("point"), layer.UintValue(1)
	day := func(n uint64) mvt.Value {
		return layer.TextValue(geojson.Date(int32(n)).Format(time.DateOnly))
	}
	instant := func(micros int64) mvt.Value {
		return layer.TextValue(string(geojson.AppendTime(nil, geojson.Time(micros))))
	}
	number := func(bits uint64) mvt.Value { return layer.DoubleValue(math.Float64frombits(bits)) }
	source := func(key uint64) mvt.Value {
		d, ok := p.maker.names.DataSource(int32(key))
		if !ok {
			return 0
		}
		return layer.TextValue(d.ID)
	}
	var id [36]byte
	for _, r := range rows {
		count := layer.UintValue(uint64(r.count))
		layer.Begin(r.x, r.y)
		layer.Set(keyKind, point)
		layer.Set(keyRecords, one)
		layer.Set(keySpecimens, count)
		layer.UniqueText(keyID, geojson.AppendUUID(id[:0], r.id[:]))
		s := p.speciesOf(r.taxon, layer)
		layer.Set(keySpeciesID, s.id)
		layer.Set(keyScientificName, s.name)
		layer.Set(keyVectorStatus, s.status)
		layer.Set(keyCount, count)
		layer.Set(keyObservedAt, p.times.value(r.at, instant))
		layer.Set(keyDatePrecision, p.texts.value(r.precision, layer.TextValue))
		layer.Set(keyObservedUntil, p.untils.value(r.until, day))
		layer.Set(keyDataSource, p.sources.value(r.source, source))
		layer.Set(keyCountryID, p.texts.value(r.country, layer.TextValue))
		layer.Set(keyLocationAccuracyM, p.accuracies.value(r.accuracy, number))
		layer.Set(keyLifeStage, p.texts.value(r.lifeStage, layer.TextValue))
		layer.Set(keySex, p.texts.value(r.sex, layer.TextValue))
		layer.Set(keyStatus, p.texts.value(r.state, layer.TextValue))
		layer.End()
	}
}

// species are the properties that a taxon gives.
type species struct{ id, name, status mvt.Value }

func (p *points) speciesOf(taxon uint32, layer *mvt.Layer) species {
	for len(p.species) <= len(p.taxa.items) {
		p.species = append(p.species, species{})
	}
	if s := &p.species[taxon]; s.id == 0 {
		if t, ok := p.maker.names.Taxon(int32(p.taxa.items[taxon-1])); ok {
			*s = species{layer.TextValue(t.ID), layer.TextValue(t.ScientificName), layer.TextValue(t.VectorStatus)}
		}
	}
	return p.species[taxon]
}

func int4(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }
