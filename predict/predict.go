// Package predict is image in, species out. It validates uploads; the model that answers them is not part of this build, so a
// valid picture is answered with model_not_configured. It imports internal packages and no other domain.
package predict

import (
	"context"
	"errors"
	"net/http"
	"runtime"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Predict answers the prediction routes.
type Predict struct {
	decoding chan struct{} // a place for every picture that may be decoded at once
}

// New returns the prediction domain.
func New() *Predict {
	return &Predict{decoding: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Routes returns the operations, relative to the API's base.
func (p *Predict) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodPost, Path: "/predict", Name: "predictSpecies", Handler: p.single},
		{Method: http.MethodPost, Path: "/predict/batch", Name: "predictSpeciesBatch", Handler: p.batch},
	}
}

// Health says whether a model answers.
func (p *Predict) Health(context.Context) httpapi.Check {
	return httpapi.Check{Status: httpapi.StatusNotConfigured}
}

// errNoModel is the answer to a valid picture.
var errNoModel = &httpapi.Error{Status: http.StatusInternalServerError, Type: httpapi.TypeModelNotConfigured, Detail: "No model is configured"}

// singleFields and batchFields are the form fields that hold pictures.
var (
	singleFields = []string{"file", "image"}
	batchFields  = []string{"files", "file"}
)

func (p *Predict) single(w http.ResponseWriter, r *http.Request) error {
	form := upload{fields: singleFields, limit: 1}
	err := form.read(w, r, func(picture) error { return nil })
	if err != nil {
		return err
	}
	if err := p.check(r.Context(), form.last); err != nil {
		return err
	}
	return errNoModel
}

// batchResult is what became of one picture of a batch.
type batchResult struct {
	Filename   string      `json:"filename"`
	Prediction *struct{}   `json:"prediction"`
	Error      *batchError `json:"error"`
}

// batchError is an error of one picture.
type batchError struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Type   string `json:"type"`
}

func (p *Predict) batch(w http.ResponseWriter, r *http.Request) error {
	var results []batchResult
	form := upload{fields: batchFields, limit: MaxBatch}
	err := form.read(w, r, func(pic picture) error {
		err := p.check(r.Context(), pic)
		if err == nil {
			err = errNoModel
		}
		known := new(httpapi.Error)
		if !errors.As(err, &known) {
			return err
		}
		results = append(results, batchResult{Filename: pic.name, Error: &batchError{known.Status, known.Detail, known.Type}})
		return nil
	})
	if err != nil {
		return err
	}
	return httpapi.JSON(w, http.StatusOK, struct {
		Count   int           `json:"count"`
		Results []batchResult `json:"results"`
	}{len(results), results})
}
