package predict

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
)

func TestForm(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	img := part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 4, 3))}
	threshold := func(v string) part { return part{"confidence_threshold", "", []byte(v)} }
	box := func(v string) part { return part{"box", "", []byte(v)} }
	many := func(n int) []part {
		parts := make([]part, n)
		for i := range parts {
			parts[i] = part{"files", fmt.Sprint(i, ".png"), img.data}
		}
		return parts
	}
	for name, tc := range map[string]struct {
		path  string
		parts []part
		where string // "" when the form is good
	}{
		"one":                      {"", []part{img}, ""},
		"image":                    {"", []part{{"image", "a.png", img.data}}, ""},
		"no file name":             {"", []part{{"file", "", img.data}}, ""},
		"threshold":                {"", []part{threshold("0.5"), img}, ""},
		"threshold twice the same": {"?confidence_threshold=0.5", []part{threshold("0.50"), img}, ""},
		"nothing":                  {"", nil, "form.file:missing"},
		"no file":                  {"", []part{threshold("1")}, "form.file:missing"},
		"file and image":           {"", []part{img, {"image", "b.png", img.data}}, "form.image:too_many"},
		"batch's field":            {"", []part{{"files", "a.png", img.data}}, "form.files:unknown_field form.file:missing"},
		"unknown":                  {"", []part{img, {"colour", "", []byte("red")}, {"", "", nil}}, "form.colour:unknown_field form:unknown_field"},
		"long unknown":             {"", []part{{strings.Repeat("é", 5000), "", nil}}, "form." + strings.Repeat("é", 100) + "…:unknown_field form.file:missing"},
		"long file name":           {"", []part{{"file", strings.Repeat("x", 256), img.data}}, "form.file:too_long"},
		"threshold in words":       {"", []part{img, threshold("high")}, "form.confidence_threshold:not_a_number"},
		"threshold NaN":            {"", []part{img, threshold("NaN")}, "form.confidence_threshold:not_a_number"},
		"threshold empty":          {"", []part{img, threshold("")}, "form.confidence_threshold:not_a_number"},
		"threshold endless":        {"", []part{img, threshold("0." + strings.Repeat("1", 60_000))}, "form.confidence_threshold:too_long"},
		"threshold below":          {"", []part{img, threshold("-0.1")}, "form.confidence_threshold:too_small"},
		"threshold above":          {"", []part{img, threshold("1.1")}, "form.confidence_threshold:too_large"},
		"threshold twice":          {"", []part{threshold("0.1"), threshold("0.1"), img}, "form.confidence_threshold:repeated"},
		"thresholds disagree":      {"?confidence_threshold=0.1", []part{threshold("0.2"), img}, "form.confidence_threshold:disagrees"},
		"box":                      {"", []part{box("0.25, 0,0.5,1"), img}, ""},
		"box after the file":       {"", []part{img, box("0,0,1,1")}, ""},
		"box that rounding moves":  {"", []part{img, box("0.3,0.3,0.7000001,0.7000001")}, ""},
		"box of three":             {"", []part{img, box("0,0,1")}, "form.box:invalid"},
		"box empty":                {"", []part{img, box("")}, "form.box:invalid"},
		"box in words":             {"", []part{img, box("0,0,half,1")}, "form.box:not_a_number"},
		"box NaN":                  {"", []part{img, box("NaN,0,1,1")}, "form.box:not_a_number"},
		"box without width":        {"", []part{img, box("0.5,0.5,0,0.5")}, "form.box:too_small"},
		"box of negative height":   {"", []part{img, box("0.5,0.5,0.5,-0.5")}, "form.box:too_small"},
		"box beyond the right":     {"", []part{img, box("0.5,0,0.6,1")}, "form.box:out_of_range"},
		"box above":                {"", []part{img, box("0,-0.1,1,1")}, "form.box:out_of_range"},
		"box twice":                {"", []part{box("0,0,1,1"), img, box("0,0,1,1")}, "form.box:repeated"},
		"box endless":              {"", []part{img, box("0,0,1,0." + strings.Repeat("1", 60_000))}, "form.box:too_long"},
		"box of a batch":           {"/batch", []part{{"files", "a.png", img.data}, box("0,0,1,1")}, "form.box:unknown_field"},
		"all at once":              {"?confidence_threshold=2", []part{{"x", "", nil}, threshold("y"), img}, "query.confidence_threshold:too_large form.x:unknown_field form.confidence_threshold:not_a_number"},
		"32":                       {"/batch", many(32), ""},
		"33":                       {"/batch", many(33), "form.files:too_many"},
		"no files":                 {"/batch", nil, "form.files:missing"},
		"single's field":           {"/batch", []part{{"image", "a.png", img.data}}, "form.image:unknown_field form.files:missing"},
	} {
		a := postForm(t, s, "/predict"+tc.path, tc.parts...)
		ok := a.status == 422 && a.Type == "validation_error"
		if tc.where == "" {
			ok = a.Type == "model_not_configured" || a.status == 200 && a.Count == len(tc.parts)
		}
		if !ok || a.where() != tc.where {
			t.Errorf("%s: %d %s, want %q", name, a.status, a.body, tc.where)
		}
	}
}

