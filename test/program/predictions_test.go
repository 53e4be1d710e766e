package program_test

import (
	"bytes"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }

// client asks a server that predicts, traces and serves tiles.
type client struct{ *skeetertest.Client }

// predicted are the members of a prediction that these tests read.
type predicted struct {
	ID           string  `json:"id"`
	ModelID      string  `json:"model_id"`
	Confidence   float64 `json:"confidence"`
	Uncertain    bool    `json:"uncertain"`
	ImageURL     string  `json:"image_url_species"`
	PredictionID string  `json:"prediction_id"`
}

func (c client) predict(of color.Color) predicted {
	c.T.Helper()
	return skeetertest.Decode[predicted](c.T, c.Upload(200, skeetertest.API+"/predict", "file", picturetest.JPEG(c.T, picturetest.Plain(of, 60, 40))), 200)
}

// path is the path of a picture's address. The address has to be absolute, with the port.
func (c client) path(address string) string {
	c.T.Helper()
	path, ours := strings.CutPrefix(address, c.Base)
	if !ours || !strings.HasPrefix(path, "/static/predictions/") {
		c.T.Errorf("%q is no picture below %s", address, c.Base)
	}
	return path
}

// picture checks that a picture is served.
func (c client) picture(path string) []byte {
	c.T.Helper()
	a := c.Want(200, "GET", path, "")
	if _, err := jpeg.Decode(bytes.NewReader(a.Body)); err != nil || a.Header.Get("Content-Type") != "image/jpeg" {
		c.T.Errorf("%s is %s: %v", path, a.Header.Get("Content-Type"), err)
	}
	return a.Body
}

// measured checks values of /metrics; -1 is for a series that is not there.
func (c client) measured(want map[string]float64) {
	c.T.Helper()
	metrics := c.Want(200, "GET", "/metrics", "")
	for name, value := range want {
		got, found := skeetertest.Series(c.T, metrics, name)
		if !found {
			got = -1
		}
		if got != value {
			c.T.Errorf("%s is %v, want %v", name, got, value)
		}
	}
}

func TestPredictions(t *testing.T) {
	t.Parallel()
	c := client{skeetertest.NewClient(t, skeetertest.New(t, skeetertest.ModelSettings(t)...).Serve())}
	for id, of := range map[string]color.Color{"aedes_aegypti": picturetest.Red, "culex_pipiens": picturetest.Green,
		"anopheles_gambiae": picturetest.Blue, "none_of_these": picturetest.Black} {
		if got := c.predict(of); got.ID != id || got.ModelID != "mean-colour-1" || got.Uncertain != (id == "none_of_these") || got.ImageURL+got.PredictionID != "" {
			t.Errorf("%s: %+v", id, got)
		}
	}
	c.Upload(400, skeetertest.API+"/predict", "file", []byte("no picture"))
	c.Upload(413, skeetertest.API+"/predict", "file", bytes.Repeat([]byte("x"), 10<<20+1))
	batch := c.Upload(200, skeetertest.API+"/predict/batch", "files", picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 9, 7)), []byte("no picture"))
	if bytes.Contains(batch.Body, []byte("image_url_species")) || bytes.Contains(batch.Body, []byte("prediction_id")) {
		t.Errorf("pictures are not saved, and there is %s", batch.Body)
	}
	if health := skeetertest.Decode[health](t, c.Want(200, "GET", "/health", ""), 200); health.Checks["model"].Status != "ok" {
		t.Errorf("health: %+v", health)
	}
	c.measured(map[string]float64{
		`skeeter_predictions_total{class="aedes_aegypti"}`: 2, `skeeter_predictions_total{class="culex_pipiens"}`: 1,
		`skeeter_predictions_total{class="anopheles_gambiae"}`: 1, `skeeter_predictions_total{class="none_of_these"}`: 1,
		`skeeter_predict_failures_total{reason="bad_request"}`: 2, `skeeter_predict_failures_total{reason="payload_too_large"}`: 1,
		`skeeter_predict_model_info{model_id="mean-colour-1"}`: 1, `skeeter_predict_queue_length`: 0,
		`skeeter_predict_stage_seconds_count{stage="decode"}`: 5, `skeeter_predict_stage_seconds_count{stage="find"}`: 5, `skeeter_predict_stage_seconds_count{stage="preprocess"}`: 5,
		`skeeter_predict_stage_seconds_count{stage="wait"}`: 5, `skeeter_predict_stage_seconds_count{stage="infer"}`: 5,
		`skeeter_predict_stage_seconds_count{stage="save"}`: -1, `skeeter_predict_images_total{result="saved"}`: -1,
	})
	if a := c.Send("GET", "/static/predictions/6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11.jpg", ""); a.Status != 404 {
		t.Errorf("a picture where none is saved: %d", a.Status)
	}
}

