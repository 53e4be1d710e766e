package geo

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Rows are the observations in one state of the tile index, as rows of their table in PostgreSQL's format: an encoder of query results takes
// them, too.
type Rows struct {
	db    postgres.Database
	index *tileindex.Index
	state *tileindex.State
}

// NewRows returns the rows of the newest state.
func NewRows(db postgres.Database, index *tileindex.Index) *Rows {
	return &Rows{db, index, index.State()}
}

// Version names the state.
func (r *Rows) Version() string { return r.state.Version().String() }

// Newest visits observations with the values of columns of the table o, in PostgreSQL's binary format; o.geom comes as WKB. A row is valid
// during the call only. ok is false when the rows, or one of the columns, are not in memory: then those that were visited do not count, and
// the caller has to ask the database.
func (r *Rows) Newest(ctx context.Context, n surveillance.Newest, columns []string, visit func(postgres.Row) error) (ok bool, err error) {
	if !r.state.Holds(n.Filter) || !r.state.HasPoints() {
		return false, nil
	}
	values := make([]value, len(columns))
	for i, column := range columns {
		if values[i] = valueOf[column]; values[i] == nil {
			return false, nil
		}
	}
	found, err := r.find(ctx, n)
	if err != nil {
		return false, ctx.Err() // another error is of the point file, and was logged
	}
	var refused error
	row, buffer := make(postgres.Row, len(columns)), []byte{}
	err = found.Each(func(p *tileindex.Point, d *tileindex.Details) error {
		buffer = buffer[:0]
		for i, value := range values {
			begin := len(buffer)
			if appended, known := value(buffer, shown{p, d}); known {
				row[i], buffer = appended[begin:], appended
			} else {
				row[i] = nil
			}
		}
		refused = visit(row)
		return refused
	})
	return err == nil || refused != nil, refused
}

func (r *Rows) find(ctx context.Context, n surveillance.Newest) (tileindex.Newest, error) {
	selection := r.selection(n.Filter, n.Overlapping)
	if n.From == nil || !n.From.Back {
		return selection.Newest(ctx, n.Limit, tileindex.PositionOf(n.From))
	}
	found, err := selection.NewestBefore(ctx, n.Limit, tileindex.PositionOf(n.From))
	found.Reverse()
	return found, err
}

// Count returns how many observations match a Filter. With overlapping, one of an observation's days within those of the Filter is enough.
// ok is false when they are not in memory.
func (r *Rows) Count(f surveillance.Filter, overlapping bool) (n int64, ok bool) {
	if ok = r.state.Holds(f); ok {
		n = r.selection(f, overlapping).Count()
	}
	return n, ok
}

func (r *Rows) selection(f surveillance.Filter, overlapping bool) tileindex.Selection {
	if overlapping {
		return r.state.SelectOverlapping(f)
	}
	return r.state.Select(f)
}

// InSnapshot runs read in a transaction whose snapshot shows the state. changed is true when the database is ahead of it: then nothing was
// read, and the newest state has caught up.
func (r *Rows) InSnapshot(ctx context.Context, read func(pgx.Tx) error) (changed bool, err error) {
	err = postgres.Transaction(ctx, r.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		query, args := r.state.ChangedQuery(0, 0, 0) // of the whole world
		if err := tx.QueryRow(ctx, query, args).Scan(&changed); err != nil || changed {
			return err
		}
		return read(tx)
	})
	if changed && err == nil {
		err = r.index.CatchUp(ctx)
	}
	return changed, err
}

// shown is a record as rows show it.
type shown struct {
	*tileindex.Point
	*tileindex.Details
}

// value appends a value of a record as PostgreSQL sends it; ok is false for null.
type value func(b []byte, r shown) (appended []byte, ok bool)

// valueOf are the values of columns.
var valueOf = map[string]value{
	"o.id": func(b []byte, r shown) ([]byte, bool) { return append(b, r.ID[:]...), true },
	"o.geom": func(b []byte, r shown) ([]byte, bool) {
		b = append(b, 1, 1, 0, 0, 0) // little-endian, a point
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(r.Lon))
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(r.Lat)), true
	},
	"o.taxon_key": func(b []byte, r shown) ([]byte, bool) { return appendInt(b, r.Taxon), true },
	"o.count":     func(b []byte, r shown) ([]byte, bool) { return appendInt(b, r.Count), true },
	"o.observed_at": func(b []byte, r shown) ([]byte, bool) {
		return binary.BigEndian.AppendUint64(b, uint64(r.ObservedAt)), true
	},
	"o.date_precision": func(b []byte, r shown) ([]byte, bool) { return append(b, r.Precision.Bytes()...), true },
	"o.observed_until": func(b []byte, r shown) ([]byte, bool) {
		return appendInt(b, tileindex.PostgresDay(r.LastDay)), r.Precision >= tileindex.PrecisionMonth
	},
	"o.first_day": func(b []byte, r shown) ([]byte, bool) {
		return appendInt(b, tileindex.LocalDay(r.ObservedAt, r.Details.UTCOffset)), true
	},
	"o.data_source_key": func(b []byte, r shown) ([]byte, bool) { return appendInt(b, r.Traits.Source), r.Traits.Source != 0 },
	"o.location_accuracy_m": func(b []byte, r shown) ([]byte, bool) {
		return binary.BigEndian.AppendUint64(b, math.Float64bits(r.Traits.AccuracyM)), !math.IsNaN(r.Traits.AccuracyM)
	},
	"o.country_id":        trait(func(t *tileindex.Traits) string { return t.Country }),
	"o.region_id":         trait(func(t *tileindex.Traits) string { return t.Region }),
	"o.life_stage":        trait(func(t *tileindex.Traits) string { return t.LifeStage }),
	"o.sex":               trait(func(t *tileindex.Traits) string { return t.Sex }),
	"o.sampling_protocol": trait(func(t *tileindex.Traits) string { return t.SamplingProtocol }),
	"o.status":            trait(func(t *tileindex.Traits) string { return t.Status }),
	"o.flags": func(b []byte, r shown) ([]byte, bool) {
		return binary.BigEndian.AppendUint16(b, uint16(r.Traits.Flags)), true
	},
	"o.notes":                    text(func(d *tileindex.Details) []byte { return d.Notes }),
	"o.occurrence_id":            text(func(d *tileindex.Details) []byte { return d.OccurrenceID }),
	"o.identification_qualifier": text(func(d *tileindex.Details) []byte { return d.Qualifier }),
	"o.basis_of_record":          text(func(d *tileindex.Details) []byte { return d.BasisOfRecord }),
}

// trait is a text of the traits, of which none is empty.
func trait(of func(*tileindex.Traits) string) value {
	return func(b []byte, r shown) ([]byte, bool) {
		v := of(r.Traits)
		return append(b, v...), v != ""
	}
}

func text(of func(*tileindex.Details) []byte) value {
	return func(b []byte, r shown) ([]byte, bool) {
		v := of(r.Details)
		return append(b, v...), v != nil
	}
}

func appendInt(b []byte, n int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(n)) }
