package model

import (
	"slices"
	"strings"
	"testing"
)

// TestMeanAndStd: one without the other leaves the other alone.
func TestMeanAndStd(t *testing.T) {
	t.Parallel()
	for input, want := range map[string][2][]float64{
		`{}`:                                   {{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}},
		`{"colour_order":"BGR"}`:               {{0.406, 0.456, 0.485}, {0.225, 0.224, 0.229}},
		`{"mean":[0.5]}`:                       {{0.5, 0.5, 0.5}, {1, 1, 1}},
		`{"std":[0.1,0.2,0.3]}`:                {{0, 0, 0}, {0.1, 0.2, 0.3}},
		`{"colour_order":"grey"}`:              {{0}, {1}},
		`{"colour_order":"grey","mean":[0.5]}`: {{0.5}, {1}},
	} {
		s, err := Find(folder(t, "x.onnx", "", "model.json", `{"classes":["a"],"input":`+input+`}`))
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.describe(Found{}, nil)
		if err != nil || !slices.Equal(d.Input.Mean, want[0]) || !slices.Equal(d.Input.Std, want[1]) {
			t.Errorf("%s: %v, mean %v, std %v", input, err, d.Input.Mean, d.Input.Std)
		}
	}
}

// TestKnownModel: what is written wins over a known shape, which gives the labels and says so.
func TestKnownModel(t *testing.T) {
	t.Parallel()
	published := Found{Width: 224, Height: 224, Channels: 3, Layout: NCHW, Classes: 18}
	for name, tc := range map[string]struct {
		description, id string
		mean            float64
		resize          Resize
		none            int
	}{
		"nothing":           {"", "culico-net-cls-v1", 0.485, Stretch, 11},
		"some":              {`{"model_id":"my","input":{"mean":[0]}}`, "my", 0, Stretch, 11},
		"all but the names": {`{"model_id":"my","input":{"resize":"letterbox"},"none":"culex_pipiens"}`, "my", 0.485, Letterbox, 13},
		"no class is none":  {`{"none":null}`, "culico-net-cls-v1", 0.485, Stretch, -1},
	} {
		files := []string{"x.onnx", ""}
		if tc.description != "" {
			files = append(files, "model.json", tc.description)
		}
		s, err := Find(folder(t, files...))
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.describe(published, nil)
		if err != nil || d.ModelID != tc.id || d.Input.Mean[0] != tc.mean || d.Input.Resize != tc.resize || d.NoneIndex() != tc.none || len(d.Classes) != 18 {
			t.Errorf("%s: %v, %+v", name, err, d)
		}
		if !strings.Contains(d.From, "guessed from the shape") || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "guessed from the shape") {
			t.Errorf("%s: from %s, warnings %q", name, d.From, d.Warnings)
		}
	}
}

// TestNone: which class is none of these is said, or guessed by its name; what the metadata says is of the metadata's classes.
func TestNone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		description, labels string
		metadata            map[string]string
		none                int
	}{
		"guessed":                       {`{"classes":["a","other"]}`, "", nil, 1},
		"said":                          {`{"classes":["a","other"],"none":"a"}`, "", nil, 0},
		"empty":                         {`{"classes":["a","other"],"none":""}`, "", nil, -1},
		"null":                          {`{"classes":["a","other"],"none":null}`, "", nil, -1},
		"metadata":                      {"", "", map[string]string{"classes": `["a","b"]`, "none": "b"}, 1},
		"metadata without one":          {"", "", map[string]string{"classes": `["a","other"]`, "none": ""}, -1},
		"metadata's is a label":         {"", `["a","b"]`, map[string]string{"classes": `["b"]`, "none": "b"}, 1},
		"metadata's is no label":        {"", `["a","other"]`, map[string]string{"none": "b"}, 1},
		"metadata's classes and none":   {`{"model_id":"m"}`, "", map[string]string{"classes": `["a","b"]`, "none": "b"}, 1},
		"metadata's classes, none said": {`{"none":"a"}`, "", map[string]string{"classes": `["a","b"]`, "none": "b"}, 0},
		"wrong metadata":                {`{"classes":["a","other"]}`, "", map[string]string{"input": "images"}, 1},
	} {
		s := Source{Path: "x.onnx", beside: "model.json"}
		if tc.description != "" {
			s.description = []byte(tc.description)
		}
		if tc.labels != "" {
			s.labels = []byte(tc.labels)
		}
		if d, err := s.describe(Found{}, tc.metadata); err != nil || d.NoneIndex() != tc.none {
			t.Errorf("%s: %v, class %d, want %d", name, err, d.NoneIndex(), tc.none)
		}
	}
}

// TestUnknownFields of input and output are said: a typo changes the answers.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	s := Source{Path: "x.onnx", beside: "model.json", description: []byte(`{"classes":["a"],"author":"me","output":{"type":"float32","sort":"logits"},
		"input":{"resise":"stretch","color_order":"BGR","type":"float32","Width":8}}`)}
	d, err := s.describe(Found{}, nil)
	want := []string{"model.json: input.color_order is no field: it is spelled colour_order", "model.json: input.resise is no field", "model.json: output.sort is no field"}
	if err != nil || !slices.Equal(d.Warnings, want) || d.Input.Width != 8 {
		t.Errorf("%v, width %d, %q", err, d.Input.Width, d.Warnings)
	}
	s = Source{Path: "x.onnx"}
	if d, err := s.describe(Found{}, map[string]string{"classes": `["a"]`, "input": `{"resise":"stretch"}`}); err != nil || !slices.Equal(d.Warnings, []string{"the ONNX metadata: input.resise is no field"}) {
		t.Errorf("metadata: %v, %q", err, d.Warnings)
	}
}
