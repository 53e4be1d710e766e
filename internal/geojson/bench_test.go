package geojson

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// BenchmarkAppendGeometry writes a point and a country's outline: twenty polygons of a thousand points.
func BenchmarkAppendGeometry(b *testing.B) {
	var country orb.MultiPolygon
	for n := range 20 {
		var ring orb.Ring
		for i := range 1000 {
			angle := 2 * math.Pi * float64(i) / 1000
			ring = append(ring, orb.Point{float64(n) + math.Cos(angle), 40 + math.Sin(angle)})
		}
		country = append(country, orb.Polygon{append(ring, ring[0])})
	}
	degrees := Coordinates{Decimals: DegreeDecimals}
	for name, shape := range map[string]orb.Geometry{"point": orb.Point{7.2512345, 43.7012345}, "country": country} {
		raw, err := wkb.Marshal(shape, binary.LittleEndian)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				if out, err = degrees.AppendGeometry(out[:0], raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAppendFeature writes 10,000 observations, as many as an answer has by default.
func BenchmarkAppendFeature(b *testing.B) {
	id, taxon := make([]byte, 16), []byte{0, 0, 0, 1}
	degrees := binary.BigEndian.AppendUint64(nil, math.Float64bits(43.7012345))
	at := binary.BigEndian.AppendUint64(nil, 700_000_000_000_000)
	row := postgres.Row{
		id, degrees, degrees, taxon, taxon, at, []byte("day"), nil, taxon, []byte("fr"), degrees, []byte("adult"), nil, []byte("verified"), nil,
	}
	var fields []pgconn.FieldDescription
	for _, column := range []struct {
		name string
		oid  uint32
	}{
		{"id", pgtype.UUIDOID}, {"lon", pgtype.Float8OID}, {"lat", pgtype.Float8OID}, {"taxon_key", pgtype.Int4OID}, {"count", pgtype.Int4OID},
		{"observed_at", pgtype.TimestamptzOID}, {"date_precision", pgtype.TextOID}, {"observed_until", pgtype.DateOID},
		{"data_source_key", pgtype.Int4OID}, {"country_id", pgtype.TextOID}, {"location_accuracy_m", pgtype.Float8OID},
		{"life_stage", pgtype.TextOID}, {"sex", pgtype.TextOID}, {"status", pgtype.TextOID}, {"notes", pgtype.TextOID},
	} {
		fields = append(fields, pgconn.FieldDescription{Name: column.name, DataTypeOID: column.oid, Format: pgtype.BinaryFormatCode})
	}
	columns := postgres.NewColumns(fields)
	encoder := NewEncoder(surveillance.NewNames(surveillance.Collections{}), lang.English)
	if encoder.Bind(columns); columns.Err() != nil {
		b.Fatal(columns.Err())
	}
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = out[:0]
		for range 10_000 {
			out = encoder.AppendFeature(out, row)
		}
	}
}
