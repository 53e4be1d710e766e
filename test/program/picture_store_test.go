package program_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestServersShowEachOthersPictures: two servers on one database share a folder or a bucket, and no request needs the server that took the picture.
// The short form has a bucket alone; that another server reads the folder, TestSavedPredictions tests.
func TestServersShowEachOthersPictures(t *testing.T) {
	t.Parallel()
	stores := map[string]func(t *testing.T) (settings []string, folder string){
		"bucket": func(t *testing.T) ([]string, string) {
			store := objectstest.Start(t, "")
			return append(store.Settings(store.Address), "SKEETER_IMAGES_PATH=s3://"+objectstest.Bucket+"/of/skeeter"), filepath.Join(store.Folder(), "of", "skeeter")
		},
	}
	if testenv.Long() {
		stores["folder"] = func(t *testing.T) ([]string, string) {
			folder := t.TempDir()
			return []string{"SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_IMAGES_PATH=" + folder}, folder
		}
	}
	for name, settings := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, folder := settings(t)
			env = skeetertest.ModelSettings(t, env...)
			d := skeetertest.New(t, env...)
			one := client{skeetertest.NewClient(t, d.Serve())}
			two := client{one.On(d.Beside(env...))}
			for _, pair := range [][2]client{{one, two}, {two, one}} {
				taker, other := pair[0], pair[1]
				made := taker.predict(picturetest.Red)
				path := taker.path(made.ImageURL)
				saved := taker.picture(path)
				if there := other.picture(path); !bytes.Equal(there, saved) {
					t.Errorf("the other server shows %d bytes, not %d", len(there), len(saved))
				}
				if file, err := os.ReadFile(filepath.Join(folder, filepath.Base(path))); err != nil || !bytes.Equal(file, saved) {
					t.Errorf("%d bytes lie in the store: %v", len(file), err)
				}
				etag := other.Get(path).Header.Get("ETag")
				if a := taker.Send("GET", path, "", "If-None-Match", etag); a.Status != http.StatusNotModified {
					t.Errorf("with the other server's ETag: %d", a.Status)
				}
				if a := other.Send("GET", path, "", "Range", "bytes=2-5"); a.Status != http.StatusPartialContent || !bytes.Equal(a.Body, saved[2:6]) {
					t.Errorf("a range: %d %x", a.Status, a.Body)
				}
				r := skeetertest.Decode[struct {
					ImageURL string `json:"image_url"`
				}](t, other.WantRecord(201, skeetertest.ObservationWith(`"prediction_id":"`+made.PredictionID+`"`)), 201)
				if !strings.HasSuffix(r.ImageURL, path) {
					t.Errorf("the record's picture is %q", r.ImageURL)
				}
				taker.picture(path)
			}
			two.Stop(syscall.SIGTERM)
		})
	}
}

