package onnx_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

func open(t *testing.T, path string) (*onnx.Network, error) {
	t.Helper()
	onnxtest.Load(t)
	s, err := model.Find(path)
	if err != nil {
		t.Fatal(err)
	}
	n, err := onnx.Open(s)
	if err == nil {
		t.Cleanup(func() {
			if err := n.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return n, err
}

// TestNetworks runs batches of plain colours through networks of every shape and type that is taken.
func TestNetworks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"colours", "colours-nhwc", "colours-half", "colours-fixed", "colours-any-size", "colours-softmax",
		"one-at-a-time", "neighbours", "two-outputs", "half-too-bright"} {
		n, err := open(t, onnxtest.Network(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		run := n.NewRun()
		for count := 1; count <= n.Batch; count++ {
			for i := range count {
				fill(run.Picture(i), n.Description.Input.Layout, i%3)
			}
			if err := run.Do(count); err != nil {
				t.Fatalf("%s, %d pictures: %v", name, count, err)
			}
			for i := range count {
				if got := highest(run.Answer(i)); got != i%3 {
					t.Errorf("%s, %d pictures: picture %d is class %d, want %d", name, count, i, got, i%3)
				}
			}
		}
	}
}

// beside returns a folder with a network and one more file.
func beside(t *testing.T, network, name, content string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{network + ".onnx": picturetest.Contents(t, onnxtest.Network(t, network)), name: []byte(content)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fill makes a picture of one primary colour.
func fill(picture []float32, layout model.Layout, colour int) {
	clear(picture)
	for i := range len(picture) / 3 {
		if layout == model.NHWC {
			picture[3*i+colour] = 1
		} else {
			picture[colour*len(picture)/3+i] = 1
		}
	}
}

func highest(answer []float32) (index int) {
	for i, v := range answer {
		if v > answer[index] {
			index = i
		}
	}
	return index
}

// TestRefused: what is no classifier of pictures is refused with the reason.
func TestRefused(t *testing.T) {
	t.Parallel()
	junk := filepath.Join(t.TempDir(), "junk.onnx")
	if err := os.WriteFile(junk, []byte("this is no network"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, reason := range map[string]string{
		junk:                                     "cannot be read as an ONNX model",
		onnxtest.Network(t, "no-labels"):         "put a labels.json beside the file",
		onnxtest.Network(t, "too-few-labels"):    "gives 4 numbers, and there are 3 classes",
		onnxtest.Network(t, "not-a-number"):      "gave NaN or infinity",
		onnxtest.Network(t, "no-probabilities"):  "output.kind says probabilities",
		onnxtest.Network(t, "too-large-a-batch"): "33554432 numbers at most",
		onnxtest.Network(t, "five-channels"):     "1 or 3 channels are needed",
		onnxtest.Network(t, "three-dimensions"):  "has the shape [?, 3, 8]: four dimensions are needed",
		onnxtest.Network(t, "strings"):           "holds string: float32 or float16 is needed",
		onnxtest.Network(t, "sequence"):          "is a sequence: a tensor is needed",
		filepath.Join("testdata", "colours.txt"): "",
	} {
		if reason == "" {
			if _, err := model.Find(path); err == nil {
				t.Errorf("%s is found", path)
			}
			continue
		}
		if _, err := open(t, path); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", filepath.Base(path), err, reason)
		}
	}
}

// TestPublishedModel: a file of the shape of culico-net-cls-v1 works without labels.
func TestPublishedModel(t *testing.T) {
	t.Parallel()
	n, err := open(t, onnxtest.Network(t, "eighteen-classes"))
	if err != nil {
		t.Fatal(err)
	}
	d := n.Description
	if d.ModelID != "culico-net-cls-v1" || len(d.Classes) != 18 || d.NoneIndex() != 11 || d.Input.Resize != model.Stretch || d.Output.Kind != model.Logits {
		t.Errorf("%+v", d)
	}
	if *d.Classes[0].ScientificName != "Aedes aegypti" || *d.Classes[17].ScientificName != "Culiseta longiareolata" {
		t.Errorf("%s to %s", *d.Classes[0].ScientificName, *d.Classes[17].ScientificName)
	}
	if in := d.Input; in.Width != 224 || in.Height != 224 || in.Mean[0] != 0.485 || in.Std[2] != 0.225 || *in.Scale != 1.0/255 {
		t.Errorf("%+v", in)
	}
}

// TestRealNetworks loads the real ones: their answers to a known input are those that come with them.
func TestRealNetworks(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join(picturetest.Folder(t, "models/onnx-light"), "*.onnx"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no networks: %v", err)
	}
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("class %d", i)
	}
	labels, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		dir := t.TempDir()
		for name, data := range map[string][]byte{filepath.Base(path): picturetest.Contents(t, path), "labels.json": labels} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		n, err := open(t, dir)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		run := n.NewRun()
		picture := run.Picture(0)
		for i := range picture {
			picture[i] = float32(i) / float32(len(picture))
		}
		if err := run.Do(1); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		want := floats(picturetest.Contents(t, strings.TrimSuffix(path, ".onnx")+"_output_0.pb"))
		for i, v := range run.Answer(0) {
			if math.Abs(float64(v-want[i])) > 1e-3 {
				t.Errorf("%s: class %d is %v, want %v", filepath.Base(path), i, v, want[i])
				break
			}
		}
	}
}

// floats are the last 1000 numbers of a TensorProto, whose raw data stands at its end.
func floats(tensor []byte) []float32 {
	const count = 1000
	out := make([]float32, count)
	raw := tensor[len(tensor)-4*count:]
	for i := range out {
		out[i] = math.Float32frombits(uint32(raw[4*i]) | uint32(raw[4*i+1])<<8 | uint32(raw[4*i+2])<<16 | uint32(raw[4*i+3])<<24)
	}
	return out
}

// BenchmarkBatch says what a picture costs, alone and in a full batch.
func BenchmarkBatch(b *testing.B) {
	onnxtest.Load(b)
	s, err := model.Find("")
	if err != nil {
		b.Fatal(err)
	}
	n, err := onnx.Open(s)
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	for _, count := range []int{1, 2, 4, n.Batch} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			run := n.NewRun()
			for b.Loop() {
				if err := run.Do(count); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N*count), "ms/picture")
		})
	}
}
