package predict

import (
	"context"
	"errors"
	"net/http"

	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// maxInferring is how many pictures of one batch wait for the model at a time: enough for it to run several together.
const maxInferring = 8

// batchItem is the answer for one picture of a batch: a prediction or an error. The other one is null.
type batchItem struct {
	FileName   string      `json:"filename"`
	Prediction *prediction `json:"prediction"`
	Error      *itemError  `json:"error"`
}

type itemError struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Type   string `json:"type"`
}

// batch holds the pictures of one request, in the order of upload. It decodes one at a time, while the model runs those before it.
type batch struct {
	predict *Predict
	request *http.Request
	group   *errgroup.Group
	ctx     context.Context //nolint:containedctx // the batch lives for one request
	items   []*pending
}

// pending is a picture whose answer or error may still be missing.
type pending struct {
	name   string
	answer answer
	err    error
}

func newBatch(p *Predict, r *http.Request) *batch {
	b := &batch{predict: p, request: r}
	b.group, b.ctx = errgroup.WithContext(r.Context())
	b.group.SetLimit(maxInferring)
	return b
}

// add prepares a file and starts its inference. The error ends the request: the client left, or the server is overloaded.
func (b *batch) add(f file) error {
	item, index := &pending{name: f.name}, len(b.items)
	b.items = append(b.items, item)
	in, err := b.predict.prepare(b.ctx, f, nil)
	if err != nil {
		return b.fail(item, index, err)
	}
	b.group.Go(func() error {
		var err error
		if item.answer, err = b.predict.infer(b.ctx, in); err != nil {
			return b.fail(item, index, err)
		}
		return nil
	})
	return b.ctx.Err()
}

// fail records the error of one picture. It returns an error that ends the request: that of the context, or a 503.
func (b *batch) fail(item *pending, index int, err error) error {
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	known := new(httpapi.Error)
	if !errors.As(err, &known) {
		known = predictionFailed(err)
	}
	if known.Status == http.StatusServiceUnavailable {
		return known
	}
	b.predict.metrics.countFailure(known)
	// The request succeeds, so its log line will not hold this error.
	if known.Type == httpapi.TypePredictionFailed {
		b.predict.Log.ErrorContext(b.request.Context(), "prediction failed", "index", index, "error", err)
	}
	item.err = known
	return nil
}

// results saves the pictures, now that the whole request is valid, and formats the answers.
func (b *batch) results(format formatter) []batchItem {
	out := make([]batchItem, len(b.items))
	for i, item := range b.items {
		if item.err == nil {
			b.predict.save(b.request.Context(), &item.answer)
		}
		out[i].FileName = item.name
		if known := new(httpapi.Error); errors.As(item.err, &known) {
			out[i].Error = &itemError{Status: known.Status, Detail: known.Detail, Type: known.Type}
			continue
		}
		formatted := format.prediction(item.answer)
		out[i].Prediction = &formatted
	}
	return out
}
