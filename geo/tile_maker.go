package geo

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Limits of a tile.
const (
	// MinPointZoom is the lowest zoom at which tiles show single records. At ten million records, a rare filter in a tile of zoom 6
	// took up to 56 ms as points by SQL, and 3 ms as cells.
	MinPointZoom = 7
	// MaxPoints is how many records a tile shows as points. A tile with more shows cells.
	MaxPoints = 2_500
	// MaxTileBytes is the largest size of a tile before compression. A tile whose points would exceed it shows cells.
	MaxTileBytes = 500_000
	// CellsASide is the number of cells of a tile from west to east, and from north to south.
	CellsASide = 64
	// Buffer is the width of the border around a tile in which it repeats its neighbours' features, in tile units: one cell.
	Buffer = mvt.Extent / CellsASide
)

const cellLevels = 6 // 2^6 is CellsASide

// Properties of the features, in the order of tileKeys.
const (
	keyKind mvt.Key = iota
	keyRecords
	keySpecimens
	keySpeciesID
	keySpeciesCount
	keyFirst
	keyFirstUntil
	keyLast
	keyLastFrom
	keyID
	keyScientificName
	keyVectorStatus
	keyCount
	keyObservedAt
	keyDatePrecision
	keyObservedUntil
	keyDataSource
	keyCountryID
	keyLocationAccuracyM
	keyLifeStage
	keySex
	keyStatus
)

var tileKeys = []string{
	"kind", "records", "specimens", "species_id", "species_count", "first", "first_until", "last", "last_from", "id", "species_scientific_name", "vector_status",
	"count", "observed_at", "date_precision", "observed_until", "data_source", "country_id", "location_accuracy_m", "life_stage", "sex",
	"status",
}

// tileMaker makes one tile from one state of the observations.
type tileMaker struct {
	names *surveillance.Names
	tile  tile
	grid  grid
}

// make returns the encoded tile, or nil when it is empty.
func (m *tileMaker) make(ctx context.Context) ([]byte, error) {
	counts, err := m.countTiles(ctx)
	if err != nil || counts == nil {
		return nil, err
	}
	raw, err := m.encode(ctx, counts)
	if len(raw) > MaxTileBytes && counts.showPoints(m.tile.cell()) {
		counts[m.tile.cell()] = MaxPoints + 1
		raw, err = m.encode(ctx, counts)
	}
	if len(raw) > MaxTileBytes { // the points of the buffer are too many: leave the buffer out
		for at := range counts {
			if at != m.tile.cell() {
				delete(counts, at)
			}
		}
		raw, err = m.encode(ctx, counts)
	}
	return raw, err
}

// tileCounts holds the number of records of a tile and of its neighbours. The number decides whether a tile shows points or cells,
// and a tile repeats its neighbours' features in its buffer as they show them. A count may stop beyond MaxPoints.
type tileCounts map[tileindex.CellXY]int

// showPoints says whether a tile shows its records as points.
func (c tileCounts) showPoints(at tileindex.CellXY) bool { return c[at] <= MaxPoints }

// showingCells returns the tiles that show cells.
func (c tileCounts) showingCells() (out []tileindex.CellXY) {
	for at := range c {
		if !c.showPoints(at) {
			out = append(out, at)
		}
	}
	return out
}

// countTiles returns nil when neither the tile nor a neighbour has a record.
func (m *tileMaker) countTiles(ctx context.Context) (tileCounts, error) {
	t := m.tile
	if t.z < MinPointZoom {
		return tileCounts{t.cell(): MaxPoints + 1}, nil
	}
	counts, err := m.grid.Counts(ctx, MaxPoints, windows(t.z, t.x-1, t.y-1, t.x+1, t.y+1)...)
	if err != nil || len(counts) == 0 {
		return nil, err
	}
	return counts, nil
}

// layerPool holds empty layers to be used again.
var layerPool = sync.Pool{New: func() any { return mvt.NewLayer("observations", tileKeys...) }}

func (m *tileMaker) encode(ctx context.Context, counts tileCounts) ([]byte, error) {
	layer := layerPool.Get().(*mvt.Layer)
	defer func() {
		layer.Reset()
		layerPool.Put(layer)
	}()
	if len(counts.showingCells()) > 0 {
		if err := m.addCells(ctx, layer, counts); err != nil {
			return nil, err
		}
	}
	if m.tile.z >= MinPointZoom {
		if err := m.addPoints(ctx, layer, counts); err != nil {
			return nil, err
		}
	}
	return layer.Tile(), nil
}

// addCells adds the cells of the tile and its buffer that lie in tiles which show cells.
func (m *tileMaker) addCells(ctx context.Context, layer *mvt.Layer, counts tileCounts) error {
	t := m.tile
	level := t.z + cellLevels
	x0, y0 := t.x<<cellLevels, t.y<<cellLevels
	cells, err := m.grid.Cells(ctx, windows(level, x0-1, y0-1, x0+CellsASide, y0+CellsASide)...)
	if err != nil {
		return err
	}
	slices.SortFunc(cells, func(a, b tileindex.Cell) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
	days := map[int32]string{}
	side := int64(1) << level
	for _, c := range cells {
		if t.z >= MinPointZoom && counts.showPoints(tileindex.CellXY{X: c.X >> cellLevels, Y: c.Y >> cellLevels}) {
			continue
		}
		// Around the antimeridian a cell may appear on either side of the tile, at zoom 0 on both.
		for _, column := range []int64{int64(c.X) - x0 - side, int64(c.X) - x0, int64(c.X) - x0 + side} {
			if column >= -1 && column <= CellsASide {
				m.addCell(layer, c, column, int64(c.Y)-y0, tileindex.GridBits-level, days)
			}
		}
	}
	return nil
}

// addCell adds a cell as a point at the mean of its records' places. days caches formatted dates.
func (m *tileMaker) addCell(layer *mvt.Layer, c tileindex.Cell, column, row int64, shift int, days map[int32]string) {
	within := func(sum int64) int64 { return (sum / c.Records * Buffer) >> shift }
	layer.Begin(int32(column*Buffer+within(c.SumX)), int32(row*Buffer+within(c.SumY)))
	layer.Text(keyKind, "cell")
	layer.Uint(keyRecords, uint64(c.Records))
	layer.Uint(keySpecimens, uint64(c.Specimens))
	if t, ok := m.names.Taxon(c.Taxon); ok && !t.Unresolved {
		layer.Text(keySpeciesID, t.ID)
	}
	layer.Uint(keySpeciesCount, uint64(c.Taxa))
	first, last := date(days, c.First), date(days, c.Last)
	layer.Text(keyFirst, first)
	if until := date(days, c.FirstUntil); until[:monthLength] != first[:monthLength] {
		layer.Text(keyFirstUntil, until)
	}
	layer.Text(keyLast, last)
	if from := date(days, c.LastFrom); from[:monthLength] != last[:monthLength] {
		layer.Text(keyLastFrom, from)
	}
	layer.End()
}

// monthLength is the length of the month in a date, "2020-07".
const monthLength = len("2020-07")

func date(days map[int32]string, day int32) string {
	s, ok := days[day]
	if !ok {
		s = tileindex.Date(day)
		days[day] = s
	}
	return s
}
