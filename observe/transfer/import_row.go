package transfer

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// recordNamespace is the UUIDv5 namespace of the ids of imported records.
var recordNamespace = uuid.MustParse("8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b11")

// stage writes a row in the column order of sql/importing/copy.sql.
func (run *importRun) stage(rows *postgres.CopyRows, row darwincore.Row, slug string) error {
	rec := row.Record
	metadata, err := encodeMetadata(rec.Metadata)
	if err != nil {
		return fmt.Errorf("line %d: encode the other columns: %w", row.Line, err)
	}
	id, byContent := run.recordID(rec)
	rows.Begin(22)
	rows.Int4(int32(row.Line))
	rows.UUID(id)
	rows.Bool(byContent)
	rows.UUID(rec.Hash)
	rows.Bool(rec.Absent)
	rows.Text(slug)
	rows.Text(rec.Name.Scientific)
	rows.Text(rec.VerbatimName)
	rows.Int4(int32(rec.Count))
	rows.Point(rec.Lon, rec.Lat)
	rows.Timestamp(rec.Date.Start)
	rows.Text(string(rec.Date.Precision))
	rows.Date(rec.Date.Until)
	rows.Text(rec.OccurrenceID)
	rows.Float8(rec.AccuracyM)
	rows.Text(rec.LifeStage)
	rows.Text(rec.Sex)
	rows.Text(rec.SamplingProtocol)
	rows.Text(rec.EventID)
	rows.Text(rec.Notes)
	rows.Text(rec.ObserverName)
	rows.JSONB(metadata)
	return nil
}

// recordID returns the id that a row gets in every import: from its own id, else from its content.
func (run *importRun) recordID(rec *darwincore.Record) (id uuid.UUID, byContent bool) {
	if rec.OccurrenceID != "" {
		return uuid.NewSHA1(recordNamespace, []byte(run.sourceID+"\x00id\x00"+rec.OccurrenceID)), false
	}
	return uuid.NewSHA1(recordNamespace, append([]byte(run.sourceID+"\x00content\x00"), rec.Hash[:]...)), true
}

func encodeMetadata(metadata map[string]any) ([]byte, error) {
	if len(metadata) == 0 {
		return []byte("{}"), nil
	}
	return json.Marshal(metadata)
}
