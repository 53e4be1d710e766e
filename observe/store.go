package observe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	citeQuery       = sql.Get("observe/cite.sql")
	listQuery       = sql.Get("observe/list.sql")
	listKnownQuery  = sql.Get("observe/list_known.sql")
	listAfterQuery  = sql.Get("observe/list_after.sql")
	listOldestQuery = sql.Get("observe/list_oldest.sql")
	listSortedQuery = sql.Get("observe/list_sorted.sql")
	listBeforeQuery = sql.Get("observe/list_before.sql")
	countUserQuery  = sql.Get("observe/count_user.sql")
	insertQuery     = sql.Get("observe/insert.sql")
	insertHeldQuery = sql.Get("observe/insert_held.sql")
	holdQuery       = sql.Get("observe/hold.sql")
	holdOnQuery     = sql.Get("observe/hold_on.sql")
	publishQuery    = sql.Get("observe/publish.sql")
	thereQuery      = sql.Get("observe/there.sql")
	knowTaxonQuery  = sql.Get("observe/know_taxon.sql")
	lockIDsQuery    = sql.Get("observe/lock_ids.sql")
	getShownQuery   = sql.Get("observe/get.sql")
	listExactQuery  = sql.Get("observe/list_exact.sql")
)

// errNoRecord means that no observation has the id. It is also the answer to the client.
var errNoRecord = httpapi.NotFound("Observation not found")

type store struct {
	db      *pgxpool.Pool
	reads   postgres.Database // what is public is read there
	counter surveillance.Counter
	lookups *postgres.Lookups
}

// table is where records lie, with its queries. get has the exact place of a record.
type table struct{ get, lock, update sql.Query }

var (
	shown = table{sql.Get("observe/get_exact.sql"), sql.Get("observe/lock.sql"), sql.Get("observe/update.sql")}
	held  = table{sql.Get("observe/get_held.sql"), sql.Get("observe/lock_held.sql"), sql.Get("observe/update_held.sql")}
)

// get returns a record by a query.
func (s store) get(ctx context.Context, db postgres.Querier, query sql.Query, id uuid.UUID) (record, error) {
	r, err := postgres.One[anyRecord](ctx, db, query, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return record{}, errNoRecord
	}
	if err != nil {
		return record{}, fmt.Errorf("read observation %s: %w", id, err)
	}
	return r.whole(), nil
}

// find returns a record with its exact place, public or not.
func (s store) find(ctx context.Context, db postgres.Querier, id uuid.UUID) (rec record, err error) {
	err = s.inEither(ctx, db, id, func() (err error) {
		if rec, err = s.get(ctx, db, shown.get, id); errors.Is(err, errNoRecord) {
			rec, err = s.get(ctx, db, held.get, id)
		}
		return err
	})
	return rec, err
}

// inEither calls look, which looks for a record at one table after the other, until it finds the record: between its looks the record may move. That
// there is none says one look at both.
func (s store) inEither(ctx context.Context, db postgres.Querier, id uuid.UUID, look func() error) error {
	for {
		err := look()
		if !errors.Is(err, errNoRecord) {
			return err
		}
		there := false
		if err := db.QueryRow(ctx, thereQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&there); err != nil {
			return fmt.Errorf("look for observation %s: %w", id, err)
		}
		if !there {
			return errNoRecord
		}
	}
}

// read returns a public record as the public sees it, with names from memory, where they are known.
func (s store) read(ctx context.Context, id uuid.UUID) (record, error) {
	records, ok, err := s.known(ctx, surveillance.Filter{Statuses: surveillance.Statuses}, []uuid.UUID{id})
	switch {
	case err != nil:
		return record{}, err
	case len(records) == 0:
		return record{}, errNoRecord
	case !ok: // a new name
		return s.get(ctx, s.reads, getShownQuery, id)
	}
	return records[0], nil
}

// page is a page of the list.
type page struct {
	records []record
	more    bool // records follow in the direction of reading
}

// page reads a page by SQL.
func (s store) page(ctx context.Context, p listRequest) (*page, error) {
	args := postgres.FilterArgs(p.filter)
	args["user_id"] = p.user
	records, more, err := paging.Read[record](ctx, s.reads, p.Request, args, paging.Queries{
		Begin: listQuery, After: listAfterQuery, Before: listBeforeQuery, End: listOldestQuery, Sorted: listSortedQuery,
	})
	if err != nil {
		return nil, fmt.Errorf("list observations: %w", err)
	}
	for i := range records {
		records[i].complete()
	}
	return &page{records, more}, nil
}

// knownPage reads the records whose ids the Counter knows to be those of the page. It returns nil when the Counter does not, or when one of
// them changed since.
func (s store) knownPage(ctx context.Context, p listRequest) (*page, error) {
	from, limit, ok := p.FromMemory()
	if !ok || p.user != nil {
		return nil, nil
	}
	ids, ok, err := s.counter.Newest(ctx, p.filter, limit, from)
	if err != nil || !ok {
		return nil, err
	}
	records, ok, err := s.known(ctx, p.filter, p.Skip(ids))
	if err != nil || !ok {
		return nil, err
	}
	records, more := paging.Cut(p.Request, records)
	return &page{records, more}, nil
}

// known reads the records with ids, which are in the order of lists. ok is false when that is no longer their order, one of them is gone or
// does not match, or a name is not in memory.
func (s store) known(ctx context.Context, f surveillance.Filter, ids []uuid.UUID) (records []record, ok bool, err error) {
	args := postgres.FilterArgs(f)
	args["ids"] = ids
	if records, err = postgres.AllKept[record](ctx, s.reads, listKnownQuery, args); err != nil {
		return nil, false, fmt.Errorf("read observations: %w", err)
	}
	ok = len(records) == len(ids)
	for i := 0; ok && i < len(records); i++ {
		ok = records[i].ID == ids[i] && records[i].nameBy(s.lookups.Current())
		records[i].complete()
	}
	return records, ok, nil
}

func (s store) countUser(ctx context.Context, f surveillance.Filter, user string) (n int64, err error) {
	args := postgres.FilterArgs(f)
	args["user_id"] = user
	if err := s.reads.QueryRow(ctx, countUserQuery.String(), args).Scan(&n); err != nil {
		return 0, fmt.Errorf("count a user's observations: %w", err)
	}
	return n, nil
}

// insert stores a new record. hash is that of the request when the client chose the id, else nil. inserted is false when the id
// was taken meanwhile.
func (s store) insert(ctx context.Context, id uuid.UUID, d draft, hash []byte) (r record, inserted bool, err error) {
	var stored anyRecord
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return r, false, err
	}
	query, args := d.insertion(id, hash, actor)
	if !d.taxon.IsNew() && d.PredictionID == nil && hash == nil {
		stored, err = postgres.WriteOne[anyRecord](ctx, s.db, query, args)
	} else {
		err = postgres.Write(ctx, s.db, func(tx pgx.Tx) error {
			if err := d.taxon.AddName(ctx, tx, d.heldReason != ""); err != nil {
				return err
			}
			if err := s.cite(ctx, tx, id, &d); err != nil {
				return err
			}
			if hash != nil {
				if err := lockIDs(ctx, tx, id); err != nil {
					return err
				}
			}
			query, args = d.insertion(id, hash, actor)
			stored, err = postgres.One[anyRecord](ctx, tx, query, args)
			return err
		})
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("store observation %s: %w", id, err)
	}
	if stored.CellDegrees != nil {
		r, err = s.find(ctx, s.db, id)
		return r, err == nil, err
	}
	return stored.whole(), true, nil
}

// lockIDs holds others who store new records with ids that clients chose until the transaction ends.
func lockIDs(ctx context.Context, tx pgx.Tx, ids ...uuid.UUID) error {
	if _, err := postgres.Exec(ctx, tx, lockIDsQuery, pgx.StrictNamedArgs{"ids": ids}); err != nil {
		return fmt.Errorf("lock the ids of observations: %w", err)
	}
	return nil
}

// exactly returns those of some records whose places the public does not know, with their exact places.
func (s store) exactly(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := postgres.All[anyRecord](ctx, s.db, listExactQuery, pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, fmt.Errorf("read exact places: %w", err)
	}
	out := make(map[uuid.UUID]record, len(rows))
	for _, r := range rows {
		out[r.ID] = r.whole()
	}
	return out, nil
}

// insertion returns the query that stores a new record, and its parameters.
func (d draft) insertion(id uuid.UUID, hash []byte, actor history.Actor) (sql.Query, pgx.StrictNamedArgs) {
	args := d.args()
	maps.Copy(args, actor.Args())
	args["id"], args["hash"], args["receipt"], args["account"] = id, hash, d.receipt, d.account
	if d.heldReason == "" {
		return insertQuery, args
	}
	args["held_reason"] = d.heldReason
	return insertHeldQuery, args
}

// lock reads a record of the tables and locks it until the transaction ends, and says in which it is.
func (s store) lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (rec record, of table, err error) {
	err = s.inEither(ctx, tx, id, func() (err error) {
		for _, of = range []table{shown, held} {
			var locked uuid.UUID
			err := tx.QueryRow(ctx, of.lock.String(), pgx.StrictNamedArgs{"id": id}).Scan(&locked)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return fmt.Errorf("lock observation %s: %w", id, err)
			}
			rec, err = s.get(ctx, tx, of.get, id)
			return err
		}
		return errNoRecord
	})
	return rec, of, err
}

// update changes a locked record. change returns its new content, or false to leave the record as it is; update returns an error of
// change unchanged. The result is the stored record, and whether it was changed.
func (s store) update(ctx context.Context, id uuid.UUID, change func(db postgres.Querier, r record) (draft, bool, error)) (r record, changed bool, err error) {
	err = postgres.Write(ctx, s.db, func(tx pgx.Tx) error {
		var of table
		if r, of, err = s.lock(ctx, tx, id); err != nil {
			return err
		}
		var d draft
		if d, changed, err = change(tx, r); err != nil || !changed {
			return err
		}
		if err := d.taxon.AddName(ctx, tx, cmp.Or(d.publication, r.Publication) != public); err != nil {
			return err
		}
		if err := s.citeChanged(ctx, tx, id, &d, r.PredictionID); err != nil {
			return err
		}
		args := d.args()
		args["id"], args["moved"] = id, d.Location != r.Location
		if _, err := postgres.Exec(ctx, tx, of.update, args); err != nil {
			return fmt.Errorf("change observation %s: %w", id, err)
		}
		if err := s.move(ctx, tx, r, d.publication, d.heldReason); err != nil {
			return err
		}
		before := r
		if r, err = s.find(ctx, tx, id); err != nil {
			return err
		}
		if r.Publication == public && (before.Publication != public || before.TaxonKey != r.TaxonKey) {
			if _, err := postgres.Exec(ctx, tx, knowTaxonQuery, pgx.StrictNamedArgs{"key": r.TaxonKey}); err != nil {
				return fmt.Errorf("let everybody know the name of observation %s: %w", id, err)
			}
		}
		return s.note(ctx, tx, before, r, d.action, d.reason)
	})
	return r, changed, err
}

// move makes a locked record public, or takes it from the public, or says anew why it is not there. "" leaves it as it is.
func (s store) move(ctx context.Context, tx pgx.Tx, r record, to, reason string) error {
	if to == "" {
		return nil
	}
	query, args := publishQuery, pgx.StrictNamedArgs{"id": r.ID}
	if to != public {
		query, args["publication"], args["reason"] = holdQuery, to, nil
		if reason != "" { // an entry of the history may say none to an undo
			args["reason"] = reason
		}
		if r.Publication != public {
			query = holdOnQuery
		}
	}
	if _, err := postgres.Exec(ctx, tx, query, args); err != nil {
		return fmt.Errorf("make observation %s %s: %w", r.ID, to, err)
	}
	return nil
}

// withdraw takes a record from the public, unless check returns an error. check says why the record goes.
func (s store) withdraw(ctx context.Context, id uuid.UUID, check func(postgres.Querier, record) (reason string, err error)) error {
	return postgres.Write(ctx, s.db, func(tx pgx.Tx) error {
		r, _, err := s.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		reason, err := check(tx, r)
		if err != nil {
			return err
		}
		// What somebody else withdrew is withdrawn by its reporter too, who alone may bring that back.
		if r.Publication == withdrawn && (reason != heldReporter || equal(r.heldReason, &reason)) {
			return nil
		}
		if err := s.move(ctx, tx, r, withdrawn, reason); err != nil {
			return err
		}
		after := r
		after.Publication, after.heldReason = withdrawn, &reason
		return s.note(ctx, tx, r, after, history.Withdrawn, "")
	})
}

// citation is what a record takes from a prediction that this server saved.
type citation struct {
	ImageURL   *string  `db:"image_url"`
	ModelID    *string  `db:"model_id"`
	Confidence *float64 `db:"confidence"` // nil: it names no species
}

// cite takes picture, model and confidence from the prediction that the record with an id cites. A prediction that this server did not save
// may be another service's: then the record keeps what was sent.
func (s store) cite(ctx context.Context, tx pgx.Tx, id uuid.UUID, d *draft) error {
	if d.PredictionID == nil {
		return nil
	}
	cited, err := s.citation(ctx, tx, id, *d.PredictionID)
	if err == nil && cited != nil {
		d.ImageURL, d.ModelID, d.Confidence = cited.ImageURL, cited.ModelID, cited.Confidence
	}
	return err
}

// citeChanged handles a change of the cited prediction. It removes what the record took from the former prediction and nobody changed,
// because the picture may be deleted from now on, and cites the new one.
func (s store) citeChanged(ctx context.Context, tx pgx.Tx, id uuid.UUID, d *draft, before *uuid.UUID) error {
	if before != nil && d.PredictionID != nil && *before == *d.PredictionID || before == nil && d.PredictionID == nil {
		return nil
	}
	if before != nil {
		was, err := s.citation(ctx, tx, id, *before)
		if err != nil {
			return err
		}
		if was != nil && equal(d.ImageURL, was.ImageURL) {
			d.ImageURL, d.ModelID, d.Confidence = nil, unlessEqual(d.ModelID, was.ModelID), unlessEqual(d.Confidence, was.Confidence)
		}
	}
	return s.cite(ctx, tx, id, d)
}

// citation reads a prediction for the record that cites it; nil when this server did not save it.
func (s store) citation(ctx context.Context, tx pgx.Tx, by, id uuid.UUID) (*citation, error) {
	return oneOrNone[citation](ctx, tx, fmt.Sprintf("look for prediction %s", id), citeQuery, pgx.StrictNamedArgs{"id": id, "observation": by})
}

// oneOrNone reads the one row of a query, nil without one. Its error begins with doing.
func oneOrNone[T any](ctx context.Context, db postgres.Querier, doing string, query sql.Query, args pgx.StrictNamedArgs) (*T, error) {
	row, err := postgres.One[T](ctx, db, query, args)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return &row, nil
}

// same reports whether two values are equal, or both are missing.
func same[T comparable](a, b *T) bool { return a == nil && b == nil || equal(a, b) }

func equal[T comparable](a, b *T) bool { return a != nil && b != nil && *a == *b }

// unlessEqual returns a value, or nil when it equals another.
func unlessEqual[T comparable](value, other *T) *T {
	if equal(value, other) {
		return nil
	}
	return value
}

// args returns the parameters that insert.sql and update.sql share.
func (d draft) args() pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"taxon_key": d.taxon.Key, "verbatim_scientific_name": d.Verbatim, "count": d.Count, "lat": d.Location.Lat, "lng": d.Location.Lng,
		"observed_at": d.ObservedAt, "date_precision": d.DatePrecision, "observed_until": d.ObservedUntil, "data_source_key": d.sourceKey,
		"location_accuracy_m": d.LocationAccuracyM, "life_stage": d.LifeStage, "sex": d.Sex, "sampling_protocol": d.SamplingProtocol,
		"event_id": d.EventID, "status": d.Status, "notes": d.Notes, "user_id": d.UserID, "observer_name": d.ObserverName,
		"image_url": d.ImageURL, "prediction_id": d.PredictionID, "model_id": d.ModelID, "confidence": d.Confidence,
		"metadata": string(d.Metadata), "utc_offset": d.UTCOffset, "identification_qualifier": d.Qualifier, "basis_of_record": d.BasisOfRecord,
		"licence": d.Licence, "obscured_degrees": d.ObscuredDegrees,
	}
}
