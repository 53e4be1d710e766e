package predict

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

// noNames are lookups that know no species.
func noNames() *lookup.Lookups {
	return lookup.New(nil, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
}

// newServer serves the routes as the program does.
func newServer(t testing.TB, o Options, change ...func(*Predict)) *httptest.Server {
	t.Helper()
	if o.Lookups == nil {
		o.Lookups = noNames()
	}
	o.Log = slog.New(slog.DiscardHandler)
	p := New(o)
	for _, c := range change {
		c(p)
	}
	s := httptest.NewServer(httpapi.New(httpapi.Options{
		Routes: p.Routes(), Log: o.Log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	}))
	t.Cleanup(s.Close)
	return s
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

// answer is any answer of the two operations.
type answer struct {
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
func (a answer) where() string {
	var list []string
	for _, e := range a.Errors {
		list = append(list, strings.Join(e.Loc, ".")+":"+e.Type)
	}
	return strings.Join(list, " ")
}

func read(t testing.TB, resp *http.Response) answer {
	t.Helper()
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: resp.StatusCode, body: string(raw)}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%d %q: %v", resp.StatusCode, raw, err)
	}
	return a
}

func post(t testing.TB, s *httptest.Server, path, contentType string, body io.Reader) answer {
	t.Helper()
	resp, err := http.Post(s.URL+path, contentType, body)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func postForm(t testing.TB, s *httptest.Server, path string, parts ...part) answer {
	t.Helper()
	body, contentType := formOf(parts...)
	return post(t, s, path, contentType, bytes.NewReader(body))
}

// plain is a picture of one colour.
func plain(c color.Color, width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var (
	red   = color.RGBA{200, 0, 0, 255}
	green = color.RGBA{0, 200, 0, 255}
	blue  = color.RGBA{0, 0, 200, 255}
	black = color.RGBA{0, 0, 0, 255}
)

var errModel = errors.New("tensor shape is secret")

// meanColour is a real classifier: the share of each primary colour is the probability of its species, and a black picture
// shows none of them.
type meanColour struct {
	red, green, blue string
}

func (m meanColour) Classify(ctx context.Context, img image.Image) (Result, error) {
	var r, g, b float64
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			pr, pg, pb, _ := img.At(x, y).RGBA()
			r, g, b = r+float64(pr), g+float64(pg), b+float64(pb)
		}
	}
	sum := r + g + b
	if sum == 0 {
		return Result{ModelID: "mean-colour-1", Classes: []Class{{m.red, 0.1}, {NoneOfThese, 0.9}}}, nil
	}
	return Result{ModelID: "mean-colour-1", Classes: []Class{{m.blue, b / sum}, {m.red, r / sum}, {m.green, g / sum}, {NoneOfThese, 0}}}, nil
}

// fixed is a classifier that always says the same.
type fixed struct {
	result Result
	err    error
}

func (f fixed) Classify(context.Context, image.Image) (Result, error) { return f.result, f.err }

// dataFile returns a file of the real data, or skips.
func dataFiles(t *testing.T, pattern string) []string {
	t.Helper()
	dir := os.Getenv("SKEETER_TESTDATA")
	if dir == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real pictures to try")
	}
	files, err := filepath.Glob(filepath.Join(dir, "images", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files like %s: %v", pattern, err)
	}
	return files
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
