package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// check lets the worker check an import with choices.
func (s *Imports) check(id uuid.UUID, c Choices, v access.Visitor) (Import, error) {
	return s.queue(id, job{id: id, by: history.Server, visitor: v}, func(i *Import) error {
		switch {
		case i.State != Received && i.State != Checked && i.State != Failed && (i.State != Stored || len(i.Tables) < 2):
			return wrongState(*i, "it can be checked once its file is received, nothing else runs, and a table is left to store")
		case i.Tables == nil:
			return wrongState(*i, "its file cannot be read; send another")
		}
		i.Options, i.Report, i.Problem, i.State = &c, nil, nil, Checking
		return nil
	})
}

// store lets the worker store an import with the choices that were checked.
func (s *Imports) store(id uuid.UUID, replace bool, by history.Actor, v access.Visitor) (Import, error) {
	return s.queue(id, job{id: id, store: true, replace: replace, by: by, visitor: v}, func(i *Import) error {
		if i.State != Checked {
			return wrongState(*i, "it can be stored once it is checked")
		}
		i.State = Storing
		return nil
	})
}

// queue gives the worker a job, unless change refuses it.
func (s *Imports) queue(id uuid.UUID, j job, change func(*Import) error) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.items[id]
	if it == nil {
		return Import{}, errUnknown
	}
	changed := it.Import
	if err := change(&changed); err != nil {
		return it.Import, err
	}
	if len(s.jobs) >= MaxWaiting {
		return it.Import, httpapi.Busy(limits.BusyUploads, "Too many imports wait to be checked or stored; try again later")
	}
	changed.UsedAt = s.Now().UTC()
	changed.ExpiresAt = changed.UsedAt.Add(Keep)
	if err := s.save(changed); err != nil {
		return it.Import, noRoom(err)
	}
	it.Import = changed
	s.jobs = append(s.jobs, j)
	wake(s.more)
	return s.shown(it), nil
}

// delete removes an import. A job of it is cancelled, and undone.
func (s *Imports) delete(id uuid.UUID) error {
	s.mu.Lock()
	it := s.items[id]
	if it == nil {
		s.mu.Unlock()
		return errUnknown
	}
	delete(s.items, id)
	s.jobs = slices.DeleteFunc(s.jobs, func(j job) bool { return j.id == id })
	cancel := it.cancel
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	it.writing.Lock() // a part that is being written ends first
	defer it.writing.Unlock()
	return s.remove(id)
}

// runNext runs the first job that waits, and reports whether there was one.
func (s *Imports) runNext(ctx context.Context) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	if ctx.Err() != nil || len(s.jobs) == 0 {
		s.mu.Unlock()
		return false
	}
	j := s.jobs[0]
	s.jobs, s.working = s.jobs[1:], true
	it := s.items[j.id] // delete takes the jobs of an import with it
	it.cancel = cancel
	i := it.Import
	s.mu.Unlock()

	report, err := s.run(ctx, it, i, j)
	s.ended(ctx, it, j, report, err)
	return true
}

// run checks or stores an import. A panic is the import's failure, not the server's.
func (s *Imports) run(ctx context.Context, it *item, i Import, j job) (report importing.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("an import panicked: %v\n%s", p, debug.Stack())
		}
	}()
	o, err := i.Options.options(ctx, s.filePath(i))
	if err != nil {
		return report, err
	}
	o.Check, o.Replace = !j.store, j.replace
	o.Rejects = s.rejectedPath(i.ID)
	o.Progress = func(p importing.Progress) { s.progress(it, p) }
	if i.Report != nil {
		shown := i.Report.MissingSet
		// Whoever confirmed has seen the numbers of the check. Other records are not meant.
		o.Confirm = func(r importing.Replacement) (bool, error) { return r.Set == shown, nil }
	}
	return s.importer(j.visitor, &o).Import(history.By(ctx, j.by), s.filePath(i), o)
}

