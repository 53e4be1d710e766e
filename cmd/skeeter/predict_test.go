package main_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/jpeg"
	"mime/multipart"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
	"github.com/skeeter-surveillance/skeeter/predict/picture/picturetest"
)

// withModel are the settings of a server that tells red, green, blue and black pictures apart.
func withModel(t *testing.T, more ...string) []string {
	t.Helper()
	library := onnxtest.Library(t)
	if library == "" {
		t.Fatal("ONNX Runtime's library is not in bin; `make setup` fetches it")
	}
	return append([]string{"SKEETER_DEMO=false", "SKEETER_ONNXRUNTIME_PATH=" + library, "SKEETER_MODEL_PATH=" + onnxtest.Network(t, "colours")}, more...)
}

// pictureForm is the form of a prediction, and its content type.
func pictureForm(t *testing.T, c color.Color) (form, contentType string) {
	t.Helper()
	return fileForm(t, "file", picturetest.JPEG(t, picturetest.Plain(c, 60, 40)))
}

// fileForm holds files in a field.
func fileForm(t *testing.T, field string, files ...[]byte) (form, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i, data := range files {
		part, err := w.CreateFormFile(field, fmt.Sprintf("%d.jpg", i))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(data)
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

// upload posts files in a field of a form.
func (p speaker) upload(status int, path, field string, files ...[]byte) answer {
	p.t.Helper()
	form, contentType := fileForm(p.t, field, files...)
	return p.want(status, "POST", apiBase+path, form, "Content-Type", contentType)
}

// predicted is a prediction as far as these tests look at it.
type predicted struct {
	ID           string  `json:"id"`
	ModelID      string  `json:"model_id"`
	Confidence   float64 `json:"confidence"`
	Uncertain    bool    `json:"uncertain"`
	ImageURL     string  `json:"image_url_species"`
	PredictionID string  `json:"prediction_id"`
}

func (p speaker) predict(c color.Color) predicted {
	p.t.Helper()
	return decode[predicted](p.t, p.upload(200, "/predict", "file", picturetest.JPEG(p.t, picturetest.Plain(c, 60, 40))), 200)
}

// path is the part of an address of this server behind it. The address has to be absolute, with the port.
func (p speaker) path(address string) string {
	p.t.Helper()
	path, ours := strings.CutPrefix(address, p.s.base)
	if !ours || !strings.HasPrefix(path, "/static/predictions/") {
		p.t.Errorf("%q is no picture below %s", address, p.s.base)
	}
	return path
}

// picture holds that a picture is served.
func (p speaker) picture(path string) []byte {
	p.t.Helper()
	a := p.want(200, "GET", path, "")
	if _, err := jpeg.Decode(bytes.NewReader(a.body)); err != nil || a.header.Get("Content-Type") != "image/jpeg" {
		p.t.Errorf("%s is %s: %v", path, a.header.Get("Content-Type"), err)
	}
	return a.body
}

// metric is the value of a line of /metrics, -1 when there is none.
func (p speaker) metric(name string) float64 {
	p.t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindSubmatch(p.want(200, "GET", "/metrics", "").body)
	if found == nil {
		return -1
	}
	v, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		p.t.Error(err)
	}
	return v
}

// measured holds values of /metrics.
func (p speaker) measured(want map[string]float64) {
	p.t.Helper()
	for name, value := range want {
		if got := p.metric(name); got != value {
			p.t.Errorf("%s is %v, want %v", name, got, value)
		}
	}
}

func TestPredictions(t *testing.T) {
	t.Parallel()
	p := speaker{loadContract(t), newHome(t, withModel(t)...).serve()}
	for id, c := range map[string]color.Color{"aedes_aegypti": picturetest.Red, "culex_pipiens": picturetest.Green,
		"anopheles_gambiae": picturetest.Blue, "none_of_these": picturetest.Black} {
		if got := p.predict(c); got.ID != id || got.ModelID != "mean-colour-1" || got.Uncertain != (id == "none_of_these") || got.ImageURL+got.PredictionID != "" {
			t.Errorf("%s: %+v", id, got)
		}
	}
	p.upload(400, "/predict", "file", []byte("no picture"))
	p.upload(413, "/predict", "file", bytes.Repeat([]byte("x"), 10<<20+1))
	batch := p.upload(200, "/predict/batch", "files", picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 9, 7)), []byte("no picture"))
	if bytes.Contains(batch.body, []byte("image_url_species")) || bytes.Contains(batch.body, []byte("prediction_id")) {
		t.Errorf("pictures are not saved, and there is %s", batch.body)
	}
	if health := decode[health](t, p.want(200, "GET", "/health", ""), 200); health.Checks["model"].Status != "ok" {
		t.Errorf("health: %+v", health)
	}
	p.measured(map[string]float64{
		`skeeter_predictions_total{class="aedes_aegypti"}`: 2, `skeeter_predictions_total{class="culex_pipiens"}`: 1,
		`skeeter_predictions_total{class="anopheles_gambiae"}`: 1, `skeeter_predictions_total{class="none_of_these"}`: 1,
		`skeeter_predict_failures_total{reason="bad_request"}`: 2, `skeeter_predict_failures_total{reason="payload_too_large"}`: 1,
		`skeeter_predict_model_info{model_id="mean-colour-1"}`: 1, `skeeter_predict_queue_length`: 0,
		`skeeter_predict_stage_seconds_count{stage="decode"}`: 5, `skeeter_predict_stage_seconds_count{stage="preprocess"}`: 5,
		`skeeter_predict_stage_seconds_count{stage="wait"}`: 5, `skeeter_predict_stage_seconds_count{stage="infer"}`: 5,
		`skeeter_predict_stage_seconds_count{stage="save"}`: -1, `skeeter_predict_images_total{result="saved"}`: -1,
	})
	if a := p.send("GET", "/static/predictions/6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11.jpg", ""); a.status != 404 {
		t.Errorf("a picture where none is saved: %d", a.status)
	}
}

