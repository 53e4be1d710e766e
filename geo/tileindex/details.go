package tileindex

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Details are what a feature shows of a record beside its Point. A text that is nil is none.
type Details struct {
	Lon, Lat  float64 // degrees
	UTCOffset int16   // minutes that the clock of the time was ahead of UTC

	Notes, OccurrenceID, Qualifier, BasisOfRecord, Licence []byte
}

// degreeUnit is how many units of the stored coordinates a degree has. Features have as many decimals, and so have the records that
// Skeeter writes.
const degreeUnit = 1e7

// detailsHead is the length of the part that every record has: which texts follow, the coordinates, the offset of the clock.
const detailsHead = 1 + 4 + 4 + 2

// finer marks a record of another program whose coordinates have more decimals: they follow the head as they are.
const (
	finer      = 1 << 7
	finerBytes = 8 + 8
)

// append appends the details in the form that parseDetails reads. PostgreSQL keeps texts of at most 4,000 characters in these columns.
func (d *Details) append(b []byte) []byte {
	at := len(b)
	b = append(b, 0)
	lon, lat := int32(math.Round(d.Lon*degreeUnit)), int32(math.Round(d.Lat*degreeUnit))
	b = binary.LittleEndian.AppendUint32(b, uint32(lon))
	b = binary.LittleEndian.AppendUint32(b, uint32(lat))
	b = binary.LittleEndian.AppendUint16(b, uint16(d.UTCOffset))
	if x, y := math.Float64bits(d.Lon), math.Float64bits(d.Lat); x != math.Float64bits(degrees(lon)) || y != math.Float64bits(degrees(lat)) {
		b[at] |= finer
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, x), y)
	}
	for i, text := range d.texts() {
		if *text != nil {
			b[at] |= 1 << i
			b = append(binary.AppendUvarint(b, uint64(len(*text))), *text...)
		}
	}
	return b
}

func degrees(stored int32) float64 { return float64(stored) / degreeUnit }

// texts are the texts in the order in which they are stored.
func (d *Details) texts() [5]*[]byte {
	return [...]*[]byte{&d.Notes, &d.OccurrenceID, &d.Qualifier, &d.BasisOfRecord, &d.Licence}
}

var errDetails = errors.New("the details of a record are damaged")

// parseDetails reads what append wrote. The texts share the memory of b.
func parseDetails(b []byte) (d Details, err error) {
	if len(b) < detailsHead {
		return d, errDetails
	}
	stored := b[0]
	d.Lon = degrees(int32(binary.LittleEndian.Uint32(b[1:])))
	d.Lat = degrees(int32(binary.LittleEndian.Uint32(b[5:])))
	d.UTCOffset = int16(binary.LittleEndian.Uint16(b[9:]))
	b = b[detailsHead:]
	if stored&finer != 0 {
		if len(b) < finerBytes {
			return d, errDetails
		}
		d.Lon, d.Lat = math.Float64frombits(binary.LittleEndian.Uint64(b)), math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))
		if b = b[finerBytes:]; !(math.Abs(d.Lon) <= 180 && math.Abs(d.Lat) <= 90) {
			return d, errDetails
		}
	}
	for i, text := range d.texts() {
		if stored&(1<<i) == 0 {
			continue
		}
		length, n := binary.Uvarint(b)
		if n <= 0 || length > uint64(len(b)-n) {
			return d, errDetails
		}
		*text, b = b[n:n+int(length)], b[n+int(length):]
	}
	return d, nil
}

// detailsColumns are those of sql/fragment/details_columns.sql.
type detailsColumns struct {
	lon, lat                                       postgres.Float8Column
	notes, occurrenceID, qualifier, basis, licence postgres.TextColumn
}

func bindDetails(from *postgres.Columns) detailsColumns {
	return detailsColumns{
		lon: from.Float8("lon"), lat: from.Float8("lat"), notes: from.Text("notes"), occurrenceID: from.Text("occurrence_id"),
		qualifier: from.Text("identification_qualifier"), basis: from.Text("basis_of_record"), licence: from.Text("licence"),
	}
}

// of returns the details of a row. ok is false for the row of a change whose record is gone.
func (c *detailsColumns) of(from postgres.Row, utcOffset int16) (d Details, ok bool) {
	if c.lon.IsNull(from) {
		return d, false
	}
	return Details{
		Lon: c.lon.Of(from), Lat: c.lat.Of(from), UTCOffset: utcOffset, Notes: c.notes.Raw(from), OccurrenceID: c.occurrenceID.Raw(from),
		Qualifier: c.qualifier.Raw(from), BasisOfRecord: c.basis.Raw(from), Licence: c.licence.Raw(from),
	}, true
}