// importer returns who stores the records of a file for a visitor, and limits the options to what the visitor may store.
func (s *Imports) importer(v access.Visitor, o *importing.Options) Importer {
	if !v.May(access.WriteSources) {
		o.Sources, o.Dataset = v.Sources, cmp.Or(o.Dataset, v.OnlySource())
	}
	if s.Private != nil {
		if private := s.Private(v, o.Dataset); private != nil {
			return private
		}
	}
	return s.Importer
}

// ended notes what became of a job.
func (s *Imports) ended(ctx context.Context, it *item, j job, report importing.Report, failed error) {
	stored := j.store && failed == nil
	if stored {
		s.Changed(ctx)
	}
	if stored && len(it.Tables) < 2 { // of several tables another may follow
		if err := s.removeFile(it.ID); err != nil {
			s.Log.WarnContext(ctx, "the file of a stored import stays", "import", it.ID, "error", err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working, it.cancel = false, nil
	if s.items[it.ID] != it { // deleted meanwhile; the job may have written since
		if err := s.remove(it.ID); err != nil {
			s.Log.WarnContext(ctx, "a deleted import left something", "import", it.ID, "error", err)
		}
		return
	}
	it.Progress, it.UsedAt = nil, s.Now().UTC()
	it.ExpiresAt = it.UsedAt.Add(Keep)
	report = shownReport(report, it.Filename)
	if failed == nil {
		it.State, it.Report, it.Problem = Checked, &report, nil
		if j.store {
			it.State = Stored
		}
	} else {
		it.State, it.Problem = Failed, problemOf(ctx, failed)
		if errors.Is(failed, importing.ErrNothingAcceptable) {
			it.Report = &report
		}
		if it.Problem.Type == problemInternal || it.Problem.Type == problemUnavailable {
			s.Log.ErrorContext(ctx, "an import failed", "import", it.ID, "error", failed)
		}
	}
	if err := s.save(it.Import); err != nil {
		s.Log.WarnContext(ctx, "an import's state is not kept", "import", it.ID, "error", err)
	}
}

// shownReport is a report for clients: they know the file by the name that they gave it, and a list without items is empty.
func shownReport(r importing.Report, filename string) importing.Report {
	r.File, r.RejectsFile = filename, ""
	r.Columns, r.Reasons, r.Notes = list(r.Columns), list(r.Reasons), list(r.Notes)
	r.Flags, r.Shared, r.Stops, r.Preview = list(r.Flags), list(r.Shared), list(r.Stops), list(r.Preview)
	r.PreviewEvents = list(r.PreviewEvents)
	r.PreviewPools = list(r.PreviewPools)
	for n := range r.Preview {
		r.Preview[n].Flags = list(r.Preview[n].Flags)
	}
	return r
}

func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// progress notes how far a job is.
func (s *Imports) progress(it *item, p importing.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	if it.Progress == nil || it.Progress.Stage != p.Stage {
		it.began = now
	}
	next := &Progress{Stage: p.Stage, Rows: p.Rows}
	if seconds := now.Sub(it.began).Seconds(); seconds > 0 {
		done := p.Rows
		if p.Stage == importing.StageStoring {
			done = p.Done
		}
		next.Rate = float64(done) / seconds
		if p.Done > 0 && p.Total >= p.Done {
			next.SecondsLeft = new(seconds * float64(p.Total-p.Done) / float64(p.Done))
		}
	}
	it.Progress = next
}

// sweepOften removes imports that nobody uses.
func (s *Imports) sweepOften(ctx context.Context) {
	ticker := time.NewTicker(sweepTime)
	defer ticker.Stop()
	for {
		s.sweep()
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// sweep removes the imports whose time is over, but none that the server works on.
func (s *Imports) sweep() {
	var over []uuid.UUID
	s.mu.Lock()
	for id, it := range s.items {
		if !it.State.runs() && s.Now().After(it.ExpiresAt) {
			over = append(over, id)
		}
	}
	s.mu.Unlock()
	for _, id := range over {
		if err := s.delete(id); err != nil && !errors.Is(err, errUnknown) {
			s.Log.Warn("an old import is not removed", "import", id, "error", err)
		}
	}
}
