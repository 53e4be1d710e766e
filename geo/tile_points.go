package geo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/mvt"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var tilePointsQuery = sql.Get("geo/tile_points.sql")

// pointRow is a record as a tile shows it.
type pointRow struct {
	id           [16]byte
	x, y         int32 // tile units
	taxon, count int32
	observedAt   int64 // microseconds from 2000-01-01
	precision    string
	until        int32 // days from 2000-01-01, noDay for none
	source       int32 // 0 for none
	country      string
	accuracyM    float64 // NaN for none
	lifeStage    string
	sex, status  string
}

const noDay = math.MinInt32

// addPoints adds the records of the tile and its buffer, where the tile that they lie in shows its records: the newest last,
// so that they are drawn on top.
func (m *tileMaker) addPoints(ctx context.Context, layer *mvt.Layer, k kinds) error {
	var rows []pointRow
	texts := map[string]string{}
	for _, w := range m.pointWindows(k) {
		if err := m.readPoints(ctx, w, k, func(v [][]byte) {
			if r, ok := m.pointOf(v, texts); ok {
				rows = append(rows, r)
			}
		}); err != nil {
			return err
		}
	}
	slices.SortFunc(rows, func(a, b pointRow) int {
		return cmp.Or(cmp.Compare(a.observedAt, b.observedAt), bytes.Compare(a.id[:], b.id[:]))
	})
	for i := range rows {
		m.addPoint(layer, &rows[i])
	}
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
	rows, err := m.db.Query(ctx, tilePointsQuery.String(), pgx.QueryExecModeCacheStatement, args)
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

// pointOf reads a row of tile_points.sql. ok is false when it lies outside the buffer.
func (m *tileMaker) pointOf(v [][]byte, texts map[string]string) (r pointRow, ok bool) {
	r.x, r.y = m.tile.position(uint32(int4(v[1]))^1<<31, uint32(int4(v[2]))^1<<31)
	if r.x < -Buffer || r.x >= mvt.Extent+Buffer || r.y < -Buffer || r.y >= mvt.Extent+Buffer {
		return r, false
	}
	text := func(b []byte) string {
		s, ok := texts[string(b)]
		if !ok {
			s = string(b)
			texts[s] = s
		}
		return s
	}
	copy(r.id[:], v[0])
	r.taxon, r.count = int4(v[3]), int4(v[4])
	r.observedAt = int64(binary.BigEndian.Uint64(v[5]))
	r.precision, r.country, r.lifeStage, r.sex, r.status = text(v[6]), text(v[9]), text(v[11]), text(v[12]), text(v[13])
	r.until, r.accuracyM = noDay, math.NaN()
	if v[7] != nil {
		r.until = int4(v[7])
	}
	if v[8] != nil {
		r.source = int4(v[8])
	}
	if v[10] != nil {
		r.accuracyM = math.Float64frombits(binary.BigEndian.Uint64(v[10]))
	}
	return r, true
}

func (m *tileMaker) addPoint(layer *mvt.Layer, r *pointRow) {
	var scratch [36]byte
	layer.Begin(r.x, r.y)
	layer.Text(keyKind, "point")
	layer.Uint(keyRecords, 1)
	layer.Uint(keySpecimens, uint64(r.count))
	layer.UniqueText(keyID, appendUUID(scratch[:0], r.id))
	if t, ok := m.names.Taxon(r.taxon); ok {
		layer.Text(keySpeciesID, t.ID)
		layer.Text(keyScientificName, t.ScientificName)
		layer.Text(keyVectorStatus, t.VectorStatus)
	}
	layer.Uint(keyCount, uint64(r.count))
	layer.Text(keyObservedAt, string(geojson.AppendTime(scratch[:0], pgTime(r.observedAt))))
	layer.Text(keyDatePrecision, r.precision)
	if r.until != noDay {
		layer.Text(keyObservedUntil, pgEpoch.AddDate(0, 0, int(r.until)).Format(time.DateOnly))
	}
	if d, ok := m.names.DataSource(r.source); ok {
		layer.Text(keyDataSource, d.ID)
	}
	if !math.IsNaN(r.accuracyM) {
		layer.Double(keyLocationAccuracyM, r.accuracyM)
	}
	addText(layer, keyCountryID, r.country)
	addText(layer, keyLifeStage, r.lifeStage)
	addText(layer, keySex, r.sex)
	addText(layer, keyStatus, r.status)
	layer.End()
}

// addText leaves out what a record does not say.
func addText(layer *mvt.Layer, key mvt.Key, value string) {
	if value != "" {
		layer.Text(key, value)
	}
}

func appendUUID(b []byte, id [16]byte) []byte {
	for i, part := range [][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, part)
	}
	return b
}

// pgEpoch is PostgreSQL's time 0.
var pgEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func pgTime(micros int64) time.Time {
	return time.UnixMicro(pgEpoch.UnixMicro() + micros).UTC()
}

func int4(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }
