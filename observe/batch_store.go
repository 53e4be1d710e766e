package observe

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/naming"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var insertBatchQuery = sql.Get("observe/insert_batch.sql")

// batchTimeout is how long the statement that stores a batch may take.
const batchTimeout = time.Minute

// compareStored compares the rows that no check has decided about with the records that have their ids.
func (s store) compareStored(ctx context.Context, db postgres.Querier, viewer viewer, rows []*batchRow) error {
	var ids []uuid.UUID
	for _, row := range rows {
		if row.Status == "" && row.hash != nil {
			ids = append(ids, *row.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	taken, err := s.requests(ctx, db, ids...)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Status != "" || row.hash == nil {
			continue
		}
		if stored, ok := taken[*row.ID]; ok {
			same := viewer.repeats(stored, row.hash)
			if !same {
				checkOwnID(row.ID, row.form)
			}
			if err := row.form.Err(); err != nil {
				row.refuse(err)
				continue
			}
			row.compare(same)
		}
	}
	return nil
}

// insertBatch stores rows, all of which are new unless another request is storing them now. With all it stores nothing when a row is
// refused.
func (s store) insertBatch(ctx context.Context, viewer viewer, rows []*batchRow, all bool) error {
	return postgres.Write(ctx, s.db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, batchTimeout); err != nil {
			return err
		}
		encoded, err := s.encodeRows(ctx, tx, rows)
		if err != nil {
			return err
		}
		actor, err := history.ActorOf(ctx)
		if err != nil {
			return err
		}
		var chosen []uuid.UUID
		for _, row := range rows {
			if row.hash != nil {
				chosen = append(chosen, *row.ID)
			}
		}
		if err := lockIDs(ctx, tx, chosen...); err != nil {
			return err
		}
		args := actor.Args()
		args["rows"], args["batch_id"] = encoded, uuid.NewString()
		found, err := tx.Query(ctx, insertBatchQuery.String(), args)
		if err != nil {
			return fmt.Errorf("store a batch of observations: %w", err)
		}
		ids, err := pgx.CollectRows(found, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("store a batch of observations: %w", err)
		}
		created := make(map[uuid.UUID]bool, len(ids))
		for _, id := range ids {
			created[id] = true
		}
		for _, row := range rows {
			if created[*row.ID] {
				row.Status = rowCreated
			}
		}
		if err := s.compareStored(ctx, tx, viewer, rows); err != nil {
			return err
		}
		for _, row := range rows {
			if row.Status == "" { // its id was taken a moment ago, and is free again
				row.conflict()
			}
		}
		if all {
			return refusal(rows)
		}
		return nil
	})
}

// encodeRows returns the rows as insert_batch.sql reads them. It adds their new names and cites their predictions.
func (s store) encodeRows(ctx context.Context, tx pgx.Tx, rows []*batchRow) (string, error) {
	added := map[string]naming.Species{}
	args := make([]pgx.StrictNamedArgs, len(rows))
	for i, row := range rows {
		d := &row.draft
		if d.taxon.IsNew() {
			if _, ok := added[d.taxon.ID]; !ok {
				if err := d.taxon.AddName(ctx, tx, false); err != nil {
					return "", err
				}
				added[d.taxon.ID] = d.taxon
			}
			d.taxon.Key = added[d.taxon.ID].Key
		}
		if err := s.cite(ctx, tx, *row.ID, d); err != nil {
			return "", err
		}
		args[i] = d.args()
		args[i]["id"], args[i]["account"] = row.ID, d.account
		if row.hash != nil {
			args[i]["hash"] = hex.EncodeToString(row.hash)
		}
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return "", fmt.Errorf("encode a batch of observations: %w", err)
	}
	return string(encoded), nil
}
