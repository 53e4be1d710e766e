package predict_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
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
	"github.com/skeeter-surveillance/skeeter/predict"
)

func newServer(t testing.TB) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(httpapi.New(httpapi.Options{
		Routes: predict.New().Routes(), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	}))
	t.Cleanup(s.Close)
	return s
}

// field is a part of a form; a part with a filename is a file.
type field struct {
	name, filename string
	data           []byte
}

func form(fields ...field) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range fields {
		var part io.Writer
		if f.filename != "" {
			part, _ = w.CreateFormFile(f.name, f.filename)
		} else {
			part, _ = w.CreateFormField(f.name)
		}
		_, _ = part.Write(f.data)
	}
	_ = w.Close()
	return b.Bytes(), w.FormDataContentType()
}

type answer struct {
	status int
	Detail string
	Type   string
	Errors []struct{ Loc []string }
	Count  int
	Result []struct {
		Filename   string
		Prediction any
		Error      struct {
			Status       int
			Detail, Type string
		}
	} `json:"results"`
}

func post(t testing.TB, s *httptest.Server, path, contentType string, body io.Reader) answer {
	t.Helper()
	resp, err := http.Post(s.URL+path, contentType, body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode}
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

func postForm(t testing.TB, s *httptest.Server, path string, fields ...field) answer {
	t.Helper()
	body, contentType := form(fields...)
	return post(t, s, path, contentType, bytes.NewReader(body))
}

func picture(t testing.TB, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i := range 40 {
		img.Set(i, i%30, color.RGBA{uint8(i * 5), 90, 10, 255})
	}
	var b bytes.Buffer
	if err := encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func toPNG(w io.Writer, m image.Image) error  { return png.Encode(w, m) }
func toJPEG(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }

// hugePNG is a header of the given size without data.
func hugePNG(width, height uint32) []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	chunk = append(binary.BigEndian.AppendUint32(chunk, height), 8, 2, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

func TestSingle(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	pngData, jpegData := picture(t, toPNG), picture(t, toJPEG)
	for name, tc := range map[string]struct {
		fields []field
		status int
		code   string
	}{
		"PNG":                 {[]field{{"file", "a.png", pngData}}, 500, "model_not_configured"},
		"JPEG":                {[]field{{"file", "a.jpg", jpegData}}, 500, "model_not_configured"},
		"field image":         {[]field{{"image", "a.jpg", jpegData}}, 500, "model_not_configured"},
		"declared wrongly":    {[]field{{"file", "a.txt", jpegData}}, 500, "model_not_configured"},
		"threshold":           {[]field{{"confidence_threshold", "", []byte("0.5")}, {"file", "a.png", pngData}}, 500, "model_not_configured"},
		"empty":               {[]field{{"file", "a.png", nil}}, 400, "bad_request"},
		"text":                {[]field{{"file", "a.jpg", []byte("no picture at all")}}, 400, "bad_request"},
		"GIF":                 {[]field{{"file", "a.gif", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;")}}, 400, "bad_request"},
		"SVG":                 {[]field{{"file", "a.svg", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")}}, 400, "bad_request"},
		"truncated PNG":       {[]field{{"file", "a.png", pngData[:len(pngData)/2]}}, 400, "bad_request"},
		"truncated JPEG":      {[]field{{"file", "a.jpg", jpegData[:len(jpegData)/2]}}, 400, "bad_request"},
		"65535x65535":         {[]field{{"file", "a.png", hugePNG(65535, 65535)}}, 400, "bad_request"},
		"width overflows":     {[]field{{"file", "a.png", hugePNG(1<<31-1, 1<<31-1)}}, 400, "bad_request"},
		"10 MB + 1":           {[]field{{"file", "a.jpg", append([]byte("\xff\xd8\xff"), make([]byte, predict.MaxPictureBytes-2)...)}}, 413, "payload_too_large"},
		"no file field":       {[]field{{"confidence_threshold", "", []byte("0.5")}}, 422, "validation_error"},
		"nothing":             {nil, 422, "validation_error"},
		"two files":           {[]field{{"file", "a.png", pngData}, {"file", "b.png", pngData}}, 422, "validation_error"},
		"unknown field":       {[]field{{"file", "a.png", pngData}, {"colour", "", []byte("red")}}, 422, "validation_error"},
		"threshold 2":         {[]field{{"file", "a.png", pngData}, {"confidence_threshold", "", []byte("2")}}, 422, "validation_error"},
		"threshold NaN":       {[]field{{"file", "a.png", pngData}, {"confidence_threshold", "", []byte("NaN")}}, 422, "validation_error"},
		"threshold no number": {[]field{{"file", "a.png", pngData}, {"confidence_threshold", "", []byte("high")}}, 422, "validation_error"},
	} {
		if a := postForm(t, s, "/predict", tc.fields...); a.status != tc.status || a.Type != tc.code || a.Detail == "" {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := postForm(t, s, "/predict", field{"file", "a.png", nil}); a.Detail != "Uploaded file is empty" {
		t.Errorf("empty: %q", a.Detail)
	}
	if a := postForm(t, s, "/predict"); len(a.Errors) != 1 || strings.Join(a.Errors[0].Loc, ".") != "form.file" {
		t.Errorf("no file: %+v", a)
	}
	if a := postForm(t, s, "/predict?confidence_threshold=-1", field{"file", "a.png", pngData}); a.status != 422 || a.Errors[0].Loc[0] != "query" {
		t.Errorf("threshold in the query: %+v", a)
	}
}

func TestBrokenForms(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body, contentType := form(field{"file", "a.png", picture(t, toPNG)})
	for name, tc := range map[string]struct {
		contentType string
		body        []byte
		status      int
	}{
		"JSON":           {"application/json", []byte("{}"), 415},
		"no type":        {"", body, 415},
		"no boundary":    {"multipart/form-data", body, 422},
		"wrong boundary": {"multipart/form-data; boundary=other", body, 422},
		"breaks off":     {contentType, body[:len(body)-30], 422},
		"no body":        {contentType, nil, 422},
		"garbage":        {contentType, []byte("--\r\n--\x00\xff"), 422},
	} {
		if a := post(t, s, "/predict", tc.contentType, bytes.NewReader(tc.body)); a.status != tc.status {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	good := picture(t, toPNG)
	a := postForm(t, s, "/predict/batch", field{"files", "1.png", good}, field{"file", "2.txt", []byte("text")}, field{"files", "3.png", nil})
	if a.status != 200 || a.Count != 3 {
		t.Fatalf("%+v", a)
	}
	for i, want := range []struct {
		name   string
		status int
	}{{"1.png", 500}, {"2.txt", 400}, {"3.png", 400}} {
		if r := a.Result[i]; r.Filename != want.name || r.Error.Status != want.status || r.Error.Detail == "" || r.Prediction != nil {
			t.Errorf("%d: %+v", i, r)
		}
	}
	many := make([]field, predict.MaxBatch+1)
	for i := range many {
		many[i] = field{"files", fmt.Sprint(i), good}
	}
	if a := postForm(t, s, "/predict/batch", many[:predict.MaxBatch]...); a.status != 200 || a.Count != predict.MaxBatch {
		t.Errorf("%d images: %d, count %d", predict.MaxBatch, a.status, a.Count)
	}
	if a := postForm(t, s, "/predict/batch", many...); a.status != 422 {
		t.Errorf("%d images: %+v", len(many), a)
	}
	if a := postForm(t, s, "/predict/batch"); a.status != 422 {
		t.Errorf("no images: %+v", a)
	}
}

// TestPictureSets takes every picture of the real sets: what is valid reaches the model, what is broken is 400, nothing is a
// failure of the service.
func TestPictureSets(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real pictures to try")
	}
	s := newServer(t)
	tried := 0
	for _, dir := range []string{"images/pngsuite", "images/exif-orientation", "images/wings-balrog"} {
		err := filepath.WalkDir(filepath.Join(data, dir), func(path string, d os.DirEntry, err error) error {
			ext := strings.ToLower(filepath.Ext(path))
			if err != nil || d.IsDir() || (ext != ".png" && ext != ".jpg" && ext != ".jpeg") {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			want := 500
			if dir == "images/pngsuite" && strings.HasPrefix(filepath.Base(path), "x") {
				want = 400
			}
			if a := postForm(t, s, "/predict", field{"file", "picture", raw}); a.status != want {
				t.Errorf("%s: %d %s, want %d", path, a.status, a.Detail, want)
			}
			tried++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if tried < 100 {
		t.Errorf("only %d pictures were found", tried)
	}
}

func FuzzUpload(f *testing.F) {
	body, contentType := form(field{"file", "a.png", picture(f, toPNG)}, field{"confidence_threshold", "", []byte("0.5")})
	_, boundary, _ := strings.Cut(contentType, "boundary=")
	f.Add(string(body), boundary)
	f.Add("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\x89PNG\r\n\x1a\n", "x")
	s := newServer(f)
	f.Fuzz(func(t *testing.T, body, boundary string) {
		if strings.ContainsAny(boundary, "\r\n\x00") {
			return
		}
		r, err := http.NewRequest(http.MethodPost, s.URL+"/predict", strings.NewReader(body))
		if err != nil {
			return
		}
		r.Header["Content-Type"] = []string{"multipart/form-data; boundary=" + boundary}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return // the client refuses the header
		}
		defer resp.Body.Close()
		raw, _ := io.ReadAll(resp.Body)
		if resp.StatusCode >= 500 && !bytes.Contains(raw, []byte("model_not_configured")) {
			t.Errorf("%d %s", resp.StatusCode, raw)
		}
	})
}
