// Package predict answers which species a picture shows: it reads uploads, checks and decodes them, asks a classifier and
// names what it found. It imports internal packages, and no other domain.
//
// The classifier is a part of its own. Without one every upload is checked all the same, and a valid picture is answered
// with the error that says so.
package predict

import (
	"context"
	"image"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

// Classifier is a model. Classify is called by several goroutines at once and is given an upright picture of at most 50
// megapixels; it returns when ctx ends. What it returns as an error goes to the log, never to the client.
type Classifier interface {
	Classify(ctx context.Context, img image.Image) (Result, error)
}

// Options of New. Lookups are needed.
type Options struct {
	Lookups *lookup.Lookups
	// Classifier is the model; nil means that none is configured.
	Classifier Classifier
	// Log takes what failed inside a batch, whose answer is a success; nil is slog.Default.
	Log *slog.Logger
}

// Predict answers the routes of prediction.
type Predict struct {
	lookups    *lookup.Lookups
	classifier Classifier
	log        *slog.Logger
	decoder    *decoder
	uploads    *semaphore.Weighted
	drainTime  time.Duration
}

// New returns prediction over HTTP.
func New(o Options) *Predict {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Predict{
		lookups: o.Lookups, classifier: o.Classifier, log: o.Log, decoder: newDecoder(),
		uploads: semaphore.NewWeighted(maxUploads), drainTime: drainTime,
	}
}

// Routes returns the operations, relative to the API's base.
func (p *Predict) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodPost, Path: "/predict", Name: "predictSpecies", Handler: p.uploading(p.predictOne)},
		{Method: http.MethodPost, Path: "/predict/batch", Name: "predictSpeciesBatch", Handler: p.uploading(p.predictBatch)},
	}
}

// Health says whether there is a model. A service without one is healthy.
func (p *Predict) Health(context.Context) httpapi.Check {
	if p.classifier == nil {
		return httpapi.Check{Status: httpapi.StatusNotConfigured}
	}
	return httpapi.Check{Status: httpapi.StatusOK}
}