type health struct {
	Status string
	Checks map[string]struct{ Status, Detail string }
}

func TestSavedPredictions(t *testing.T) {
	t.Parallel()
	h := newHome(t, withModel(t, "SKEETER_SAVE_PREDICTED_IMAGES=true")...)
	p := speaker{loadContract(t), h.serve()}
	one := p.predict(picturetest.Red)
	path := p.path(one.ImageURL)
	if path != "/static/predictions/"+one.PredictionID+".jpg" {
		t.Errorf("%+v", one)
	}
	saved := p.picture(path)
	if file, err := os.ReadFile(filepath.Join(h.dir, "data", "images", filepath.Base(path))); err != nil || !bytes.Equal(file, saved) {
		t.Errorf("the file has %d bytes, %d are served: %v", len(file), len(saved), err)
	}
	batch := decode[struct {
		Results []struct{ Prediction *predicted }
	}](t, p.upload(200, "/predict/batch", "files",
		picturetest.JPEG(t, picturetest.Plain(picturetest.Black, 9, 7)), []byte("no picture"), picturetest.PNG(t, picturetest.Plain(picturetest.Blue, 9, 7))), 200)
	for i, want := range map[int]string{0: "none_of_these", 2: "anopheles_gambiae"} {
		if got := batch.Results[i].Prediction; got == nil || got.ID != want {
			t.Errorf("picture %d of the batch: %+v", i, got)
		} else if p.picture(p.path(got.ImageURL)); !strings.Contains(got.ImageURL, got.PredictionID) {
			t.Errorf("picture %d of the batch: %+v", i, got)
		}
	}
	if batch.Results[1].Prediction != nil {
		t.Errorf("a text in the batch: %+v", batch.Results[1])
	}
	p.measured(map[string]float64{
		`skeeter_predict_images_total{result="saved"}`: 3, `skeeter_predict_images_total{result="failed"}`: 0,
		`skeeter_predict_images_total{result="deleted"}`: 0, `skeeter_predict_stage_seconds_count{stage="decode"}`: 3,
		`skeeter_predict_stage_seconds_count{stage="save"}`: 3, // a stage of a picture, like the others
	})
	if bytes := p.metric("skeeter_predict_images_bytes"); bytes < float64(len(saved)) {
		t.Errorf("%v bytes are saved, one picture alone has %d", bytes, len(saved))
	}

	// No name leads to another file of the server, whichever route it matches.
	for _, name := range []string{"../../postgres/lock", "..%2f..%2fpostgres%2flock", "%2fetc%2fpasswd", "/etc/passwd", `..\..\x`, one.PredictionID + ".jpg%00", ".", "",
		strings.ToUpper(one.PredictionID) + ".jpg", one.PredictionID, ".new-" + one.PredictionID + ".jpg"} {
		if a := p.send("GET", "/static/predictions/"+name, ""); a.status != 404 || strings.TrimSpace(string(a.body)) != `{"detail":"Not found","type":"not_found"}` {
			t.Errorf("%s: %d %.100s", name, a.status, a.body)
		}
	}

	// The next server of the same deployment finds what this one saved.
	p.s.signal(syscall.SIGTERM)
	p.s = h.serve()
	if again := p.picture(path); !bytes.Equal(again, saved) {
		t.Error("after a restart it is another picture")
	}
}