type health struct {
	Status string
	Checks map[string]struct{ Status, Detail string }
}

// TestSavedPredictions: the pictures of predictions are kept and served, by the next server too, records cite them, and a folder that is lost or cannot be
// made is told of.
func TestSavedPredictions(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, skeetertest.ModelSettings(t, "SKEETER_SAVE_PREDICTED_IMAGES=true")...)
	c := client{skeetertest.NewClient(t, d.Serve())}
	if w := skeetertest.Decode[welcome](t, c.Get(skeetertest.API+"/"), 200); !w.Reports.PicturesKept || w.Reports.LargestCounts["larva"] != 5000 {
		t.Errorf("the welcome says of reports: %+v", w.Reports)
	}
	one := c.predict(picturetest.Red)
	path := c.path(one.ImageURL)
	if path != "/static/predictions/"+one.PredictionID+".jpg" {
		t.Errorf("%+v", one)
	}
	saved := c.picture(path)
	if file, err := os.ReadFile(filepath.Join(d.Dir, "data", "images", filepath.Base(path))); err != nil || !bytes.Equal(file, saved) {
		t.Errorf("the file has %d bytes, %d are served: %v", len(file), len(saved), err)
	}
	batch := skeetertest.Decode[struct {
		Results []struct{ Prediction *predicted }
	}](t, c.Upload(200, skeetertest.API+"/predict/batch", "files",
		picturetest.JPEG(t, picturetest.Plain(picturetest.Black, 9, 7)), []byte("no picture"), picturetest.PNG(t, picturetest.Plain(picturetest.Blue, 9, 7))), 200)
	for i, want := range map[int]string{0: "none_of_these", 2: "anopheles_gambiae"} {
		if got := batch.Results[i].Prediction; got == nil || got.ID != want {
			t.Errorf("picture %d of the batch: %+v", i, got)
		} else if c.picture(c.path(got.ImageURL)); !strings.Contains(got.ImageURL, got.PredictionID) {
			t.Errorf("picture %d of the batch: %+v", i, got)
		}
	}
	if batch.Results[1].Prediction != nil {
		t.Errorf("a text in the batch: %+v", batch.Results[1])
	}
	c.measured(map[string]float64{
		`skeeter_predict_images_total{result="saved"}`: 3, `skeeter_predict_images_total{result="failed"}`: 0,
		`skeeter_predict_images_total{result="deleted"}`: 0, `skeeter_predict_stage_seconds_count{stage="decode"}`: 3,
		`skeeter_predict_stage_seconds_count{stage="save"}`: 3, // a stage of a picture, like the others
	})
	if bytes := c.Metric("skeeter_predict_images_bytes"); bytes < float64(len(saved)) {
		t.Errorf("%v bytes are saved, one picture alone has %d", bytes, len(saved))
	}

	// No name leads to another file of the server, whichever route it matches.
	for _, name := range []string{"../../postgres/lock", "..%2f..%2fpostgres%2flock", "%2fetc%2fpasswd", "/etc/passwd", `..\..\x`, one.PredictionID + ".jpg%00", ".", "",
		strings.ToUpper(one.PredictionID) + ".jpg", one.PredictionID, ".new-" + one.PredictionID + ".jpg"} {
		if a := c.Send("GET", "/static/predictions/"+name, ""); a.Status != 404 || strings.TrimSpace(string(a.Body)) != `{"detail":"Not found","type":"not_found"}` {
			t.Errorf("%s: %d %.100s", name, a.Status, a.Body)
		}
	}

	observationCitesAPrediction(t, c, one)

	// The next server of the same deployment finds what this one saved.
	c.Stop(syscall.SIGTERM)
	c = client{c.On(d.Serve())}
	if again := c.picture(path); !bytes.Equal(again, saved) {
		t.Error("after a restart it is another picture")
	}
	pictureIsLostAndTheAnswerIsNot(t, c, filepath.Join(d.Dir, "data", "images"))
	folderOfPicturesThatCannotBeMade(t, d)
}

func observationCitesAPrediction(t *testing.T, c client, made predicted) {
	t.Helper()
	type record struct {
		ID         string
		ImageURL   string  `json:"image_url"`
		ModelID    string  `json:"model_id"`
		Confidence float64 `json:"confidence"`
	}
	r := skeetertest.Decode[record](t, c.WantRecord(201, skeetertest.ObservationWith(`"prediction_id":"`+made.PredictionID+`","confidence":0.1`)), 201)
	if r.ModelID != made.ModelID || r.Confidence != made.Confidence {
		t.Errorf("%+v cites %+v", r, made)
	}
	// A browser resolves it against the record's own address.
	if path := strings.TrimPrefix(r.ImageURL, c.Base); path != c.path(made.ImageURL) {
		t.Errorf("the record's picture is %s, the prediction's %s", r.ImageURL, made.ImageURL)
	} else {
		c.picture(path)
	}
}

