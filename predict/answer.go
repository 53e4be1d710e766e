package predict

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// prepared is a picture ready for the model. The decoded picture, which may be large, is released by then.
type prepared struct {
	input   []float32
	box     *classify.Box // the part that is classified; nil for the whole picture
	small   bool          // a side of that part has fewer than smallSide pixels
	encoded []byte        // for the store; nil when pictures are not kept
}

// answer is the result for a picture, in no language yet.
type answer struct {
	classes []classify.Class // under their accepted names, highest first
	modelID string
	licence model.Licence
	box     *classify.Box
	small   bool
	strange bool // the picture is unlike those that the model was trained on
	encoded []byte
	saved   *uploads.Saved
}

// prepare decodes a file, and prepares the part in given, or the part where the insect is found when that is nil. It decodes before it looks for the model, so that a server without a model reports the errors of a file
// too.
func (p *Predict) prepare(ctx context.Context, f file, given *classify.Box) (prepared, error) {
	if f.err != nil {
		return prepared{}, f.err
	}
	decoding, done := p.begin(ctx, stageDecode)
	pic, release, err := p.decoder.Decode(decoding, f.data)
	done(err)
	if err != nil {
		return prepared{}, err
	}
	defer release()
	if p.Classifier == nil {
		return prepared{}, &httpapi.Error{
			Status: http.StatusInternalServerError, Type: httpapi.TypeModelNotConfigured, Detail: "No model is configured",
		}
	}
	out := prepared{box: given}
	if given == nil {
		if out.box, err = p.find(ctx, pic); err != nil {
			return prepared{}, err
		}
	}
	part := pic
	if out.box != nil {
		part = pic.Crop(out.box.Pixels(pic.Size()))
	}
	_, done = p.begin(ctx, stagePreprocess)
	width, height := part.Size()
	out.input, out.small = p.Classifier.Prepare(part), min(width, height) < smallSide
	done(nil)
	if p.Uploads != nil {
		_, done = p.begin(ctx, stageEncode)
		out.encoded, err = p.Uploads.Encode(pic)
		done(err)
		if err != nil {
			return prepared{}, err
		}
	}
	return out, nil
}

// find returns the box of the insect, nil when the whole picture is to be classified.
func (p *Predict) find(ctx context.Context, pic picture.Picture) (*classify.Box, error) {
	_, done := p.begin(ctx, stageFind)
	box, found, err := p.Classifier.Find(pic)
	done(err)
	switch {
	case errors.Is(err, classify.ErrClosed):
		return nil, httpapi.Unavailable("The server is stopping; try again", err)
	case err != nil:
		return nil, predictionFailed(err)
	case !found:
		return nil, nil
	}
	return &box, nil
}

func (p *Predict) infer(ctx context.Context, in prepared) (answer, error) {
	names := p.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return answer{}, httpapi.Unavailable("Species names are not loaded; try again", err)
	}
	result, err := p.classify(ctx, in.input)
	switch {
	case errors.Is(err, classify.ErrBusy):
		return answer{}, httpapi.Busy(limits.BusyModel, "Too many pictures wait for the model; try again")
	case errors.Is(err, classify.ErrClosed):
		return answer{}, httpapi.Unavailable("The server is stopping; try again", err)
	case err != nil:
		return answer{}, predictionFailed(err)
	}
	if err := check(result); err != nil {
		return answer{}, predictionFailed(fmt.Errorf("check the result: %w", err))
	}
	p.metrics.observe(stageWait, result.Waited)
	p.metrics.observe(stageInfer, result.Ran)
	a := answer{
		classes: accepted(result.Classes, names), modelID: result.ModelID, licence: result.Licence,
		box: in.box, small: in.small, strange: result.Strange, encoded: in.encoded,
	}
	p.metrics.results.WithLabelValues(identifier(a.classes[0].Name)).Inc()
	return a, nil
}

// save saves the picture of an answer, if pictures are kept. An error is logged and leaves the answer without a picture.
func (p *Predict) save(ctx context.Context, a *answer) {
	if a.encoded == nil {
		return
	}
	best := a.classes[0]
	made := uploads.Prediction{ModelID: a.modelID, Confidence: best.Probability}
	if best.Name != classify.NoneOfThese && !a.strange {
		made.ScientificName = &best.Name
	}
	saving, done := p.begin(ctx, stageSave)
	saved, err := p.Uploads.Save(saving, a.encoded, made)
	done(err)
	if postgres.ReadOnly(err) { // the database is a replica
		return
	}
	if err != nil {
		p.Log.ErrorContext(ctx, "the picture of a prediction was not saved", "error", err)
		return
	}
	a.saved = &saved
}

func predictionFailed(cause error) *httpapi.Error {
	return &httpapi.Error{
		Status: http.StatusInternalServerError, Type: httpapi.TypePredictionFailed, Detail: "The prediction failed", Cause: cause,
	}
}
