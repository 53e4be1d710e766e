// Package predict answers which species a picture shows. It imports internal packages and its own: picture decodes and resizes,
// model describes a classifier, onnx runs its network, classify queues pictures for it, uploads keeps pictures. It imports no
// other domain.
//
// # The way of a picture
//
//  1. At most 64 uploads are read at a time; the others get 503. A client that stalls for 15 s, or averages less than 2 KB a
//     second after 30 s, is cut off.
//  2. The form is read as a stream, one file in memory at a time: files of up to 10 MB, up to 32 in a batch.
//  3. The decoder judges a file by its bytes: anything but a JPEG or PNG of up to 50 megapixels is 400. Pictures share a budget of
//     memory; one that waits 10 s for its share gets 503.
//  4. The insect is found, unless the form says where it is, and the part of the picture around it becomes the network's input. If pictures are kept, it is encoded again as a JPEG of up to 1024 pixels a side,
//     without metadata.
//  5. The input waits for the model, in a queue of 64; one too many gets 503. One worker a core takes its share of the queue and
//     runs it as one batch.
//  6. Synonyms become accepted names, the picture is saved, and the answer goes out. When saving fails, the answer lacks the link
//     to the picture.
//
// In a batch, each picture has its own error; 503 alone fails the whole request. Without a model uploads are checked all the same,
// and a valid picture is answered with 500 model_not_configured.
package predict

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// Classifier is a model, such as a *classify.Classifier. Its methods are safe for concurrent use.
type Classifier interface {
	// Find returns the box of the insect in a picture. found is false when the whole picture is to be classified.
	Find(p picture.Picture) (box classify.Box, found bool, err error)
	// Prepare returns the network's input for a picture. It keeps no reference to the picture.
	Prepare(p picture.Picture) []float32
	// Classify returns the result of an input, or the error of ctx when that ends. Its errors are for the log, not for the client;
	// it returns classify.ErrBusy when the queue is full.
	Classify(ctx context.Context, input []float32) (classify.Result, error)
}

// Options of New. Lookups and Registry are required.
type Options struct {
	Lookups    *postgres.Lookups
	Classifier Classifier     // nil: there is no model
	ModelErr   error          // why a configured model could not be loaded
	Uploads    *uploads.Store // keeps the pictures; nil keeps none
	Registry   prometheus.Registerer
	Log        *slog.Logger // gets errors inside a batch, whose answer is a success; nil is slog.Default
}

// Predict answers the routes of prediction.
type Predict struct {
	Options
	metrics     *metrics
	decoder     *picture.Decoder
	uploadSlots *semaphore.Weighted
}

// New returns prediction over HTTP.
func New(o Options) *Predict {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Predict{
		Options: o, metrics: newMetrics(o.Registry), decoder: picture.NewDecoder(),
		uploadSlots: semaphore.NewWeighted(maxUploads),
	}
}

// Routes returns the operations, relative to the API's base.
func (p *Predict) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodPost, Path: "/predict", Name: "predictSpecies", Handler: p.withUploadLimits(p.predictOne), Light: true},
		{Method: http.MethodPost, Path: "/predict/batch", Name: "predictSpeciesBatch", Handler: p.withUploadLimits(p.predictBatch), Light: true},
	}
}

// Health reports whether there is a model. A service without one is healthy.
func (p *Predict) Health(context.Context) httpapi.Check {
	switch {
	case p.Classifier != nil:
		return httpapi.Check{Status: httpapi.StatusOK}
	case p.ModelErr != nil:
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "the model could not be loaded; the log says why"}
	}
	return httpapi.Check{Status: httpapi.StatusNotConfigured}
}
