package predict

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/model"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// someNames are lookups with one species of the catalog, a synonym of it, and a name that only records use.
func someNames(t *testing.T) *postgres.Lookups {
	t.Helper()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `
		insert into taxa (id, scientific_name, genus, in_catalog) values
			('aedes-aegypti', 'Aedes aegypti', 'Aedes', true), ('culex-bahamensis', 'Culex bahamensis', 'Culex', false);
		insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa;
		insert into taxon_names (slug, name, taxon_key, accepted)
			select 'stegomyia-aegypti', 'Stegomyia aegypti', key, false from taxa where id = 'aedes-aegypti';
		insert into translations (kind, lang, id, name) values
			('species', 'en', 'aedes-aegypti', 'Yellow fever mosquito'), ('species', 'fr', 'aedes-aegypti', 'Moustique de la fièvre jaune')`)
	names := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := names.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestPrediction(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Lookups: someNames(t), Classifier: meanColour{red: "Stegomyia aegypti", green: "Culex bahamensis", blue: "Aedes nemo"}})
	for name, tc := range map[string]struct {
		query string
		parts []part
		want  string
	}{
		"a synonym in the catalog": {"", []part{{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 7))}},
			`{"id":"aedes_aegypti","scientific_name":"Aedes aegypti","common_name":"Yellow fever mosquito",` +
				`"probabilities":{"Aedes aegypti":1,"Aedes nemo":0,"Culex bahamensis":0,"none_of_these":0},` +
				`"model_id":"mean-colour-1","model_licence":null,"confidence":1,"in_catalog":true,"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Aedes","box":null}`},
		"in French, below the threshold is left out": {"?lang=fr-CA&confidence_threshold=0.5", []part{{"image", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 7))}},
			`{"id":"aedes_aegypti","scientific_name":"Aedes aegypti","common_name":"Moustique de la fièvre jaune",` +
				`"probabilities":{"Aedes aegypti":1},"model_id":"mean-colour-1","model_licence":null,"confidence":1,"in_catalog":true,"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Aedes","box":null}`},
		"a name outside the catalog": {"", []part{{"confidence_threshold", "", []byte("0.1")}, {"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Green, 9, 7))}},
			`{"id":"culex_bahamensis","scientific_name":"Culex bahamensis","common_name":null,` +
				`"probabilities":{"Culex bahamensis":1},"model_id":"mean-colour-1","model_licence":null,"confidence":1,"in_catalog":false,"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Culex","box":null}`},
		"a name that nothing knows": {"?confidence_threshold=0.1", []part{{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Blue, 9, 7))}, {"confidence_threshold", "", []byte("0.10")}},
			`{"id":"aedes_nemo","scientific_name":"Aedes nemo","common_name":null,` +
				`"probabilities":{"Aedes nemo":1},"model_id":"mean-colour-1","model_licence":null,"confidence":1,"in_catalog":false,"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Aedes","box":null}`},
		"none of these": {"", []part{{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Black, 9, 7))}},
			`{"id":"none_of_these","scientific_name":null,"common_name":null,"probabilities":{"none_of_these":0.9,"Aedes aegypti":0.1},` +
				`"model_id":"mean-colour-1","model_licence":null,"confidence":0.9,"in_catalog":false,"uncertain":true,"reason":"too_small","taxon_rank":null,"genus":null,"box":null}`},
	} {
		if a := postForm(t, s, "/predict"+tc.query, tc.parts...); a.status != 200 || strings.TrimSpace(a.body) != tc.want {
			t.Errorf("%s: %d\n got %s\nwant %s", name, a.status, a.body, tc.want)
		}
	}
}

// classes are names, each followed by its probability.
func classes(pairs ...any) (out []classify.Class) {
	for i := 0; i < len(pairs); i += 2 {
		probability, ok := pairs[i+1].(float64)
		if !ok {
			probability = float64(pairs[i+1].(int))
		}
		out = append(out, classify.Class{Name: pairs[i].(string), Probability: probability})
	}
	return out
}

func TestThreshold(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Classifier: fixed{result: classify.Result{ModelID: "m", Classes: classes("Aedes b", 0.3, "Aedes c", 0.4, "Aedes a", 0.3)}}})
	img := part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 2, 2))}
	for threshold, want := range map[string]string{
		"0":   `"probabilities":{"Aedes c":0.4,"Aedes a":0.3,"Aedes b":0.3},"model_id":"m","model_licence":null,"confidence":0.4,"in_catalog":false,"uncertain":true`,
		"0.3": `"probabilities":{"Aedes c":0.4,"Aedes a":0.3,"Aedes b":0.3},"model_id":"m","model_licence":null,"confidence":0.4,"in_catalog":false,"uncertain":true`,
		"0.4": `"probabilities":{"Aedes c":0.4},"model_id":"m","model_licence":null,"confidence":0.4,"in_catalog":false,"uncertain":true`,
		"1":   `"probabilities":{},"model_id":"m","model_licence":null,"confidence":0.4,"in_catalog":false,"uncertain":true`,
	} {
		if a := postForm(t, s, "/predict?confidence_threshold="+threshold, img); a.status != 200 || !strings.Contains(a.body, want) {
			t.Errorf("threshold %s: %d %s, want %s", threshold, a.status, a.body, want)
		}
	}
}