func TestManyParts(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	body := strings.Repeat("--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n\r\n", 1000) + "--x--\r\n"
	a := post(t, s, "/predict", "multipart/form-data; boundary=x", strings.NewReader(body))
	if a.status != 422 || len(a.Errors) != maxParts+1 || !strings.HasSuffix(a.where(), "form:too_many") {
		t.Errorf("%d with %d errors", a.status, len(a.Errors))
	}
}

func TestBrokenForms(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{})
	body, contentType := formOf(part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 4, 3))})
	for name, tc := range map[string]struct {
		contentType string
		body        []byte
		status      int
		where       string
	}{
		"JSON":                    {"application/json", []byte("{}"), 415, ""},
		"a picture itself":        {"image/png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 1, 1)), 415, ""},
		"another multipart":       {strings.Replace(contentType, "form-data", "mixed", 1), body, 415, ""},
		"no type":                 {"", body, 415, ""},
		"neither type nor body":   {"", nil, 422, "body:missing"},
		"no body":                 {contentType, nil, 422, "body:missing"},
		"no boundary":             {"multipart/form-data", body, 422, "body:multipart_invalid"},
		"empty boundary":          {"multipart/form-data; boundary=", body, 422, "body:multipart_invalid"},
		"malformed parameter":     {"multipart/form-data; boundary", body, 422, "body:multipart_invalid"},
		"wrong boundary":          {"multipart/form-data; boundary=other", body, 422, "body:multipart_invalid"},
		"ends inside the file":    {contentType, body[:len(body)/2], 422, "body:multipart_invalid"},
		"ends before its end":     {contentType, body[:len(body)-30], 422, "body:multipart_invalid"},
		"ends in a later header":  {contentType, append(bytes.Clone(body[:len(body)-4]), "\r\nContent-Dispo"...), 422, "body:multipart_invalid"},
		"ends in a part's header": {contentType, body[:70], 422, "body:multipart_invalid"},
		"garbage":                 {contentType, []byte("--\r\n--\x00\xff"), 422, "body:multipart_invalid"},
	} {
		r, err := http.NewRequest(http.MethodPost, s.URL+"/predict", bytes.NewReader(tc.body))
		if err != nil {
			t.Fatal(err)
		}
		if tc.contentType != "" {
			r.Header.Set("Content-Type", tc.contentType)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if a := read(t, resp); a.status != tc.status || a.where() != tc.where {
			t.Errorf("%s: %d %s, want %d %s", name, a.status, a.body, tc.status, tc.where)
		}
	}
	if a := post(t, s, "/predict", contentType, bytes.NewReader(bytes.TrimRight(body, "\r\n"))); a.Type != "model_not_configured" {
		t.Errorf("no line end after the last boundary: %d %s", a.status, a.body)
	}
	if a := post(t, s, "/predict", contentType, strings.NewReader("preamble\r\n"+string(body)+strings.Repeat("epilogue ", 100_000))); a.Type != "model_not_configured" {
		t.Errorf("preamble and epilogue: %d %s", a.status, a.body)
	}
	if a := post(t, s, "/predict?confidence_threshold=%zz", contentType, bytes.NewReader(body)); a.status != 400 {
		t.Errorf("malformed query: %d %s", a.status, a.body)
	}
}

// FuzzUpload posts any body to a server with a classifier: what is wrong is the client's fault, never a 500.
func FuzzUpload(f *testing.F) {
	body, _ := formOf(part{"file", "a.png", picturetest.PNG(f, picturetest.Plain(picturetest.Red, 3, 2))}, part{"confidence_threshold", "", []byte("0.5")})
	boundary, _, _ := strings.Cut(string(body[2:]), "\r\n")
	f.Add(body, boundary, false)
	f.Add(bytes.ReplaceAll(body, []byte(`"file"`), []byte(`"files"`)), boundary, true)
	f.Add([]byte("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\x89PNG\r\n\x1a\n"), "x", false)
	p := New(Options{Registry: prometheus.NewRegistry(), Lookups: noNames(), Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}})
	f.Fuzz(func(t *testing.T, body []byte, boundary string, batch bool) {
		r, err := http.NewRequest(http.MethodPost, "/", io.NopCloser(bytes.NewReader(body)))
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = -1
		r.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
		handler := p.Routes()[0].Handler
		if batch {
			handler = p.Routes()[1].Handler
		}
		checkAnswer(t, handler, r)
	})
}
