// Package uploads keeps the pictures of predictions: encoded again, named by a UUID, within limits of bytes and age. It imports
// internal/access, internal/httpapi, internal/picture, internal/postgres, its own room folder and sql.
//
// A picture has a row in the table predictions and a file in a folder or a bucket, which several servers may share. Sweep deletes the oldest
// pictures beyond the limits, but none that an observation cites, none younger than 10 minutes, and no file without a row, which may belong
// to another program. One server sweeps at a time.
//
// # A store that is silent
//
// A bucket may not answer. Then what was asked of it may happen later, or not at all: a picture that was written without an answer, or
// deleted without one, is given up. Its row stays, but nobody sees or cites it any more, and a sweep deletes file and row once nothing can
// arrive. Until the store answers again nothing is saved, and no request waits for it.
package uploads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Size and quality of a saved picture.
const (
	maxSide     = 1024 // pixels of the longest side; larger pictures are resized
	jpegQuality = 85
)

// path is the folder of pictures in URLs, relative to the service.
const path = "/static/predictions/"

const ending = ".jpg"

var (
	saveQuery   = sql.Get("predict/save.sql")
	giveUpQuery = sql.Get("predict/give_up.sql")
)

// Files is where the files of pictures lie: a *folder.Folder or an *objects.Store.
type Files interface {
	// Write keeps a file whole or not at all.
	Write(ctx context.Context, name string, data []byte) error
	// Open returns a file and when it was written. The error is fs.ErrNotExist without one.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, time.Time, error)
	// Remove removes a file. Without one the error is nil or fs.ErrNotExist.
	Remove(ctx context.Context, name string) error
	// List calls each with every file, in no order, until it returns an error; fs.SkipAll only ends the list.
	List(ctx context.Context, each func(name string, bytes int64, since time.Time) error) error
	// Silent is whether an error means that no answer came: what was asked for may still happen.
	Silent(err error) bool
}

// Options of New. All but Log, MaxAge and Targets are required.
type Options struct {
	DB       *pgxpool.Pool
	Files    Files
	MaxBytes int64
	MaxAge   time.Duration // 0 is no limit
	Registry prometheus.Registerer
	Log      *slog.Logger // nil is slog.Default
	// Targets returns the keys of the taxa by whose names a reviewer is limited; all for no such limit. Reviewers with limits need it.
	Targets func(names []string) (keys []int32, all bool)
}

// Store keeps pictures. It is safe for concurrent use.
type Store struct {
	Options
	where *watched
	bytes atomic.Int64
	full  chan struct{} // wakes Run for a sweep
	saved *prometheus.CounterVec
}

// New tries where the pictures lie. It fails when files cannot be listed, written and deleted there, but not when there is no answer, or no
// room: then pictures are not saved until there is.
func New(ctx context.Context, o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Store{Options: o, where: watch(o), full: make(chan struct{}, 1)}
	s.saved = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_predict_images_total", Help: "Pictures of predictions by result: saved, failed, deleted.",
	}, []string{"result"})
	for _, result := range []string{"saved", "failed", "deleted"} {
		s.saved.WithLabelValues(result)
	}
	o.Registry.MustRegister(s.saved, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "skeeter_predict_images_bytes", Help: "Bytes that saved pictures take, as of the last sweep and what was saved since.",
	}, func() float64 { return float64(s.bytes.Load()) }))
	err := s.try(ctx)
	if errors.Is(err, syscall.ENOSPC) {
		o.Log.WarnContext(ctx, "pictures of predictions cannot be saved: there is no room for them", "error", err)
	}
	if err != nil && !errors.Is(err, errSilent) && !errors.Is(err, syscall.ENOSPC) {
		return nil, fmt.Errorf("try where pictures are saved: %w", err)
	}
	return s, nil
}

// try lists, writes and deletes a file.
func (s *Store) try(ctx context.Context) error {
	if err := s.where.List(ctx, func(string, int64, time.Time) error { return fs.SkipAll }); err != nil {
		return err
	}
	name := folder.PartialPrefix + uuid.NewString() + ending
	if err := s.where.Write(ctx, name, nil); err != nil {
		return err
	}
	return s.where.Remove(ctx, name)
}

// Encode returns a picture as a JPEG: upright, of at most maxSide pixels a side, without metadata.
func (s *Store) Encode(p picture.Picture) ([]byte, error) {
	small, err := p.JPEG(maxSide, jpegQuality)
	return small.Data, err
}

// Prediction is the prediction for a picture.
type Prediction struct {
	ModelID        string
	ScientificName *string // nil: none of these
	Confidence     float64 // 0 to 1
}

// Saved is a saved picture.
type Saved struct {
	ID  uuid.UUID
	URL string // path within the service
}

// saveTimeout bounds the saving of a picture whose client may have left.
const saveTimeout = 10 * time.Second

// Save saves an encoded picture. After an error neither row nor file is left, or they are given up. Save goes on when the client leaves,
// which is simpler than undoing a part.
func (s *Store) Save(ctx context.Context, encoded []byte, p Prediction) (saved Saved, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	defer func() {
		result := "saved"
		if err != nil {
			result = "failed"
		}
		s.saved.WithLabelValues(result).Inc()
	}()
	if s.where.away() {
		return Saved{}, errAway
	}
	// The row comes first: Sweep would never delete a file without a row.
	id := uuid.New()
	name := id.String() + ending
	saved = Saved{ID: id, URL: path + name}
	_, err = postgres.Exec(ctx, s.DB, saveQuery, pgx.StrictNamedArgs{
		"id": id, "image_url": saved.URL, "model_id": p.ModelID, "scientific_name": p.ScientificName, "confidence": p.Confidence,
	})
	if err != nil {
		return Saved{}, fmt.Errorf("insert a prediction: %w", err)
	}
	if err := s.where.Write(ctx, name, encoded); err != nil {
		undo := forgetQuery
		if errors.Is(err, errSilent) {
			undo = giveUpQuery
		}
		_, undoErr := postgres.Exec(ctx, s.DB, undo, pgx.StrictNamedArgs{"ids": []uuid.UUID{id}})
		return Saved{}, errors.Join(err, undoErr)
	}
	if s.bytes.Add(int64(len(encoded))) > s.MaxBytes {
		s.sweepSoon()
	}
	return saved, nil
}

// sweepSoon wakes Run.
func (s *Store) sweepSoon() {
	select {
	case s.full <- struct{}{}:
	default:
	}
}
