package model

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder makes files from pairs of name and content.
func folder(t *testing.T, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, pairs[i]), []byte(pairs[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// four is what a network of four classes says of itself.
var four = Found{Width: 8, Height: 8, Channels: 3, Layout: NCHW, Classes: 4}

// describe joins what is written of a model and what its network says.
func (s Source) describe(found Found, metadata map[string]string) (Description, error) {
	d, err := s.Draft(metadata)
	if err != nil {
		return Description{}, err
	}
	return d.Complete(found)
}

func TestFind(t *testing.T) {
	t.Parallel()
	const spec = `{"model_id":"m-2","classes":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]}`
	for name, tc := range map[string]struct {
		files    []string
		path     string
		id, from string
	}{
		"a folder with labels":             {[]string{"x.onnx", "", "labels.json", `["a","b","c","d"]`}, "", "x", "labels.json"},
		"labels by index":                  {[]string{"x.onnx", "", "labels.json", `{"1":"b","0":"a","3":"d","2":"c"}`}, "x.onnx", "x", "labels.json"},
		"a description":                    {[]string{"x.onnx", "", "model.json", spec}, "", "m-2", "model.json"},
		"a description of the file's name": {[]string{"x.onnx", "", "y.onnx", "", "x.json", spec}, "x.onnx", "m-2", "x.json"},
		"a folder with two files":          {[]string{"x.onnx", "", "y.onnx", "", "model.json", `{"file":"y.onnx",` + spec[1:]}, "", "m-2", "model.json"},
		"another file's description":       {[]string{"x.onnx", "", "y.onnx", "", "model.json", `{"file":"y.onnx",` + spec[1:], "labels.json", `["a","b","c","d"]`}, "x.onnx", "x", "labels.json"},
		"capitals":                         {[]string{"X.ONNX", "", "X.json", spec}, "", "m-2", "X.json"},
		"a byte order mark":                {[]string{"x.onnx", "", "y.onnx", "", "model.json", "\ufeff" + `{"file":"x.onnx",` + spec[1:]}, "", "m-2", "model.json"},
		"labels with a byte order mark":    {[]string{"x.onnx", "", "labels.json", "\ufeff" + `["a","b","c","d"]`}, "", "x", "labels.json"},
		"plain names":                      {[]string{"x.onnx", "", "model.json", `{"classes":["a","b",{"id":"c"},"d"]}`}, "", "x", "model.json"},
		"description and labels":           {[]string{"x.onnx", "", "model.json", `{"model_id":"m-3"}`, "labels.json", `["a","b","c","d"]`}, "", "m-3", "model.json, labels.json"},
	} {
		s, err := Find(filepath.Join(folder(t, tc.files...), tc.path))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		d, err := s.describe(four, nil)
		if err != nil || d.ModelID != tc.id || d.From != tc.from || len(d.Classes) != 4 || d.Classes[1].ID != "b" {
			t.Errorf("%s: %v, %+v", name, err, d)
		}
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files  []string
		reason string
	}{
		"nothing":               {nil, "0 files named *.onnx"},
		"two files":             {[]string{"x.onnx", "", "y.onnx", ""}, "2 files named *.onnx"},
		"a file somewhere else": {[]string{"model.json", `{"file":"../x.onnx"}`}, "leads out of the folder"},
	} {
		if _, err := Find(folder(t, tc.files...)); err == nil || !strings.Contains(err.Error(), tc.reason) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Find(filepath.Join(folder(t), "x.onnx")); err == nil {
		t.Error("a file that is not there was found")
	}
}

// TestWrongDescriptions: every mistake is said, by the name of its field.
func TestWrongDescriptions(t *testing.T) {
	t.Parallel()
	const classes = `"classes":[{"id":"a"},{"id":"b"}]`
	for description, reason := range map[string]string{
		`[]`:                                  "model.json: it is a list: an object is needed",
		`{}{}`:                                "line 1 is no JSON",
		"{\n\"file\": \"x.onnx\",\n}":         "line 3 is no JSON",
		"":                                    "line 1 is no JSON: unexpected end",
		`{"classes":[]}`:                      "there are 0 classes",
		`{"classes":[{"id":"a"},{"id":"a"}]}`: "class 1 repeats the id a",
		`{"classes":[{"id":""}]}`:             "class 0 has no id",
		`{"none":"c",` + classes + `}`:        "none is c, which is no class",
		`{"input":{"resize":"squeeze"},` + classes + `}`:                                    `input.resize is "squeeze"`,
		`{"input":{"filter":"box"},` + classes + `}`:                                        `input.filter is "box"`,
		`{"input":{"layout":"HWC"},` + classes + `}`:                                        `input.layout is "HWC"`,
		`{"input":{"crop":0},` + classes + `}`:                                              "input.crop is 0",
		`{"input":{"fill":256},` + classes + `}`:                                            "input.fill is 256",
		`{"input":{"std":[0]},` + classes + `}`:                                             "input.std holds 0",
		`{"input":{"mean":[1,2]},` + classes + `}`:                                          "need 3 numbers each, or one",
		`{"input":{"width":5000},` + classes + `}`:                                          "at most 1024 a side",
		`{"output":{"kind":"scores"},` + classes + `}`:                                      `output.kind is "scores"`,
		`{"input":{"scale":0},` + classes + `}`:                                             "input.scale is 0",
		`{"input":{"scale":1e300},` + classes + `}`:                                         "input.scale is 1e+300",
		`{"input":{"mean":[1e300]},` + classes + `}`:                                        "input.mean holds 1e+300",
		`{"input":{"std":[1e300]},` + classes + `}`:                                         "input.std holds 1e+300",
		`{"input":{"std":[1e-300]},` + classes + `}`:                                        "too large",
		`{"input":{"width":"x"}}`:                                                           "model.json: input.width is a string: a number is needed",
		`{"input":{"width":1.5}}`:                                                           "input.width is 1.5: a whole number is needed",
		`{"input":{"scale":1e999}}`:                                                         "input.scale is 1e999: a smaller number is needed",
		`{"input":{"mean":0}}`:                                                              "input.mean is a number: a list is needed",
		`{"input":{"antialias":"yes"}}`:                                                     "input.antialias is a string: true or false is needed",
		`{"input":"x"}`:                                                                     "input is a string: an object is needed",
		`{"classes":{"0":"a"}}`:                                                             "classes is an object: a list is needed",
		`{"classes":[{"id":1}]}`:                                                            "classes.id is a number: a string is needed",
		`{"model_id":true}`:                                                                 "model_id is true or false: a string is needed",
		`{"model_id":"a\nb",` + classes + `}`:                                               `model_id is "a\nb": it may hold no control characters`,
		`{"model_id":" ",` + classes + `}`:                                                  "model_id has to have",
		`{"licence":{"notice":"` + strings.Repeat("x", maxNotice+1) + `"},` + classes + `}`: "licence.id may have 200 bytes, licence.notice and licence.url 2000",
		`{"classes":["a","___"]}`:                                                           `class 1, "___", has the scientific name ""`,
		`{"classes":[{"id":"a","scientific_name":"-"}]}`:                                    `class 0, "a", has the scientific name "-"`,
	} {
		s, err := Find(folder(t, "x.onnx", "", "model.json", description))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.describe(four, nil); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", description, err, reason)
		}
	}
	for labels, reason := range map[string]string{`"a"`: "neither a list", `{"0":"a","2":"c"}`: "the index 1 is missing", `[1]`: "a name is a number: a string is needed",
		`{"0":"a","one":"b"}`: `"one" is no index`, `{"0":["a"]}`: "a name is a list: a string is needed", "[\n\"a\"\n\"b\"]": "line 3 is no JSON", "null": "neither a list"} {
		if _, err := ParseLabels([]byte(labels)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("labels %s: %v", labels, err)
		}
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	s, err := Find(folder(t, "x.onnx", "", "labels.json", `["aedes_aegypti","Culex pipiens s.l.","sedges"]`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.describe(Found{Layout: NHWC, Height: 299}, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := d.Input
	if in.Width != 224 || in.Height != 299 || in.Layout != NHWC || in.Resize != CenterCrop || *in.Crop != 0.875 || in.Filter != Bilinear || !*in.Antialias ||
		in.ColourOrder != RGB || *in.Scale != 1.0/255 || !slices.Equal(in.Mean, []float64{0.485, 0.456, 0.406}) || !slices.Equal(in.Std, []float64{0.229, 0.224, 0.225}) {
		t.Errorf("%+v", in)
	}
	names := []string{"Aedes aegypti", "Culex pipiens s.l.", "Sedges"}
	for i, c := range d.Classes {
		if *c.ScientificName != names[i] {
			t.Errorf("class %d is named %s, want %s", i, *c.ScientificName, names[i])
		}
	}
	if d.Output.Kind != "" || d.NoneIndex() != -1 {
		t.Errorf("%+v, none %d", d.Output, d.NoneIndex())
	}
	grey, err := s.describe(Found{Layout: NCHW, Channels: 1}, nil)
	if err != nil || grey.Input.ColourOrder != Grey || !slices.Equal(grey.Input.Mean, []float64{0}) || !slices.Equal(grey.Input.Std, []float64{1}) {
		t.Errorf("one channel: %v, %+v", err, grey.Input)
	}
}

// TestBundled: the bundled description is complete, and every species of it is spelled as its id is.
func TestBundled(t *testing.T) {
	t.Parallel()
	s, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.describe(Found{Layout: NCHW, Channels: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.NoneIndex() < 0 || d.Licence.Notice == "" || d.Licence.URL == "" || len(s.Data) > 13<<20 || d.From != "model.json" || d.Warnings != nil {
		t.Errorf("%d bytes, %+v", len(s.Data), d)
	}
	finder, found, err := s.Finder()
	if err != nil || !found || len(finder.Data) == 0 || len(finder.Data) > 1<<20 {
		t.Errorf("the finder: %v %v, %d bytes", found, err, len(finder.Data))
	}
	for i, c := range d.Classes {
		if i != d.NoneIndex() && strings.ToLower(strings.ReplaceAll(*c.ScientificName, " ", "-")) != c.ID {
			t.Errorf("%s is named %s", c.ID, *c.ScientificName)
		}
	}
}

// TestNoModel: the path none is no model, whatever is bundled or lies there.
func TestNoModel(t *testing.T) {
	t.Parallel()
	if s, err := Find(None); !errors.Is(err, ErrNone) || s.Data != nil {
		t.Errorf("%v, %d bytes", err, len(s.Data))
	}
}

// FuzzDescribe gives any bytes as model.json, as labels.json and as metadata: the result is complete or an error.
func FuzzDescribe(f *testing.F) {
	f.Add([]byte(`{"model_id":"m","input":{"mean":[0],"crop":0.5},"classes":[{"id":"a"},{"id":"other"}]}`), []byte(`["a","b"]`), "none")
	f.Add([]byte(`{"output":{"kind":"probabilities"},"none":"b"}`), []byte(`{"0":"a","1":"b"}`), "input")
	f.Add([]byte(`null`), []byte(`[]`), "classes")
	f.Fuzz(func(t *testing.T, description, labels []byte, key string) {
		for _, s := range []Source{{Path: "x.onnx", description: description, labels: labels}, {Path: "x.onnx", labels: labels}} {
			d, err := s.describe(Found{Layout: NCHW}, map[string]string{key: string(description)})
			if err != nil {
				continue
			}
			in := d.Input
			if d.ModelID == "" || len(d.Classes) == 0 || in.Width < 1 || in.Height < 1 || len(in.Mean) != in.ColourOrder.Channels() || d.NoneIndex() >= len(d.Classes) {
				t.Errorf("%+v", d)
			}
			for _, c := range d.Classes {
				if c.ScientificName == nil || c.ID == "" {
					t.Errorf("a class without a name: %+v", c)
				}
			}
		}
	})
}
