package predict

import (
	"context"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
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

	a, err := p.predict(r.Context(), upload, form.box)
	if err != nil {
		return err
	}

	httpapi.Localized(w, code)
	format := formatter{names: p.Lookups.Current(), code: code, threshold: form.threshold, base: httpapi.BaseURL(r)}
	return httpapi.JSON(w, http.StatusOK, format.prediction(a))
}

func (p *Predict) predict(ctx context.Context, f file, given *classify.Box) (answer, error) {
	in, err := p.prepare(ctx, f, given)
	if err != nil {
		return answer{}, err
	}
	a, err := p.infer(ctx, in)
	if err == nil {
		p.save(ctx, &a)
	}
	return a, err
}

func (p *Predict) predictBatch(w http.ResponseWriter, r *http.Request) error {
	q := httpapi.Query(r)
	code := q.Lang()
	form, err := newForm(manyFiles, q)
	if err != nil {
		return err
	}

	// Pictures are classified as they arrive. Answers are formatted after the form's end, because the threshold may come last.
	batch := newBatch(p, r)
	err = form.read(w, r, batch.add)
	if failed := batch.group.Wait(); failed != nil {
		err = failed
	}
	if err != nil {
		return err
	}

	httpapi.Localized(w, code)
	items := batch.results(formatter{names: p.Lookups.Current(), code: code, threshold: form.threshold, base: httpapi.BaseURL(r)})
	return httpapi.JSON(w, http.StatusOK, struct {
		Count   int         `json:"count"`
		Results []batchItem `json:"results"`
	}{len(items), items})
}
