package observe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/naming"
)

// What a batch does with its good rows when others are bad.
const (
	modeAll  = "all"  // nothing is stored
	modeEach = "each" // the good ones are stored
)

// What became of a row.
const (
	rowCreated  = "created"
	rowExisting = "existing" // an earlier request has stored it
	rowInvalid  = "invalid"
	rowConflict = "conflict" // a record with its id and other content exists
	rowRefused  = "refused"  // it is of a data source that the visitor may not write
)

// maxBatchErrors bounds the errors in the answer to a batch that is refused as a whole.
const maxBatchErrors = 100

// batchRow is a row of a batch, and what became of it.
type batchRow struct {
	Row      int                  `json:"row"` // from 1
	Status   string               `json:"status"`
	ID       *uuid.UUID           `json:"id"` // nil: the row has none and is not stored
	Warnings []string             `json:"warnings,omitempty"`
	Errors   []httpapi.FieldError `json:"errors,omitempty"`

	draft draft
	form  form.Form
	hash  []byte // nil: the server chose the id
}

// batchAnswer is the answer to a batch that is stored, at least in part.
type batchAnswer struct {
	Created  int         `json:"created"`
	Existing int         `json:"existing"`
	Refused  int         `json:"refused"`
	Results  []*batchRow `json:"results"`
}

func (o *Observe) createBatch(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	mode := p.OneOf("mode", modeAll, modeAll, modeEach)
	if err := p.Err(); err != nil {
		return err
	}
	records, err := readBatch(w, r)
	if err != nil {
		return err
	}
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}
	rows := make([]*batchRow, len(records))
	for i, record := range records {
		if rows[i], err = o.readRow(r.Context(), i+1, record, v); err != nil && mode == modeAll {
			return err
		}
	}
	if err := o.addBatch(r.Context(), rows, mode == modeAll); err != nil {
		return err
	}
	answer := batchAnswer{Results: rows}
	for _, row := range rows {
		switch row.Status {
		case rowCreated:
			answer.Created++
		case rowExisting:
			answer.Existing++
		default:
			answer.Refused++
		}
	}
	return httpapi.JSON(w, http.StatusOK, answer)
}

// readRow reads a row as a create reads its body. The error is that of a row whose data source the visitor may not write; the row says so too.
func (o *Observe) readRow(ctx context.Context, number int, record []byte, v access.Visitor) (*batchRow, error) {
	row := &batchRow{Row: number, draft: newDraft()}
	object, err := httpapi.ParseObject(record)
	if err != nil {
		row.refuse(err)
		return row, nil
	}
	row.form = form.Form{Object: object, Now: o.Now(), Warnings: &row.Warnings}
	row.ID = object.UUID("id")
	row.draft.read(row.form)
	if err := row.draft.limit(ctx, v, o.ReviewRule, row.form); err != nil {
		row.Status = rowRefused
		row.Errors = []httpapi.FieldError{{Loc: []string{"body", strconv.Itoa(number), "data_source"}, Msg: err.Error(), Type: httpapi.TypeForbidden}}
		return row, err
	}
	if v.Account != uuid.Nil {
		row.draft.account = &v.Account
	}
	if row.ID == nil {
		return row, nil
	}
	if row.hash, err = row.draft.hash(); err != nil {
		row.refuse(err)
	}
	return row, nil
}

// refuse notes why a row is not stored, with its number after the body in each place.
func (r *batchRow) refuse(err error) {
	r.Status = rowInvalid
	var wrong *httpapi.Error
	if !errors.As(err, &wrong) {
		wrong = &httpapi.Error{Fields: []httpapi.FieldError{{Loc: []string{"body"}, Msg: err.Error(), Type: "json_invalid"}}}
	}
	for _, f := range wrong.Fields {
		f.Loc = slices.Insert(slices.Clone(f.Loc), 1, strconv.Itoa(r.Row))
		r.Errors = append(r.Errors, f)
	}
}

// conflict notes that a record with the id of a row has other content.
func (r *batchRow) conflict() {
	r.Status = rowConflict
	r.Errors = []httpapi.FieldError{{
		Loc: []string{"body", strconv.Itoa(r.Row), "id"}, Msg: conflictText, Type: "conflict",
	}}
}

