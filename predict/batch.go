package predict

import (
	"context"
	"errors"
	"net/http"

	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// maxAsked is how many pictures of one batch wait for the model at a time: enough for it to run several together.
const maxAsked = 8

// batchItem is the answer for one picture of a batch: a prediction or an error, the other is null.
type batchItem struct {
	FileName   string      `json:"filename"`
	Prediction *prediction `json:"prediction"`
	Error      *itemError  `json:"error"`
}

// itemError is the error of one picture.
type itemError struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Type   string `json:"type"`
}

// batch is the pictures of one request, in the order of upload. One is decoded at a time, while the model works on those
// before it.
type batch struct {
	predict *Predict
	request *http.Request
	group   *errgroup.Group
	ctx     context.Context //nolint:containedctx // the batch lives for one request
	items   []*pending
}

// pending is a picture whose answer comes.
type pending struct {
	name   string
	answer answer
	err    error
}

func newBatch(p *Predict, r *http.Request) *batch {
	b := &batch{predict: p, request: r}
	b.group, b.ctx = errgroup.WithContext(r.Context())
	b.group.SetLimit(maxAsked)
	return b
}

// add takes the next file. The error ends the request: the client left, or the model has no room.
func (b *batch) add(f file) error {
	item := &pending{name: f.name}
	b.items = append(b.items, item)
	q, err := b.predict.ask(b.ctx, f)
	if err != nil {
		return b.failed(item, len(b.items)-1, err)
	}
	index := len(b.items) - 1
	b.group.Go(func() error {
		var err error
		if item.answer, err = b.predict.answer(b.ctx, q); err != nil {
			return b.failed(item, index, err)
		}
		return nil
	})
	return b.ctx.Err()
}

// failed notes the error of one picture. A picture fails alone, but for what would befall all of them.
func (b *batch) failed(item *pending, index int, err error) error {
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
	b.predict.metrics.failed(known)
	// The answer of a batch is a success, so what the server did wrong is logged here.
	if known.Type == httpapi.TypePredictionFailed {
		b.predict.log.ErrorContext(b.request.Context(), "prediction failed", "index", index, "error", err)
	}
	item.err = known
	return nil
}

// wait returns when the last answer is there.
func (b *batch) wait() error { return b.group.Wait() }

// worded keeps the pictures, now that the whole request is good, and words the answers.
func (b *batch) worded(w wording) []batchItem {
	out := make([]batchItem, len(b.items))
	for i, item := range b.items {
		if item.err == nil {
			b.predict.keep(b.request.Context(), &item.answer)
		}
		out[i].FileName = item.name
		if known := new(httpapi.Error); errors.As(item.err, &known) {
			out[i].Error = &itemError{Status: known.Status, Detail: known.Detail, Type: known.Type}
			continue
		}
		worded := w.prediction(item.answer)
		out[i].Prediction = &worded
	}
	return out
}