func TestSettingsOfABucketAreWrong(t *testing.T) {
	t.Parallel()
	store := objectstest.Start(t, "")
	d := skeetertest.New(t, skeetertest.ModelSettings(t, store.Settings(store.Address)...)...)
	const secret = "another-secret-that-is-wrong"
	type setting struct {
		env  []string
		says []string
	}
	wrong := map[string]setting{
		"key":    {[]string{"SKEETER_IMAGES_S3_ACCESS_KEY_ID=nobody"}, []string{"SKEETER_IMAGES_S3_ACCESS_KEY_ID and SKEETER_IMAGES_S3_SECRET_ACCESS_KEY: ", store.Address}},
		"secret": {[]string{"SKEETER_IMAGES_S3_SECRET_ACCESS_KEY=" + secret}, []string{"SKEETER_IMAGES_S3_ACCESS_KEY_ID and SKEETER_IMAGES_S3_SECRET_ACCESS_KEY: ", "SignatureDoesNotMatch"}},
		"bucket": {[]string{"SKEETER_IMAGES_PATH=s3://elsewhere"}, []string{"SKEETER_IMAGES_PATH: ", `there is no bucket "elsewhere"`}},
	}
	if testenv.Long() {
		wrong["no secret"] = setting{[]string{"SKEETER_IMAGES_S3_SECRET_ACCESS_KEY="}, []string{"SKEETER_IMAGES_S3_SECRET_ACCESS_KEY: it is needed"}}
		wrong["region"] = setting{[]string{"SKEETER_IMAGES_S3_REGION=eu-central-1"}, []string{"SKEETER_IMAGES_S3_REGION: ", "another region"}}
		wrong["address"] = setting{[]string{"SKEETER_IMAGES_S3_ENDPOINT=s3.example.org"}, []string{"SKEETER_IMAGES_S3_ENDPOINT is "}}
	}
	for name, tc := range wrong {
		r := d.With(tc.env...).Run("serve")
		for _, says := range tc.says {
			if !strings.Contains(r.Stderr, says) {
				t.Errorf("%s: %q is not in %s", name, says, r.Stderr)
			}
		}
		if r.Code != 2 || strings.Contains(r.Stderr, secret) || strings.Contains(r.Stderr, objectstest.SecretAccessKey) {
			t.Errorf("%s: exit status %d: %s", name, r.Code, r.Stderr)
		}
	}
	if entries, err := os.ReadDir(store.Folder()); err != nil || len(entries) > 1 { // versitygw's own
		t.Errorf("%v, %v", entries, err)
	}
}

// TestPicturesWithoutTheirStore: the server starts and predicts while the object store does not answer, and says that it saves nothing.
func TestPicturesWithoutTheirStore(t *testing.T) {
	t.Parallel()
	store := objectstest.Start(t, "")
	store.Stop()
	c := client{skeetertest.NewClient(t, skeetertest.New(t, skeetertest.ModelSettings(t, store.Settings(store.Address)...)...).Serve())}
	// It is asked while the store is away or silent, and answered before that ends: no prediction waits for the store.
	predicts := func(saved bool) (p predicted) {
		t.Helper()
		if p = c.predict(picturetest.Green); p.ID != "culex_pipiens" || (p.ImageURL != "") != saved || (p.PredictionID != "") != saved {
			t.Errorf("%+v", p)
		}
		return p
	}
	ready := func(status, says string) {
		t.Helper()
		if got := skeetertest.Decode[health](t, c.Want(200, "GET", "/readyz", ""), 200).Checks["pictures"]; got.Status != status || !strings.Contains(got.Detail, says) || says == "" && got.Detail != "" {
			t.Errorf("readyz: %+v", got)
		}
	}
	back := func() {
		t.Helper()
		testenv.Eventually(t, "the store is back", func() bool {
			return skeetertest.Decode[health](t, c.Get("/readyz"), 200).Checks["pictures"].Detail == ""
		})
	}
	ready("ok", "does not answer")
	predicts(false)
	store.Run()
	back()
	kept := c.path(predicts(true).ImageURL)
	c.picture(kept)
	store.Pause()
	for range 3 {
		predicts(false)
	}
	ready("ok", "does not answer")
	if a := c.Want(http.StatusServiceUnavailable, "GET", kept, ""); a.Header.Get("Retry-After") == "" {
		t.Errorf("a picture of a silent store: %v", a.Header)
	}
	c.Want(200, "GET", "/health", "")
	store.Resume()
	back()
	c.picture(kept)
	predicts(true)
	c.measured(map[string]float64{`skeeter_predict_images_total{result="failed"}`: 4, `skeeter_predict_images_total{result="saved"}`: 2, `skeeter_predict_images_errors_total{operation="write"}`: 1})
	c.Stop(syscall.SIGTERM)
	for text, times := range map[string]int{"the store of pictures does not answer: ": 2, "the store of pictures answers again": 2, "the picture of a prediction was not saved": 4} {
		if got := strings.Count(c.Log.String(), text); got != times {
			t.Errorf("the log says %d times, not %d, that %s", got, times, text)
		}
	}
}