// pictureIsLostAndTheAnswerIsNot takes the folder away from a running server that saved nothing yet, and stops it.
func pictureIsLostAndTheAnswerIsNot(t *testing.T, c client, folder string) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if got := c.predict(picturetest.Green); got.ID != "culex_pipiens" || got.ImageURL+got.PredictionID != "" {
		t.Errorf("%+v", got)
	}
	c.measured(map[string]float64{`skeeter_predict_images_total{result="failed"}`: 1, `skeeter_predict_images_total{result="saved"}`: 0,
		`skeeter_predictions_total{class="culex_pipiens"}`: 1, `skeeter_predict_failures_total{reason="prediction_failed"}`: 0})
	c.Stop(syscall.SIGTERM)
	if log := c.Log.String(); strings.Count(log, "the picture of a prediction was not saved") != 1 {
		t.Errorf("the log says: %s", log)
	}
}

// TestServerWithoutAModel: the servers share a database. The short form asks one of them for everything, and has none of the two that differ from others in
// what the log says alone.
func TestServerWithoutAModel(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.Serve()
	type without struct {
		setting string
		log     []string // what says why
	}
	servers := map[string]without{
		"no library":                {"SKEETER_ONNXRUNTIME_PATH=/nowhere.so", []string{"ONNX Runtime's library is missing", "/nowhere.so"}},
		"a model that does not fit": {"SKEETER_MODEL_PATH=" + onnxtest.Network(t, "strings"), []string{"strings.onnx", "string"}},
	}
	if testenv.Long() {
		servers["none wanted"] = without{"SKEETER_MODEL_PATH=none", []string{"level=INFO", "its path is none"}}
		servers["no model"] = without{"SKEETER_MODEL_PATH=/nowhere.onnx", []string{"level=ERROR", "/nowhere.onnx"}}
	}
	for name, tc := range servers {
		t.Run(name, func(t *testing.T) {
			c := client{skeetertest.NewClient(t, d.In(t).Beside(skeetertest.ModelSettings(t, tc.setting, "SKEETER_SAVE_PREDICTED_IMAGES=true")...))}
			good := picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 9, 7))
			for range 2 {
				if a := c.Upload(500, skeetertest.API+"/predict", "file", good); !bytes.Contains(a.Body, []byte(`"type":"model_not_configured"`)) {
					t.Errorf("a picture: %s", a.Body)
				}
			}
			c.Upload(400, skeetertest.API+"/predict", "file", []byte("no picture"))
			c.Upload(422, skeetertest.API+"/predict", "picture", good)
			batch := c.Upload(200, skeetertest.API+"/predict/batch", "files", good, []byte("no picture"))
			if n := bytes.Count(batch.Body, []byte(`"model_not_configured"`)); n != 1 {
				t.Errorf("a batch: %s", batch.Body)
			}
			if got := skeetertest.Decode[health](t, c.Want(200, "GET", "/health", ""), 200); got.Status != "ok" || got.Checks["model"].Status != "not configured" {
				t.Errorf("health: %+v", got)
			}
			c.Want(200, "GET", "/readyz", "")
			c.Want(200, "GET", skeetertest.API+"/species/aedes-aegypti", "")
			c.Want(200, "GET", skeetertest.API+"/tiles/observations.json", "")
			c.WantRecord(201, skeetertest.Observation)
			c.measured(map[string]float64{`skeeter_predict_failures_total{reason="model_not_configured"}`: 3, `skeeter_predict_failures_total{reason="bad_request"}`: 2,
				`skeeter_predict_images_total{result="saved"}`: 0, `skeeter_predict_queue_length`: -1})
			c.Stop(syscall.SIGTERM)
			why := regexp.MustCompile(`(?m)^.*predictions are off.*$`).FindAllString(c.Log.String(), -1)
			if len(why) != 1 {
				t.Fatalf("the log says why %d times: %s", len(why), c.Log)
			}
			for _, part := range tc.log {
				if !strings.Contains(why[0], part) {
					t.Errorf("%q is not in %s", part, why[0])
				}
			}
		})
	}
}

// folderOfPicturesThatCannotBeMade: no server runs.
func folderOfPicturesThatCannotBeMade(t *testing.T, d *skeetertest.Deployment) {
	t.Helper()
	if r := d.With("SKEETER_IMAGES_PATH=/dev/null/pictures").Run("serve"); r.Code != 1 || !strings.Contains(r.Stderr, "SKEETER_IMAGES_PATH: ") || !strings.Contains(r.Stderr, "/dev/null") {
		t.Errorf("exit status %d: %s", r.Code, r.Stderr)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "db", "cluster", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("postgres still runs: %v", err)
	}
}
