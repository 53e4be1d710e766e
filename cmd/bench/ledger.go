package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
)

// stored is a record that this run asked for, and what the server has said of it.
type stored struct {
	id           string
	acknowledged bool
	count        int   // as last acknowledged
	possible     []int // counts that an unanswered write may have left
	unsure       bool  // a write of it was not answered
}

// write asks for a record, or for another count of one.
type write struct {
	record *stored
	count  int
	create bool
}

// ledger is what the server has acknowledged and what it has refused.
type ledger struct {
	mu      sync.Mutex
	records map[string]*stored
	creates int // acknowledged
	patches int // acknowledged
}

func newLedger() *ledger { return &ledger{records: map[string]*stored{}} }

// note keeps what became of a write: status 0 says that there was no answer.
func (l *ledger) note(w *write, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := w.record
	l.records[r.id] = r
	switch status {
	case http.StatusOK, http.StatusCreated:
		r.acknowledged, r.count = true, w.count
		if w.create {
			l.creates++
		} else {
			l.patches++
		}
	case 0:
		r.unsure, r.possible = true, append(r.possible, w.count)
	}
}

// found is a record as the database has it.
type found struct {
	id    string
	count int
	notes string
}

// check compares the ledger with the database.
func (l *ledger) check(ctx context.Context, db *pgx.Conn, run string) (broken []string, err error) {
	rows, err := db.Query(ctx, "select id::text, count, notes from observations where event_id = $1", run)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f found, err error) { return f, row.Scan(&f.id, &f.count, &f.notes) })
	if err != nil {
		return nil, err
	}
	return l.compare(all), nil
}

// compare says what is not so: what was acknowledged is there once and as it was last acknowledged, what was refused is not, and a
// record's two fields are of the same write.
func (l *ledger) compare(all []found) (broken []string) {
	seen := map[string]bool{}
	for _, f := range all {
		r := l.records[f.id]
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
	for id, r := range l.records {
		if r.acknowledged && !seen[id] {
			broken = append(broken, fmt.Sprintf("record %s was acknowledged and is lost", id))
		}
	}
	return broken
}

// allows says whether a count is what the server's answers leave room for.
func (r *stored) allows(count int) bool {
	if r.acknowledged && r.count == count {
		return true
	}
	return slices.Contains(r.possible, count)
}
