package importing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// recordNamespace is the UUIDv5 namespace of the ids of imported records.
var recordNamespace = uuid.MustParse("8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b11")

// stage writes a row in the column order of sql/staging/copy.sql.
func (run *fileImport) stage(rows *postgres.CopyRows, row darwincore.Row, source *dataSource, taxon stagedTaxon) error {
	rec := row.Record
	metadata, err := encodeMetadata(rec.Metadata)
	if err != nil {
		return fmt.Errorf("line %d: encode the other columns: %w", row.Line, err)
	}
	id, byContent := recordID(source.id, rec, run.key)
	rows.Begin(36)
	rows.Int4(int32(run.report.Rows))
	rows.Int4(int32(row.Line))
	rows.Int2(source.number)
	rows.UUID(id)
	rows.Bool(byContent)
	if hash, ok := run.sourceHash(rec); ok {
		rows.UUID(hash)
	} else {
		rows.Null()
	}
	rows.Bool(rec.Absent)
	rows.Text(taxon.slug)
	rows.Text(taxon.name)
	rows.Text(rec.VerbatimName)
	rows.Text(rec.Qualifier)
	rows.Int4(int32(rec.Count))
	if rec.CRS == "" {
		rows.Point(rec.Lon, rec.Lat)
	} else {
		run.otherCRS = true
		rows.PointIn(epsg(rec.CRS), rec.X, rec.Y)
	}
	rows.Timestamp(rec.Date.Start)
	rows.Int2(int16(rec.Date.Offset))
	rows.Text(string(rec.Date.Precision))
	rows.Date(rec.Date.Until)
	rows.Text(run.country(rec.StatedCountry, row.Line))
	rows.Int2(int16(flagsOf(rec)))
	rows.Text(rec.OccurrenceID)
	rows.Float8(rec.AccuracyM)
	rows.Text(rec.LifeStage)
	rows.Text(rec.Sex)
	rows.Text(rec.SamplingProtocol)
	rows.Text(rec.EventID)
	rows.Text(rec.Notes)
	rows.Text(rec.ObserverName)
	rows.Text(rec.BasisOfRecord)
	rows.Text(rec.Licence)
	rows.Text(rec.Status)
	stagePrivate(rows, rec)
	rows.JSONB(metadata)
	return nil
}

// epsg is the number of EPSG:n; 0 is no reference system.
func epsg(crs string) uint32 {
	code, err := strconv.ParseUint(strings.TrimPrefix(crs, "EPSG:"), 10, 24)
	if err != nil {
		return 0
	}
	return uint32(code)
}

func flagsOf(rec *darwincore.Record) (f surveillance.Flags) {
	if rec.Flags&darwincore.DateConflict != 0 {
		f |= surveillance.DateConflict
	}
	if rec.Flags&darwincore.CoarsePlace != 0 {
		f |= surveillance.CoarsePlace
	}
	if rec.Own != nil {
		for bit, name := range surveillance.FlagNames {
			if slices.Contains(rec.Own.Flags, name) {
				f |= 1 << bit
			}
		}
	}
	return f
}

// occurrenceUUID is the id of the record that has an occurrenceID in a data source.
func occurrenceUUID(sourceID, occurrenceID string) uuid.UUID {
	return uuid.NewSHA1(recordNamespace, []byte(sourceID+"\x00id\x00"+occurrenceID))
}

// recordID returns the id that a row gets in every import: the one that it had when it was exported, else one from its own id, else from
// its content. The key keeps anybody from trying contents, hidden places among them, until their id is that of a record.
func recordID(sourceID string, rec *darwincore.Record, key []byte) (id uuid.UUID, byContent bool) {
	if rec.Own != nil {
		return rec.ID, false
	}
	if rec.OccurrenceID != "" {
		return occurrenceUUID(sourceID, rec.OccurrenceID), false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("record\x00" + sourceID + "\x00"))
	mac.Write(rec.Hash[:])
	copy(id[:], mac.Sum(nil))
	id[6] = id[6]&0x0f | 0x80 // version 8
	id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
	return id, true
}

func encodeMetadata(metadata map[string]any) ([]byte, error) {
	if len(metadata) == 0 {
		return []byte("{}"), nil
	}
	return json.Marshal(metadata)
}

// statedCountry is a country as rows state it.
type statedCountry struct {
	id   string // "" for one that is not known
	note *Note  // that it is not known
}

// country returns the id of a country as a row names it; "" for one that is not known.
func (run *fileImport) country(written string, line int) string {
	if written == "" {
		return ""
	}
	c := run.countries.Get(written, func(written string) statedCountry {
		if id, _ := run.names.FindCountry(written); run.names.HasCountry(id) {
			return statedCountry{id: id}
		}
		return statedCountry{note: run.countryNotes.add(
			fmt.Sprintf("the country %q is not known, so it is not compared with the place", written), "other countries are not known", line)}
	})
	if c.note != nil {
		c.note.Rows++
	}
	return c.id
}

// countryName is the English name of a country.
func (run *fileImport) countryName(id string) string {
	return run.names.Name(surveillance.KindCountry, lang.English, id)
}

// maxCountriesKept limits what country remembers.
const maxCountriesKept = 5000
