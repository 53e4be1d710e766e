package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestModelInspect(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t, skeetertest.ModelSettings(t)...)
	described := func(network, description string) string {
		folder := t.TempDir()
		for name, data := range map[string][]byte{"network.onnx": picturetest.Contents(t, onnxtest.Network(t, network)), "model.json": []byte(description)} {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return folder
	}
	for name, tc := range map[string]struct {
		path string
		code int
		said []string
	}{
		"many at a time":  {onnxtest.Network(t, "colours"), 0, []string{"logits, 8 pictures at a time at most"}},
		"a strange one":   {onnxtest.Network(t, "strange"), 0, []string{"unknown: tensor of float32 [?, 1]\n", "other species  when unknown is above 0.5\n"}},
		"one at a time":   {onnxtest.Network(t, "one-at-a-time"), 0, []string{"logits, one picture at a time\n"}},
		"the bundled one": {"", 0, []string{"model_id       skeeter-amid-", "finder         skeeter-find-1, 160 x 160"}},
		"a typo": {described("no-labels", `{"classes":["a","b","c","d"],"input":{"resise":"stretch"}}`), 0,
			[]string{"warning       model.json: input.resise is no field\n", "center_crop"}},
		"a typo that does not fit": {described("no-labels", `{"classes":["a","b","c"],"input":{"resise":"stretch"}}`), 1,
			[]string{"model.json: input.resise is no field\n", "gives 4 numbers, and there are 3 classes"}},
		"a known shape": {described("eighteen-classes", `{"model_id":"my","input":{"mean":[0]}}`), 0,
			[]string{"model_id      my\n", "mean [0 0 0], std [1 1 1]", "model.json, the labels of culico-net-cls-v1 (guessed from the shape)", "warning ", "class 11      class_background: none of these"}},
	} {
		r := d.Run("model", "inspect", tc.path)
		for _, part := range tc.said {
			if r.Code != tc.code || !strings.Contains(r.Stdout+r.Stderr, part) {
				t.Errorf("%s: exit status %d, %q is not in %s%s", name, r.Code, part, r.Stdout, r.Stderr)
			}
		}
	}
}

func TestModelCheck(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t, skeetertest.ModelSettings(t)...)
	red := string(picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 9)))
	for name, tc := range map[string]struct {
		files map[string]string
		code  int
		said  []string
	}{
		"a picture":      {map[string]string{"1.png": red, "2.webp": "", "3.txt": "", "4": ""}, 0, []string{"left out: 3 files that are neither .jpg, .jpeg nor .png\n", ": 1 picture in ", "accuracy 1.0000"}},
		"no picture":     {map[string]string{"2.webp": ""}, 1, []string{"left out: 1 file that is neither .jpg, .jpeg nor .png\n", "no picture that can be read"}},
		"nothing":        {nil, 1, []string{"no picture that can be read"}},
		"a torn picture": {map[string]string{"1.png": "torn"}, 1, []string{"1.png: ", "no picture that can be read"}},
		"more than one":  {map[string]string{"1.png": red, "2.PNG": red}, 0, []string{": 2 pictures in "}},
	} {
		root := t.TempDir()
		if err := os.Mkdir(filepath.Join(root, "aedes-aegypti"), 0o750); err != nil {
			t.Fatal(err)
		}
		for file, content := range tc.files {
			if err := os.WriteFile(filepath.Join(root, "aedes-aegypti", file), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r := d.Run("model", "check", "--images", root)
		for _, part := range tc.said {
			if r.Code != tc.code || !strings.Contains(r.Stdout+r.Stderr, part) {
				t.Errorf("%s: exit status %d, %q is not in %s%s", name, r.Code, part, r.Stdout, r.Stderr)
			}
		}
	}
}
