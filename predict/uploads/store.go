// Package uploads keeps the pictures of predictions: encoded again, named by a UUID, within limits of bytes and age. It imports
// internal/access, internal/httpapi, internal/picture, internal/postgres and sql.
//
// A picture has a row in the table predictions and a file in a folder. Sweep deletes the oldest pictures beyond the limits, but none
// that an observation cites, none younger than 10 minutes, and no file without a row, which may belong to another program.
package uploads

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Size and quality of a saved picture.
const (
	maxSide     = 1024 // pixels of the longest side; larger pictures are resized
	jpegQuality = 85
)

// path is the folder of pictures in URLs, relative to the service.
const path = "/static/predictions/"

const (
	ending        = ".jpg"
	partialPrefix = ".new-" // begins the name of a file while it is written
)

var saveQuery = sql.Get("predict/save.sql")

// Options of New. All but Log, MaxAge and Targets are required.
type Options struct {
	DB       *pgxpool.Pool
	Folder   string // is made when it is missing
	MaxBytes int64
	MaxAge   time.Duration // 0 is no limit
	Registry prometheus.Registerer
	Log      *slog.Logger // nil is slog.Default
	// Targets returns the keys of the taxa by whose names a reviewer is limited; all for no such limit. Reviewers with limits need it.
	Targets func(names []string) (keys []int32, all bool)
}

// Store keeps pictures in a folder. It is safe for concurrent use.
type Store struct {
	Options
	bytes atomic.Int64
	full  chan struct{} // wakes Run for a sweep
	saved *prometheus.CounterVec
}

// New opens the folder. It fails when the folder cannot be written.
func New(o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if err := os.MkdirAll(o.Folder, 0o750); err != nil {
		return nil, fmt.Errorf("make the folder of saved pictures: %w", err)
	}
	s := &Store{Options: o, full: make(chan struct{}, 1)}
	s.saved = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_predict_images_total", Help: "Pictures of predictions by result: saved, failed, deleted.",
	}, []string{"result"})
	for _, result := range []string{"saved", "failed", "deleted"} {
		s.saved.WithLabelValues(result)
	}
	o.Registry.MustRegister(s.saved, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "skeeter_predict_images_bytes", Help: "Bytes that saved pictures take, as of the last sweep and what was saved since.",
	}, func() float64 { return float64(s.bytes.Load()) }))
	return s, errors.Join(s.probe(), s.count())
}

func (s *Store) probe() error {
	name := uuid.NewString() + ending
	err := s.write(name, nil)
	if err == nil {
		err = s.remove(name)
	}
	if err != nil {
		return fmt.Errorf("try the folder of saved pictures: %w", err)
	}
	return nil
}

// within opens the folder such that no name leads out of it. It opens it each time, because the folder may be replaced by another.
func (s *Store) within(do func(root *os.Root) error) error {
	root, err := os.OpenRoot(s.Folder)
	if err != nil {
		return fmt.Errorf("open the folder of saved pictures: %w", err)
	}
	defer root.Close() //nolint:errcheck // closing the handle loses nothing
	return do(root)
}

func (s *Store) count() error {
	pictures, err := s.list()
	if err != nil {
		return err
	}
	var sum int64
	for _, p := range pictures {
		sum += p.bytes
	}
	s.bytes.Store(sum)
	return nil
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

// Save saves an encoded picture. After an error neither row nor file is left. Save goes on when the client leaves, which is simpler
// than undoing a part.
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
	if err := s.write(name, encoded); err != nil {
		_, forgetErr := postgres.Exec(ctx, s.DB, forgetQuery, pgx.StrictNamedArgs{"ids": []uuid.UUID{id}})
		return Saved{}, errors.Join(err, forgetErr)
	}
	if s.bytes.Add(int64(len(encoded))) > s.MaxBytes {
		select {
		case s.full <- struct{}{}:
		default:
		}
	}
	return saved, nil
}

// write writes a file under a temporary name and renames it, so that no partial file has a picture's name.
func (s *Store) write(name string, data []byte) error {
	err := s.within(func(root *os.Root) error {
		temporary := partialPrefix + name
		f, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		if err == nil {
			err = f.Sync()
		}
		if err = errors.Join(err, f.Close()); err == nil {
			err = root.Rename(temporary, name)
		}
		if err != nil {
			return errors.Join(err, root.Remove(temporary))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save a picture: %w", err)
	}
	return nil
}

type file struct {
	name  string
	id    uuid.UUID
	bytes int64
	since time.Time
}

// list returns the pictures in the folder, in no order.
func (s *Store) list() ([]file, error) {
	entries, err := os.ReadDir(s.Folder)
	if err != nil {
		return nil, fmt.Errorf("list saved pictures: %w", err)
	}
	var out []file
	for _, e := range entries {
		id, err := uuid.Parse(trimEnding(e.Name()))
		info, infoErr := e.Info()
		if err != nil || infoErr != nil || !info.Mode().IsRegular() || id.String()+ending != e.Name() {
			continue // not a picture of the store, or deleted meanwhile
		}
		out = append(out, file{name: e.Name(), id: id, bytes: info.Size(), since: info.ModTime()})
	}
	return out, nil
}

func trimEnding(name string) string { return name[:max(len(name)-len(ending), 0)] }
