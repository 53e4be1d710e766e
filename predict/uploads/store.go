// Package uploads keeps the pictures of predictions: encoded anew, named by a UUID, within limits of bytes and age. It imports
// predict/picture, internal/httpapi, internal/postgres and sql.
package uploads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/picture"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// What a saved picture is.
const (
	maxSide     = 1024 // pixels of the longest side; a larger picture shrinks to it
	jpegQuality = 85
)

// path is where pictures are served, relative to the service.
const path = "/static/predictions/"

const (
	ending = ".jpg"
	torn   = ".new-" // begins the name of a file while it is written
)

var saveQuery = sql.Get("predict/save.sql")

// Options of New. All but Log are needed.
type Options struct {
	DB       *pgxpool.Pool
	Folder   string // is made when it is not there
	MaxBytes int64
	MaxAge   time.Duration // 0 for any age
	Registry prometheus.Registerer
	Log      *slog.Logger // nil is slog.Default
}

// Store is safe for concurrent use.
type Store struct {
	Options
	bytes atomic.Int64
	full  chan struct{} // asks for a sweep
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
	g := &Store{Options: o, full: make(chan struct{}, 1)}
	g.saved = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_predict_images_total", Help: "Pictures of predictions by result: saved, failed, deleted.",
	}, []string{"result"})
	for _, result := range []string{"saved", "failed", "deleted"} {
		g.saved.WithLabelValues(result)
	}
	o.Registry.MustRegister(g.saved, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "skeeter_predict_images_bytes", Help: "Bytes that saved pictures take, as of the last sweep and what was saved since.",
	}, func() float64 { return float64(g.bytes.Load()) }))
	return g, errors.Join(g.probe(), g.count())
}

// probe tries to write.
func (g *Store) probe() error {
	name := uuid.NewString() + ending
	err := g.write(name, nil)
	if err == nil {
		err = g.within(func(root *os.Root) error { return root.Remove(name) })
	}
	if err != nil {
		return fmt.Errorf("try the folder of saved pictures: %w", err)
	}
	return nil
}

// within opens the folder for something: no name leads out of it. It is opened each time, because somebody may put another folder in
// its place.
func (g *Store) within(do func(root *os.Root) error) error {
	root, err := os.OpenRoot(g.Folder)
	if err != nil {
		return fmt.Errorf("open the folder of saved pictures: %w", err)
	}
	defer root.Close() //nolint:errcheck // it was only a handle
	return do(root)
}

// count adds up what is there.
func (g *Store) count() error {
	pictures, err := g.list()
	if err != nil {
		return err
	}
	var sum int64
	for _, p := range pictures {
		sum += p.bytes
	}
	g.bytes.Store(sum)
	return nil
}

// Encode returns what is kept of a picture: upright, of a bounded size, with nothing but its pixels.
func (g *Store) Encode(p picture.Picture) ([]byte, error) {
	w, h := p.Size()
	width, height := w, h
	if longest := max(w, h); longest > maxSide {
		width, height = max(w*maxSide/longest, 1), max(h*maxSide/longest, 1)
	}
	var b bytes.Buffer
	img := p.Resample(float64(w), float64(h), width, height, picture.Bilinear, true).Image()
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return b.Bytes(), nil
}

// Prediction is what is known of a picture.
type Prediction struct {
	ModelID        string
	ScientificName *string // nil: none of these
	Confidence     float64
}

// Saved is a picture that was kept.
type Saved struct {
	ID  uuid.UUID
	URL string // path within the service
}

// saveTimeout bounds the saving of a picture whose client may have left.
const saveTimeout = 10 * time.Second

// Save keeps an encoded picture. After an error nothing of it is left. It goes on when the client leaves: what is half done would
// have to be undone.
func (g *Store) Save(ctx context.Context, encoded []byte, p Prediction) (s Saved, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	defer func() {
		result := "saved"
		if err != nil {
			result = "failed"
		}
		g.saved.WithLabelValues(result).Inc()
	}()
	// The row first: a picture that no row knows would never be deleted, because it might be somebody else's.
	id := uuid.New()
	name := id.String() + ending
	s = Saved{ID: id, URL: path + name}
	_, err = postgres.Exec(ctx, g.DB, saveQuery, pgx.StrictNamedArgs{
		"id": id, "image_url": s.URL, "model_id": p.ModelID, "scientific_name": p.ScientificName, "confidence": p.Confidence,
	})
	if err != nil {
		return Saved{}, fmt.Errorf("note a saved picture: %w", err)
	}
	if err := g.write(name, encoded); err != nil {
		_, forgetErr := postgres.Exec(ctx, g.DB, forgetQuery, pgx.StrictNamedArgs{"ids": []uuid.UUID{id}})
		return Saved{}, errors.Join(err, forgetErr)
	}
	if g.bytes.Add(int64(len(encoded))) > g.MaxBytes {
		select {
		case g.full <- struct{}{}:
		default:
		}
	}
	return s, nil
}

// write makes a file that is there as a whole or not at all.
func (g *Store) write(name string, data []byte) error {
	err := g.within(func(root *os.Root) error {
		temporary := torn + name
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

// file is a picture in the folder.
type file struct {
	name  string
	id    uuid.UUID
	bytes int64
	since time.Time
}

// list returns the pictures in the folder, in any order.
func (g *Store) list() ([]file, error) {
	entries, err := os.ReadDir(g.Folder)
	if err != nil {
		return nil, fmt.Errorf("list saved pictures: %w", err)
	}
	var out []file
	for _, e := range entries {
		id, err := uuid.Parse(trimEnding(e.Name()))
		info, infoErr := e.Info()
		if err != nil || infoErr != nil || !info.Mode().IsRegular() || id.String()+ending != e.Name() {
			continue // something else, or deleted meanwhile
		}
		out = append(out, file{name: e.Name(), id: id, bytes: info.Size(), since: info.ModTime()})
	}
	return out, nil
}

func trimEnding(name string) string { return name[:max(len(name)-len(ending), 0)] }