// TestLicence: an answer names the licence of the model that gave it.
func TestLicence(t *testing.T) {
	t.Parallel()
	free := model.Licence{ID: "CC-BY-4.0", Notice: "Name the authors.", URL: "https://example.org/licence"}
	s := newServer(t, Options{Classifier: fixed{result: classify.Result{ModelID: "m", Licence: free, Classes: classes("Aedes a", 1)}}})
	img := part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 2, 2))}
	want := `"model_licence":{"id":"CC-BY-4.0","notice":"Name the authors.","url":"https://example.org/licence"}`
	if a := postForm(t, s, "/predict", img); a.status != 200 || !strings.Contains(a.body, want) {
		t.Errorf("%d %s, want %s", a.status, a.body, want)
	}
}

func TestWithoutModel(t *testing.T) {
	t.Parallel()
	p := New(Options{Registry: prometheus.NewRegistry(), Lookups: noNames()})
	if c := p.Health(t.Context()); c.Status != httpapi.StatusNotConfigured {
		t.Errorf("health: %+v", c)
	}
	if c := New(Options{Registry: prometheus.NewRegistry(), Lookups: noNames(), Classifier: fixed{}}).Health(t.Context()); c.Status != httpapi.StatusOK {
		t.Errorf("health with a model: %+v", c)
	}
	s := newServer(t, Options{})
	if a := postForm(t, s, "/predict", part{"file", "a.jpg", picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 2, 2))}); a.status != 500 ||
		strings.TrimSpace(a.body) != `{"detail":"No model is configured","type":"model_not_configured"}` {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestModelFails(t *testing.T) {
	t.Parallel()
	img := part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 2, 2))}
	for name, c := range map[string]fixed{
		"an error":       {err: errModel},
		"no id":          {result: classify.Result{Classes: classes("Aedes a", 1)}},
		"no classes":     {result: classify.Result{ModelID: "m"}},
		"NaN":            {result: classify.Result{ModelID: "m", Classes: classes("Aedes a", math.NaN())}},
		"above 1":        {result: classify.Result{ModelID: "m", Classes: classes("Aedes a", 1.5)}},
		"below 0":        {result: classify.Result{ModelID: "m", Classes: classes("Aedes a", -0.5)}},
		"nameless class": {result: classify.Result{ModelID: "m", Classes: classes(" -", 1)}},
	} {
		s := newServer(t, Options{Classifier: c})
		if a := postForm(t, s, "/predict", img); a.status != 500 || a.Type != "prediction_failed" || strings.Contains(a.body, "secret") {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		a := postForm(t, s, "/predict/batch", img, img)
		if a.status != 200 || a.Count != 2 || a.Results[1].Error == nil || a.Results[1].Error.Type != "prediction_failed" || strings.Contains(a.body, "secret") {
			t.Errorf("%s, batch: %d %s", name, a.status, a.body)
		}
	}
}

// TestNamesNotLoaded: in_catalog would be a lie.
func TestNamesNotLoaded(t *testing.T) {
	t.Parallel()
	db, err := pgxpool.New(t.Context(), pgtest.EmptyURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	names := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if names.Refresh(context.Background()) == nil {
		t.Fatal("lookups of an empty database loaded")
	}
	s := newServer(t, Options{Lookups: names, Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}})
	if a := postForm(t, s, "/predict", part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 2, 2))}); a.status != 503 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	good := picturetest.PNG(t, picturetest.Plain(picturetest.Red, 5, 5))
	parts := []part{{"files", "1.png", good}, {"file", "2.txt", []byte("text")}, {"files", "", good}, {"files", "4.png", nil},
		{"files", "5.jpg", make([]byte, picture.MaxFile+1)}, {"files", "6.jpg", picturetest.JPEG(t, picturetest.Plain(picturetest.Green, 5, 5))}, {"confidence_threshold", "", []byte("0.9")}}
	a := postForm(t, newServer(t, Options{Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}}), "/predict/batch", parts...)
	if a.status != 200 || a.Count != 6 || len(a.Results) != 6 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for i, want := range []string{"1.png aedes_a", "2.txt 400 bad_request", " aedes_a", "4.png 400 bad_request", "5.jpg 413 payload_too_large", "6.jpg aedes_b"} {
		r := a.Results[i]
		got := r.FileName
		switch {
		case (r.Prediction == nil) == (r.Error == nil):
			t.Errorf("%d: one of prediction and error must be null: %s", i, a.body)
		case r.Error != nil:
			got += fmt.Sprintf(" %d %s", r.Error.Status, r.Error.Type)
		default:
			got += " " + r.Prediction.ID
		}
		if got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
	if strings.Count(a.body, `"probabilities":{"Aedes a":1}`) != 2 {
		t.Errorf("the threshold that came last was not applied: %s", a.body)
	}

	a = postForm(t, newServer(t, Options{}), "/predict/batch", part{"files", "1.png", good}, part{"files", "2.txt", []byte("x")})
	if a.status != 200 || a.Results[0].Error.Type != "model_not_configured" || a.Results[0].Error.Status != 500 || a.Results[1].Error.Status != 400 {
		t.Errorf("without a model: %d %s", a.status, a.body)
	}
}
