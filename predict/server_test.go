package predict

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
)

// noNames are lookups that know no species.
func noNames() *postgres.Lookups {
	return postgres.NewLookups(nil, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
}

// newServer serves the routes as the program does.
func newServer(t testing.TB, o Options, change ...func(*Predict)) *httptest.Server {
	t.Helper()
	handler, p := newHandler(o)
	for _, c := range change {
		c(p)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s
}

func newHandler(o Options) (http.Handler, *Predict) {
	if o.Lookups == nil {
		o.Lookups = noNames()
	}
	o.Log, o.Registry = slog.New(slog.DiscardHandler), prometheus.NewRegistry()
	p := New(o)
	return httpapi.New(httpapi.Options{Routes: p.Routes(), Log: o.Log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry())}), p
}

// part is a field of a form; one with a file name is a file.
type part struct {
	name, fileName string
	data           []byte
}

func formOf(parts ...part) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var out io.Writer
		if p.fileName != "" {
			out, _ = w.CreateFormFile(p.name, p.fileName)
		} else {
			out, _ = w.CreateFormField(p.name)
		}
		_, _ = out.Write(p.data)
	}
	_ = w.Close()
	return b.Bytes(), w.FormDataContentType()
}

// reply is any reply of the two operations.
type reply struct {
	status int
	body   string
	Detail string
	Type   string
	Errors []httpapi.FieldError

	Count   int
	Results []struct {
		FileName   string `json:"filename"`
		Prediction *struct{ ID string }
		Error      *itemError
	}
}

// where lists what the field errors are about: "form.file:missing".
func (a reply) where() string {
	var list []string
	for _, e := range a.Errors {
		list = append(list, strings.Join(e.Loc, ".")+":"+e.Type)
	}
	return strings.Join(list, " ")
}

func read(t testing.TB, resp *http.Response) reply {
	t.Helper()
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := reply{status: resp.StatusCode, body: string(raw)}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%d %q: %v", resp.StatusCode, raw, err)
	}
	return a
}

func post(t testing.TB, s *httptest.Server, path, contentType string, body io.Reader) reply {
	t.Helper()
	resp, err := http.Post(s.URL+path, contentType, body)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func postForm(t testing.TB, s *httptest.Server, path string, parts ...part) reply {
	t.Helper()
	body, contentType := formOf(parts...)
	return post(t, s, path, contentType, bytes.NewReader(body))
}

var errModel = errors.New("tensor shape is secret")

// meanColour is a real classifier: the share of each primary colour is the probability of its species, and a black picture
// shows none of them.
type meanColour struct {
	red, green, blue string
}

// Find finds nothing: the whole picture counts.
func (meanColour) Find(picture.Picture) (classify.Box, bool, error) {
	return classify.Box{}, false, nil
}

func (m meanColour) Prepare(p picture.Picture) []float32 {
	w, h := p.Size()
	one := p.Resample(float64(w), float64(h), 1, 1, picture.Bilinear, true)
	return []float32{one.Planes[0][0], one.Planes[1][0], one.Planes[2][0]}
}

func (m meanColour) Classify(_ context.Context, in []float32) (classify.Result, error) {
	r, g, b := float64(in[0]), float64(in[1]), float64(in[2])
	sum := r + g + b
	if sum < 1 {
		return classify.Result{ModelID: "mean-colour-1", Classes: []classify.Class{{Name: m.red, Probability: 0.1}, {Name: classify.NoneOfThese, Probability: 0.9}}}, nil
	}
	return classify.Result{ModelID: "mean-colour-1", Classes: []classify.Class{
		{Name: m.blue, Probability: b / sum}, {Name: m.red, Probability: r / sum}, {Name: m.green, Probability: g / sum}, {Name: classify.NoneOfThese},
	}}, nil
}

// fixed is a classifier that always says the same.
type fixed struct {
	result classify.Result
	err    error
}

func (f fixed) Find(picture.Picture) (classify.Box, bool, error) { return classify.Box{}, false, nil }

func (f fixed) Prepare(picture.Picture) []float32 { return nil }

func (f fixed) Classify(context.Context, []float32) (classify.Result, error) { return f.result, f.err }

// keeping is a store of pictures in a folder.
func keeping(t *testing.T, path string) *uploads.Store {
	t.Helper()
	files, err := folder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	store, err := uploads.New(t.Context(), uploads.Options{DB: pgtest.Pool(t), Files: files, MaxBytes: 1 << 30, Registry: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	return store
}
