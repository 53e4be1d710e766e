// Package imports is importing by HTTP: a client sends a file in parts, sees its columns, says what they mean, lets the server check it,
// and then store it. It imports observe/transfer/importing, observe/darwincore and internal packages.
//
// An import is a folder of its own, named by a random id: the file, the rejected rows, and import.json, which says how far it is. What
// was received outlives a lost connection and a restart of the server. Checks and stores run one after the other, beside requests, on
// connections of their own. An import goes a day after it was last used.
//
//	receiving -> reading -> received -> checking -> checked -> storing -> stored
//
// An import that failed has its file still, unless the file cannot be read: it can be checked again.
package imports

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// Limits of imports.
const (
	// MaxPart is the most bytes of one part of a file.
	MaxPart = 16 << 20
	// MaxImports is how many imports the server keeps. Those that were not used for a while make room for new ones.
	MaxImports = 20
	// MaxWaiting is how many checks and stores wait for their turn.
	MaxWaiting = 8
	// Keep is how long an import is kept after it was last used.
	Keep = 24 * time.Hour

	maxParts  = 4               // that are received at a time
	idleTime  = time.Hour       // after which an import may make room
	doneTime  = 5 * time.Minute // the same of one that is stored: its rejected rows can be downloaded that long
	emptyTime = time.Minute     // the same of one without a byte
	sweepTime = 10 * time.Minute
)

// Importer imports a file; importing.Importer does.
type Importer interface {
	Import(ctx context.Context, path string, o importing.Options) (importing.Report, error)
}

// Options of New. Folder, MaxBytes, Importer and Log are needed.
type Options struct {
	Folder   string // is made when the first import begins
	MaxBytes int64  // of a file
	Importer Importer
	// Private returns the importer of the private data source that has an id or a name, where a visitor may write its records; nil where there is
	// none. It may be nil.
	Private func(v access.Visitor, dataset string) Importer
	// Changed is called after records were stored. It may be nil.
	Changed func(context.Context)
	Base    string // path of the API, for the header Location
	Log     *slog.Logger
	Now     func() time.Time // nil is time.Now
}

// Imports keeps imports and runs them. It is safe for concurrent use.
type Imports struct {
	Options
	parts chan struct{} // a place for each part that is received

	mu      sync.Mutex
	items   map[uuid.UUID]*item
	jobs    []job         // that wait
	working bool          // a job runs
	more    chan struct{} // wakes the worker
	unread  []uuid.UUID   // whose columns are to be read
	arrived chan struct{} // wakes the reader
	look    func(ctx context.Context, path string) ([]Table, error)
}

// item is an import. What the server knows of it is behind mu of Imports; only one request writes to its file at a time.
type item struct {
	Import
	writing sync.Mutex
	cancel  context.CancelFunc // ends what runs: the reading of columns, or a job; nil for none
	began   time.Time          // of the stage of Progress
}

// job is a check or a store that somebody asked for.
type job struct {
	id      uuid.UUID
	store   bool
	replace bool
	by      history.Actor // who lets it be stored
	visitor access.Visitor
}

// New opens the folder, and takes up the imports that are in it. What ran when the server ended has failed.
func New(o Options) *Imports {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(context.Context) {}
	}
	s := &Imports{
		Options: o, parts: make(chan struct{}, maxParts), items: map[uuid.UUID]*item{},
		more: make(chan struct{}, 1), arrived: make(chan struct{}, 1), look: lookAt,
	}
	if err := s.load(); err != nil { // the server has more to do than imports
		s.Log.Error("the imports of an earlier run are not taken up", "folder", s.Folder, "error", err)
	}
	return s
}

// Run reads columns, runs jobs and removes old imports, until ctx ends. A job that runs then is cancelled and undone.
func (s *Imports) Run(ctx context.Context) {
	var group sync.WaitGroup
	group.Go(func() { work(ctx, s.arrived, s.readNext) })
	group.Go(func() { work(ctx, s.more, s.runNext) })
	group.Go(func() { s.sweepOften(ctx) })
	group.Wait()
}

// work calls next until there is nothing left, and again whenever it is woken, until ctx ends.
func work(ctx context.Context, woken <-chan struct{}, next func(context.Context) bool) {
	for {
		for next(ctx) {
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		}
	}
}

// wake tells a worker that there is something to do.
func wake(worker chan struct{}) {
	select {
	case worker <- struct{}{}:
	default: // it is told already
	}
}