// compare decides about a row whose id is taken, by the same request or another.
func (r *batchRow) compare(same bool) {
	if !same {
		r.conflict()
		return
	}
	r.Status, r.Warnings = rowExisting, nil
}

// addBatch stores the rows that are new. With all it stores nothing when a row is refused, and returns why.
func (o *Observe) addBatch(ctx context.Context, rows []*batchRow, all bool) error {
	viewer, err := o.viewerOf(ctx)
	if err != nil {
		return err
	}
	if err := o.store.compareStored(ctx, o.store.db, viewer, rows); err != nil {
		return err
	}
	if err := o.settleRows(ctx, rows); err != nil {
		return err
	}
	if all {
		if err := refusal(rows); err != nil {
			return err
		}
	}
	added := slices.DeleteFunc(slices.Clone(rows), func(r *batchRow) bool { return r.Status != "" })
	if len(added) == 0 {
		return nil
	}
	refresh := slices.ContainsFunc(added, func(r *batchRow) bool { return r.draft.taxon.IsNew() })
	if err := o.store.insertBatch(ctx, viewer, added, all); err != nil {
		return err
	}
	if refresh {
		_ = o.Lookups.Refresh(ctx) // logs its failure; the notification of the change refreshes again
	}
	o.Changed(ctx)
	return nil
}

// settleRows finds taxa and data sources of all rows at once, and gives the rows without an id one.
func (o *Observe) settleRows(ctx context.Context, rows []*batchRow) error {
	var sent []naming.Sent
	sources := map[string]source{}
	for _, row := range rows {
		if row.Status != "" {
			continue
		}
		sent = append(sent, row.draft.sent)
		if row.draft.DataSource != nil {
			sources[*row.draft.DataSource] = source{}
		}
	}
	taxa, err := naming.Find(ctx, o.store.db, o.Lookups.Current(), sent...)
	if err != nil {
		return err
	}
	for id := range sources {
		if sources[id], err = o.store.source(ctx, o.store.db, id); err != nil {
			return err
		}
	}
	seen := map[uuid.UUID]*batchRow{}
	for _, row := range rows {
		if row.Status != "" {
			continue
		}
		var from source
		if row.draft.DataSource != nil {
			from = sources[*row.draft.DataSource]
		}
		row.draft.settle(taxa, from, row.form.Fail)
		checkOwnID(row.ID, row.form)
		if err := row.form.Err(); err != nil {
			row.refuse(err)
			continue
		}
		if row.draft.taxon.Doubt != "" {
			row.Warnings = append(row.Warnings, row.draft.taxon.Doubt)
		}
		if err := row.identify(seen); err != nil {
			return err
		}
	}
	return nil
}

// identify gives a row without an id one, and compares it with an earlier row of the batch that has its id.
func (r *batchRow) identify(seen map[uuid.UUID]*batchRow) error {
	if r.draft.UserID == nil {
		r.draft.UserID = new(uuid.NewString())
	}
	if r.ID == nil {
		id, err := uuid.NewV7()
		if err != nil {
			return fmt.Errorf("make an id: %w", err)
		}
		r.ID = &id
		return nil
	}
	if before := seen[*r.ID]; before != nil {
		r.compare(bytes.Equal(before.hash, r.hash))
	} else {
		seen[*r.ID] = r
	}
	return nil
}

// refusal is the answer to a batch of which nothing is stored; nil when no row is refused.
func refusal(rows []*batchRow) error {
	var fields []httpapi.FieldError
	refused := 0
	for _, row := range rows {
		if row.Status == rowInvalid || row.Status == rowConflict {
			refused++
			fields = append(fields, row.Errors...)
		}
	}
	if refused == 0 {
		return nil
	}
	return &httpapi.Error{
		Status: http.StatusUnprocessableEntity, Type: httpapi.TypeValidation, Fields: fields[:min(len(fields), maxBatchErrors)],
		Detail: fmt.Sprintf("%d of %d rows are refused and nothing is stored; the first: %s", refused, len(rows), fields[0].Msg),
	}
}
