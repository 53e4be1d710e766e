package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
)

// stored is a record that this run wrote, with the server's answers.
type stored struct {
	id           string
	acknowledged bool
	count        int   // as last acknowledged
	possible     []int // counts that an unanswered write may have left
	unsure       bool  // a write of the record was not answered
}

// write creates a record, or changes the count of one.
type write struct {
	record *stored
	count  int
	create bool
}

// writes are all writes of a run, and whether the server acknowledged or refused them.
type writes struct {
	mu      sync.Mutex
	records map[string]*stored
	creates int // acknowledged
	patches int // acknowledged
}

func newWrites() *writes { return &writes{records: map[string]*stored{}} }

// add records the answer to a write; status 0 means that none came.
func (w *writes) add(one *write, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := one.record
	w.records[r.id] = r
	switch status {
	case http.StatusOK, http.StatusCreated:
		r.acknowledged, r.count = true, one.count
		if one.create {
			w.creates++
		} else {
			w.patches++
		}
	case 0:
		r.unsure, r.possible = true, append(r.possible, one.count)
	}
}

// found is a record in the database.
type found struct {
	id    string
	count int
	notes string
}

// check compares the writes of a run with the database.
func (w *writes) check(ctx context.Context, db *pgx.Conn, run string) []string {
	rows := must(db.Query(ctx, "select id::text, count, notes from observations where event_id = $1", run))
	all := must(pgx.CollectRows(rows, func(row pgx.CollectableRow) (f found, err error) { return f, row.Scan(&f.id, &f.count, &f.notes) }))
	return w.compare(all)
}

// compare returns every broken promise: an acknowledged record is stored once and as last acknowledged, a refused one is not
// stored, and both fields of a record come from the same write.
func (w *writes) compare(all []found) (broken []string) {
	seen := map[string]bool{}
	for _, f := range all {
		r := w.records[f.id]
		switch {
		case r == nil:
			broken = append(broken, fmt.Sprintf("record %s is stored, and nobody asked for it", f.id))
		case seen[f.id]:
			broken = append(broken, fmt.Sprintf("record %s is stored twice", f.id))
		case fmt.Sprint(f.count) != f.notes:
			broken = append(broken, fmt.Sprintf("record %s is half written: count %d, notes %s", f.id, f.count, f.notes))
		case !r.allows(f.count):
			broken = append(broken, fmt.Sprintf("record %s has count %d; acknowledged was %d (%v)", f.id, f.count, r.count, r.acknowledged))
		}
		seen[f.id] = true
	}
	for id, r := range w.records {
		if r.acknowledged && !seen[id] {
			broken = append(broken, fmt.Sprintf("record %s was acknowledged and is lost", id))
		}
	}
	return broken
}

// allows reports whether the server's answers permit a count.
func (r *stored) allows(count int) bool {
	if r.acknowledged && r.count == count {
		return true
	}
	return slices.Contains(r.possible, count)
}
