package predict

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func (p *Predict) predictOne(w http.ResponseWriter, r *http.Request) error {
	q := httpapi.Query(r)
	code := q.Lang()
	form, err := newForm(oneFile, q)
	if err != nil {
		return err
	}
	var upload file
	if err := form.read(w, r, func(f file) error { upload = f; return nil }); err != nil {
		return err
	}

	result, err := p.classify(r.Context(), upload)
	if err != nil {
		return err
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, newPrediction(result, p.lookups.Current(), code, form.threshold))
}

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

func (p *Predict) predictBatch(w http.ResponseWriter, r *http.Request) error {
	q := httpapi.Query(r)
	code := q.Lang()
	form, err := newForm(manyFiles, q)
	if err != nil {
		return err
	}

	// The pictures are classified as they arrive and worded when the form has ended: the threshold may come last.
	var items []batchItem
	var results []Result
	err = form.read(w, r, func(f file) error {
		result, err := p.classify(r.Context(), f)
		if r.Context().Err() != nil {
			return r.Context().Err()
		}
		results = append(results, result)
		items = append(items, batchItem{FileName: f.name, Error: p.itemError(r, len(items), err)})
		return nil
	})
	if err != nil {
		return err
	}
	names := p.lookups.Current()
	for i := range items {
		if items[i].Error == nil {
			worded := newPrediction(results[i], names, code, form.threshold)
			items[i].Prediction = &worded
		}
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, struct {
		Count   int         `json:"count"`
		Results []batchItem `json:"results"`
	}{len(items), items})
}

// itemError words the error of the picture at an index, nil when there is none. The answer of a batch is a success, so what
// the server did wrong is logged here.
func (p *Predict) itemError(r *http.Request, index int, err error) *itemError {
	if err == nil {
		return nil
	}
	known := new(httpapi.Error)
	if !errors.As(err, &known) {
		known = predictionFailed(err)
	}
	if known.Type == httpapi.TypePredictionFailed {
		p.log.ErrorContext(r.Context(), "prediction failed", "request_id", httpapi.RequestID(r), "index", index, "error", err)
	}
	return &itemError{Status: known.Status, Detail: known.Detail, Type: known.Type}
}

// classify decodes a file and asks the model. The file is checked first, so that a client learns what is wrong with it
// from a server without a model too.
func (p *Predict) classify(ctx context.Context, f file) (Result, error) {
	if f.err != nil {
		return Result{}, f.err
	}
	pic, release, err := p.decoder.decode(ctx, f.data)
	if err != nil {
		return Result{}, err
	}
	defer release()
	if p.classifier == nil {
		return Result{}, &httpapi.Error{
			Status: http.StatusInternalServerError, Type: httpapi.TypeModelNotConfigured, Detail: "No model is configured",
		}
	}
	if err := p.lookups.Current().TaxaErr(); err != nil {
		return Result{}, httpapi.Unavailable("Species names are not loaded; try again", err)
	}
	result, err := p.classifier.Classify(ctx, pic.Image)
	if err != nil {
		return Result{}, predictionFailed(err)
	}
	if err := result.check(); err != nil {
		return Result{}, predictionFailed(fmt.Errorf("check the result: %w", err))
	}
	return result, nil
}

func predictionFailed(cause error) *httpapi.Error {
	return &httpapi.Error{
		Status: http.StatusInternalServerError, Type: httpapi.TypePredictionFailed, Detail: "The prediction failed", Cause: cause,
	}
}