func TestObservationCitesAPrediction(t *testing.T) {
	t.Parallel()
	p := speaker{loadContract(t), newHome(t, withModel(t, "SKEETER_SAVE_PREDICTED_IMAGES=true")...).serve()}
	made := p.predict(picturetest.Red)
	type record struct {
		ID         string
		ImageURL   string  `json:"image_url"`
		ModelID    string  `json:"model_id"`
		Confidence float64 `json:"confidence"`
	}
	r := decode[record](t, p.post(201, `{"prediction_id":"`+made.PredictionID+`","confidence":0.1,`+observation[1:]), 201)
	if r.ModelID != made.ModelID || r.Confidence != made.Confidence {
		t.Errorf("%+v cites %+v", r, made)
	}
	// A browser resolves it against the record's own address.
	if path := strings.TrimPrefix(r.ImageURL, p.s.base); path != p.path(made.ImageURL) {
		t.Errorf("the record's picture is %s, the prediction's %s", r.ImageURL, made.ImageURL)
	} else {
		p.picture(path)
	}
}

// TestPictureIsLostAndTheAnswerIsNot takes the folder away from a running server.
func TestPictureIsLostAndTheAnswerIsNot(t *testing.T) {
	t.Parallel()
	h := newHome(t, withModel(t, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=pictures")...)
	p := speaker{loadContract(t), h.serve()}
	if err := os.RemoveAll(filepath.Join(h.dir, "pictures")); err != nil {
		t.Fatal(err)
	}
	if got := p.predict(picturetest.Green); got.ID != "culex_pipiens" || got.ImageURL+got.PredictionID != "" {
		t.Errorf("%+v", got)
	}
	p.measured(map[string]float64{`skeeter_predict_images_total{result="failed"}`: 1, `skeeter_predict_images_total{result="saved"}`: 0,
		`skeeter_predictions_total{class="culex_pipiens"}`: 1, `skeeter_predict_failures_total{reason="prediction_failed"}`: 0})
	p.s.signal(syscall.SIGTERM)
	if log := p.s.log.String(); strings.Count(log, "the picture of a prediction was not saved") != 1 {
		t.Errorf("the log says: %s", log)
	}
}

func TestServerWithoutAModel(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		setting string
		log     []string // what says why
	}{
		"no library":                {"SKEETER_ONNXRUNTIME_PATH=/nowhere.so", []string{"ONNX Runtime's library is missing", "/nowhere.so"}},
		"no model":                  {"SKEETER_MODEL_PATH=/nowhere.onnx", []string{"/nowhere.onnx"}},
		"a model that does not fit": {"SKEETER_MODEL_PATH=" + onnxtest.Network(t, "strings"), []string{"strings.onnx", "string"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := speaker{loadContract(t), newHome(t, withModel(t, tc.setting, "SKEETER_SAVE_PREDICTED_IMAGES=true")...).serve()}
			good := picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 9, 7))
			for range 2 {
				if a := p.upload(500, "/predict", "file", good); !bytes.Contains(a.body, []byte(`"type":"model_not_configured"`)) {
					t.Errorf("a picture: %s", a.body)
				}
			}
			p.upload(400, "/predict", "file", []byte("no picture"))
			p.upload(422, "/predict", "picture", good)
			batch := p.upload(200, "/predict/batch", "files", good, []byte("no picture"))
			if n := bytes.Count(batch.body, []byte(`"model_not_configured"`)); n != 1 {
				t.Errorf("a batch: %s", batch.body)
			}
			if got := decode[health](t, p.want(200, "GET", "/health", ""), 200); got.Status != "ok" || got.Checks["model"].Status != "not configured" {
				t.Errorf("health: %+v", got)
			}
			p.want(200, "GET", "/readyz", "")
			p.want(200, "GET", apiBase+"/species/aedes-aegypti", "")
			p.want(200, "GET", apiBase+"/tiles/observations.json", "")
			p.post(201, observation)
			p.measured(map[string]float64{`skeeter_predict_failures_total{reason="model_not_configured"}`: 3, `skeeter_predict_failures_total{reason="bad_request"}`: 2,
				`skeeter_predict_images_total{result="saved"}`: 0, `skeeter_predict_queue_length`: -1})
			p.s.signal(syscall.SIGTERM)
			why := regexp.MustCompile(`(?m)^.*the model could not be loaded.*$`).FindAllString(p.s.log.String(), -1)
			if len(why) != 1 {
				t.Fatalf("the log says why %d times: %s", len(why), p.s.log)
			}
			for _, part := range tc.log {
				if !strings.Contains(why[0], part) {
					t.Errorf("%q is not in %s", part, why[0])
				}
			}
		})
	}
}

func TestFolderOfPicturesThatCannotBeMade(t *testing.T) {
	t.Parallel()
	h := newHome(t, withModel(t, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=/dev/null/pictures")...)
	if r := h.run("serve"); r.code != 1 || !strings.Contains(r.stderr, "SKEETER_IMAGES_PATH: ") || !strings.Contains(r.stderr, "/dev/null") {
		t.Errorf("exit status %d: %s", r.code, r.stderr)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "db", "cluster", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("postgres still runs: %v", err)
	}
}
