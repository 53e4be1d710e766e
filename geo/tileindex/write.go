package tileindex

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// Origin is the place in a change log that a snapshot shows. The database knows the snapshot by its id, and no area was touched.
type Origin struct {
	ID, Epoch, Snapshot string
	Schema              int64
}

// WriteFiles writes the files of an index into a folder that no server uses, of records that no table has: to measure more of them than a
// database is filled with in an hour. Batches come in the order of MortonCode; the records of one have any order.
func WriteFiles(path string, from Origin, batches iter.Seq[[]Point]) error {
	folder, err := openFolder(path)
	if err != nil {
		return err
	}
	defer folder.close()
	if !folder.owned() {
		return fmt.Errorf("a server uses the folder %s", path)
	}
	var failed error
	points, err := folder.newPoints(func(err error) { failed = err })
	if err != nil {
		return err
	}
	defer points.close()
	dict, out := newDictionary(), builder{file: points}
	maker := recordMaker{dict: dict, facets: map[*Traits]uint32{}, details: detailsWriter{points: points}}
	var records []record
	last := uint64(0)
	for batch := range batches {
		records = records[:0]
		for i := range batch {
			r, err := maker.record(&batch[i])
			if err != nil {
				return err
			}
			records = append(records, r)
		}
		sortRecords(records)
		if len(records) > 0 && records[0].code < last {
			return errors.New("a batch of records lies before the former one")
		}
		if len(records) > 0 {
			last = records[len(records)-1].code
		}
		out.add(records...)
	}
	out.flush()
	maker.details.flush()
	state := position{epoch: from.Epoch, snapshot: from.Snapshot, areas: new(areas), seen: new(areas)}.state()
	state.rows, state.codes, state.points = out.out, dict.snapshot(), points
	err = snapshot.Write(folder.index(), func(w *snapshot.Writer) (any, error) {
		saved := state.save(w, points.details.written())
		saved.ID, saved.Schema = from.ID, from.Schema
		return saved, points.sync()
	})
	return errors.Join(failed, err)
}

// recordMaker makes records of points.
type recordMaker struct {
	dict    *dictionary
	facets  map[*Traits]uint32
	details detailsWriter
}

func (m *recordMaker) record(p *Point) (record, error) {
	taxon, err := m.dict.taxonCode(p.Taxon)
	if err != nil {
		return record{}, err
	}
	code, ok := m.facets[p.Traits]
	if !ok {
		code = m.dict.facetCode(newFacet(*p.Traits, math.NaN(), false))
		m.facets[p.Traits] = code
	}
	first := int(LocalDay(p.ObservedAt, p.UTCOffset)) + pgDayZero
	days, ok := packDays(first, int(p.LastDay), p.Count)
	if !ok {
		return record{}, fmt.Errorf("the days or the count of a record are out of range: first day %s, last day %s, count %d", Date(int32(first)), Date(p.LastDay), p.Count)
	}
	r := record{
		row{code: interleave(p.X, p.Y), taxon: taxon, facet: code, days: days},
		newPointData(p.ID, p.ObservedAt, p.Precision, p.UTCOffset),
	}
	details := Details{UTCOffset: p.UTCOffset}
	details.Lon, details.Lat = placeOf(p.X, p.Y)
	r.details = m.details.add(&details)
	return r, nil
}

// newFacet returns the facet of traits, of a place with a latitude beyond the grid's square or NaN.
func newFacet(t Traits, latitude float64, uncertain bool) facet {
	return facet{
		Traits: t, lifeStage: strings.ToLower(t.LifeStage), sex: strings.ToLower(t.Sex), samplingProtocol: strings.ToLower(t.SamplingProtocol),
		latitude: latitude, uncertain: uncertain,
	}
}

// MortonCode is the order in which the index has places of the grid.
func MortonCode(x, y uint32) uint64 { return interleave(x, y) }

// GridPlace returns the grid coordinates of a longitude and a latitude, both in degrees. The latitude is within LatitudeLimit.
func GridPlace(lon, lat float64) (x, y uint32) { return uint32(gridX(lon)), uint32(gridY(lat)) }
