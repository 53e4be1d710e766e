package tileindex

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// coder makes records of the rows of one connection. It remembers the codes that the dictionary gave it, so that it seldom
// waits for another coder. It knows a facet by the numbers of its two halves: the raw values of all facets would not stay in
// the processor's caches, those of the halves do.
type coder struct {
	dict         *dictionary
	columns      columns
	taxon        map[int32]uint16
	where, other map[string]uint32
	facet        map[uint64]uint32 // by the numbers of both halves
	raw          []byte
	details      detailsWriter
}

// newCoder returns a coder that writes details to the file, which may be nil.
func newCoder(d *dictionary, file *pointFile) *coder {
	return &coder{
		dict: d, taxon: map[int32]uint16{}, where: map[string]uint32{}, other: map[string]uint32{}, facet: map[uint64]uint32{},
		details: detailsWriter{points: file},
	}
}

// columns are those of sql/fragment/index_columns.sql and sql/fragment/details_columns.sql, and the latitude of a place beyond the grid's square.
type columns struct {
	id                                       postgres.UUIDColumn
	place, taxonAndCount, lastDayAndSource   postgres.Int8Column
	clockAndFlags                            postgres.Int4Column
	observedAt                               postgres.TimestampColumn
	precision                                postgres.TextColumn
	country, region                          postgres.TextColumn
	status, lifeStage, sex, samplingProtocol postgres.TextColumn
	accuracyM, latitude                      postgres.Float8Column
	details                                  detailsColumns

	where, other []postgres.Column // the halves of a facet
}

// bind finds the columns of load.sql or changes.sql.
func (c *coder) bind(from *postgres.Columns) {
	v := columns{
		id: from.UUID("id"), place: from.Int8("place"), taxonAndCount: from.Int8("taxon_and_count"),
		lastDayAndSource: from.Int8("last_day_and_source"), clockAndFlags: from.Int4("clock_and_flags"), observedAt: from.Timestamp("observed_at"),
		precision: from.Text("date_precision"), country: from.Text("country_id"), region: from.Text("region_id"),
		status: from.Text("status"), lifeStage: from.Text("life_stage"), sex: from.Text("sex"),
		samplingProtocol: from.Text("sampling_protocol"), accuracyM: from.Float8("location_accuracy_m"),
		latitude: from.Float8("latitude"), details: bindDetails(from),
	}
	v.where = []postgres.Column{v.country.Column, v.region.Column}
	v.other = []postgres.Column{
		v.status.Column, v.lifeStage.Column, v.sex.Column, v.samplingProtocol.Column, v.accuracyM.Column, v.latitude.Column,
	}
	c.columns = v
}

// record returns a row as the index keeps it. Of what the index cannot hold it returns errLost: SQL counts it.
func (c *coder) record(from postgres.Row) (record, error) {
	v := &c.columns
	x, y := pair(v.place.Of(from))
	key, count := pair(v.taxonAndCount.Of(from))
	lastDay, source := pair(v.lastDayAndSource.Of(from))
	taxon, err := c.taxonCode(key)
	if err != nil {
		return record{}, fmt.Errorf("%w: %w", errLost, err)
	}
	micros := v.observedAt.Micros(from)
	clock, flags := v.clockAndFlags.Of(from)>>16, v.clockAndFlags.Of(from)&0xffff
	first, last := LocalDay(micros, int16(clock))+pgDayZero, lastDay+pgDayZero
	days, ok := packDays(int(first), int(last), count)
	if !ok {
		return record{}, fmt.Errorf("%w: a record's days or count are out of range: first day %s, last day %s, count %d", errLost,
			dateOf(int(first)).Format(time.DateOnly), dateOf(int(last)).Format(time.DateOnly), count)
	}
	precision, ok := ParsePrecision(v.precision.Raw(from))
	if !ok {
		return record{}, fmt.Errorf("%w: a record's date precision is %q", errLost, v.precision.Raw(from))
	}
	r := record{
		row{code: interleave(gridOf(x), gridOf(y)), taxon: taxon, facet: c.facetCode(source, flags, from), days: days},
		newPointData(v.id.Of(from), micros, precision, int16(clock)),
	}
	if details, ok := v.details.of(from, int16(clock)); ok {
		r.details = c.details.add(&details)
	}
	return r, nil
}

// pair splits two integers that a query joined.
func pair(n int64) (high, low int32) { return int32(n >> 32), int32(n) }

// Microseconds of a timestamp.
const (
	microsAMinute = 60 * 1e6
	microsADay    = 86400 * 1e6
)

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func (c *coder) taxonCode(key int32) (uint16, error) {
	if code, ok := c.taxon[key]; ok {
		return code, nil
	}
	code, err := c.dict.taxonCode(key)
	if err == nil {
		c.taxon[key] = code
	}
	return code, err
}

// facetCode returns the code of the facet of a row with the data source and the flags, whose lowest bit says that the name is in doubt.
func (c *coder) facetCode(source, flags int32, from postgres.Row) uint32 {
	v := &c.columns
	where := c.number(c.where, flags, from, v.where)
	other := c.number(c.other, source, from, v.other)
	key := uint64(where)<<32 | uint64(other)
	if code, ok := c.facet[key]; ok {
		return code
	}
	t := Traits{
		Source: source, Country: v.country.Of(from), Status: v.status.Of(from), LifeStage: v.lifeStage.Of(from), Sex: v.sex.Of(from),
		AccuracyM: v.accuracyM.Of(from), Region: v.region.Of(from), SamplingProtocol: v.samplingProtocol.Of(from), Flags: surveillance.Flags(flags >> 1),
	}
	code := c.dict.facetCode(newFacet(t, v.latitude.Of(from), flags&1 == 1))
	c.facet[key] = code
	return code
}

// number returns the number of an integer and a row's values among those of a half.
func (c *coder) number(half map[string]uint32, first int32, from postgres.Row, values []postgres.Column) uint32 {
	raw := binary.BigEndian.AppendUint32(c.raw[:0], uint32(first))
	for _, column := range values {
		v := column.Raw(from)
		if v == nil {
			raw = append(raw, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		raw = binary.BigEndian.AppendUint32(raw, uint32(len(v)))
		raw = append(raw, v...)
	}
	c.raw = raw
	n, ok := half[string(raw)]
	if !ok {
		n = uint32(len(half))
		half[string(raw)] = n
	}
	return n
}
