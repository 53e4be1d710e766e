package predict

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// question is a picture as the model takes it. The picture itself, which may be large, is gone by then.
type question struct {
	input   []float32
	encoded []byte // what the store will keep, nil for nothing
}

// answer is what is known of a picture before it is worded.
type answer struct {
	classes []classify.Class // under their accepted names, highest first
	modelID string
	encoded []byte
	saved   *uploads.Saved
}

// ask decodes a file. It is checked first, so that a client learns what is wrong with it from a server without a model too.
func (p *Predict) ask(ctx context.Context, f file) (question, error) {
	if f.err != nil {
		return question{}, f.err
	}
	decoding, done := p.begin(ctx, stageDecode)
	pic, release, err := p.decoder.Decode(decoding, f.data)
	done(err)
	if err != nil {
		return question{}, err
	}
	defer release()
	if p.classifier == nil {
		return question{}, &httpapi.Error{
			Status: http.StatusInternalServerError, Type: httpapi.TypeModelNotConfigured, Detail: "No model is configured",
		}
	}
	_, done = p.begin(ctx, stagePreprocess)
	q := question{input: p.classifier.Prepare(pic)}
	done(nil)
	if p.uploads != nil {
		_, done = p.begin(ctx, stageEncode)
		q.encoded, err = p.uploads.Encode(pic)
		done(err)
		if err != nil {
			return question{}, err
		}
	}
	return q, nil
}

// answer asks the model.
func (p *Predict) answer(ctx context.Context, q question) (answer, error) {
	names := p.lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return answer{}, httpapi.Unavailable("Species names are not loaded; try again", err)
	}
	result, err := p.classify(ctx, q.input)
	switch {
	case errors.Is(err, classify.ErrBusy):
		return answer{}, httpapi.Busy(httpapi.BusyModel, "Too many pictures wait for the model; try again")
	case errors.Is(err, classify.ErrClosed):
		return answer{}, httpapi.Unavailable("The server is stopping; try again", err)
	case err != nil:
		return answer{}, predictionFailed(err)
	}
	if err := check(result); err != nil {
		return answer{}, predictionFailed(fmt.Errorf("check the result: %w", err))
	}
	p.metrics.took(stageWait, result.Waited)
	p.metrics.took(stageInfer, result.Ran)
	a := answer{classes: accepted(result.Classes, names), modelID: result.ModelID, encoded: q.encoded}
	p.metrics.results.WithLabelValues(identifier(a.classes[0].Name)).Inc()
	return a, nil
}

// keep saves the picture of an answer when that is wanted. A picture that cannot be kept is lost, the answer is not.
func (p *Predict) keep(ctx context.Context, a *answer) {
	if a.encoded == nil {
		return
	}
	best := a.classes[0]
	kept := uploads.Prediction{ModelID: a.modelID, Confidence: best.Probability}
	if best.Name != classify.NoneOfThese {
		kept.ScientificName = &best.Name
	}
	saving, done := p.begin(ctx, stageSave)
	saved, err := p.uploads.Save(saving, a.encoded, kept)
	done(err)
	if err != nil {
		p.log.ErrorContext(ctx, "the picture of a prediction was not saved", "error", err)
		return
	}
	a.saved = &saved
}

func predictionFailed(cause error) *httpapi.Error {
	return &httpapi.Error{
		Status: http.StatusInternalServerError, Type: httpapi.TypePredictionFailed, Detail: "The prediction failed", Cause: cause,
	}
}
