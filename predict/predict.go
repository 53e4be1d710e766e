// Package predict answers which species a picture shows: it reads uploads, has them decoded and classified, names what was
// found and keeps the picture when that is wanted. It imports internal packages, and no other domain.
//
// Without a model every upload is checked all the same, and a valid picture is answered with the error that says so.
package predict

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/picture"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// Classifier is a model; a *classify.Classifier is one. Its methods are called by several goroutines at once.
type Classifier interface {
	// Prepare returns what Classify takes; the picture is not used any more afterwards.
	Prepare(p picture.Picture) []float32
	// Classify returns when ctx ends. Its errors go to the log, never to the client; classify.ErrBusy is one of them.
	Classify(ctx context.Context, input []float32) (classify.Result, error)
}

// Options of New. Lookups and Registry are needed.
type Options struct {
	Lookups *postgres.Lookups
	// Classifier is the model; nil means that there is none, and ModelErr why, when one was wanted.
	Classifier Classifier
	ModelErr   error
	// Uploads keeps the pictures; nil keeps none.
	Uploads  *uploads.Store
	Registry prometheus.Registerer
	// Log takes what failed inside a batch, whose answer is a success; nil is slog.Default.
	Log *slog.Logger
}

// Predict answers the routes of prediction.
type Predict struct {
	lookups     *postgres.Lookups
	classifier  Classifier
	modelErr    error
	uploads     *uploads.Store
	log         *slog.Logger
	metrics     *metrics
	decoder     *picture.Decoder
	uploadSlots *semaphore.Weighted
	graceTime   time.Duration
	stallTime   time.Duration
}

// New returns prediction over HTTP.
func New(o Options) *Predict {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Predict{
		lookups: o.Lookups, classifier: o.Classifier, modelErr: o.ModelErr, uploads: o.Uploads, log: o.Log, metrics: newMetrics(o.Registry),
		decoder: picture.NewDecoder(), uploadSlots: semaphore.NewWeighted(maxUploads), graceTime: graceTime, stallTime: stallTime,
	}
}

// Routes returns the operations, relative to the API's base.
func (p *Predict) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodPost, Path: "/predict", Name: "predictSpecies", Handler: p.uploading(p.predictOne), Light: true},
		{Method: http.MethodPost, Path: "/predict/batch", Name: "predictSpeciesBatch", Handler: p.uploading(p.predictBatch), Light: true},
	}
}

// Health says whether there is a model. A service without one is healthy.
func (p *Predict) Health(context.Context) httpapi.Check {
	switch {
	case p.classifier != nil:
		return httpapi.Check{Status: httpapi.StatusOK}
	case p.modelErr != nil:
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "the model could not be loaded; the log says why"}
	}
	return httpapi.Check{Status: httpapi.StatusNotConfigured}
}
