package classify_test

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/onnx/onnxtest"
)

func open(t testing.TB, path string) *classify.Classifier {
	t.Helper()
	c, err := classify.Open(onnxtest.Library(t), path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func decoded(t testing.TB, data []byte) picture.Picture {
	t.Helper()
	p, release, err := picture.NewDecoder().Decode(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	release()
	return p
}

// best asks a model and checks that its answer is one.
func best(t testing.TB, c *classify.Classifier, p picture.Picture) classify.Class {
	t.Helper()
	r, err := c.Classify(context.Background(), c.Prepare(p))
	if err != nil {
		t.Fatal(err)
	}
	var out classify.Class
	sum := 0.0
	for _, class := range r.Classes {
		sum += class.Probability
		if class.Probability > out.Probability {
			out = class
		}
	}
	if math.Abs(sum-1) > 1e-6 || r.ModelID != c.Description().ModelID {
		t.Errorf("%s: probabilities add up to %v", r.ModelID, sum)
	}
	return out
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"colours", "colours-nhwc", "colours-half", "colours-fixed", "colours-any-size", "colours-softmax"} {
		c := open(t, onnxtest.Network(t, network))
		for want, colour := range map[string]color.RGBA{
			"Aedes aegypti": picturetest.Red, "Culex pipiens": picturetest.Green, "Anopheles gambiae": picturetest.Blue, classify.NoneOfThese: picturetest.Black,
		} {
			if got := best(t, c, decoded(t, picturetest.PNG(t, picturetest.Plain(colour, 30, 20)))); got.Name != want {
				t.Errorf("%s: %v, want %s", network, got, want)
			}
		}
	}
}

// TestMany asks from more clients than there are workers and more pictures than a batch holds: each gets its own answer.
func TestMany(t *testing.T) {
	t.Parallel()
	c := open(t, onnxtest.Network(t, "colours"))
	names := []string{"Aedes aegypti", "Culex pipiens", "Anopheles gambiae"}
	inputs := make([][]float32, len(names))
	for i, colour := range []color.RGBA{picturetest.Red, picturetest.Green, picturetest.Blue} {
		inputs[i] = c.Prepare(decoded(t, picturetest.PNG(t, picturetest.Plain(colour, 9, 9))))
	}
	var clients sync.WaitGroup
	for client := range 40 {
		clients.Go(func() {
			for i := range 50 {
				want := (client + i) % len(names)
				r, err := c.Classify(context.Background(), inputs[want])
				if err != nil || r.Classes[want].Probability < 0.9 {
					t.Errorf("%v, %+v: want %s", err, r.Classes, names[want])
					return
				}
			}
		})
	}
	clients.Wait()
}

// TestClientsThatLeave have their places free again, and a model that is closed says so.
func TestClientsThatLeave(t *testing.T) {
	t.Parallel()
	c, err := classify.Open(onnxtest.Library(t), onnxtest.Network(t, "colours"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	input := c.Prepare(decoded(t, picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 9))))
	left, leave := context.WithCancel(context.Background())
	leave()
	for range 1000 {
		if _, err := c.Classify(left, input); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if _, err := c.Classify(context.Background(), input); err != nil {
		t.Errorf("after a thousand clients that left: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Classify(context.Background(), input); !errors.Is(err, classify.ErrClosed) {
		t.Errorf("a closed model: %v", err)
	}
}

// TestBusy: what does not find a place in the queue is refused at once.
func TestBusy(t *testing.T) {
	t.Parallel()
	c := open(t, "") // the bundled model, which takes its time
	input := c.Prepare(decoded(t, picturetest.PNG(t, picturetest.Plain(picturetest.Red, 9, 9))))
	results := make(chan error)
	const clients = 200
	for range clients {
		go func() {
			_, err := c.Classify(context.Background(), input)
			results <- err
		}()
	}
	busy := 0
	for range clients {
		if err := <-results; errors.Is(err, classify.ErrBusy) {
			busy++
		} else if err != nil {
			t.Error(err)
		}
	}
	if busy == 0 || busy == clients {
		t.Errorf("%d of %d were refused", busy, clients)
	}
}

// TestResize: what each way keeps of a wide picture that is red in the middle, green on the left and blue on the right.
func TestResize(t *testing.T) {
	t.Parallel()
	img := picturetest.Plain(picturetest.Red, 120, 40)
	for y := range 40 {
		for x := range 120 {
			if x < 40 {
				img.Set(x, y, picturetest.Green)
			} else if x >= 80 {
				img.Set(x, y, picturetest.Blue)
			}
		}
	}
	p := decoded(t, picturetest.PNG(t, img))
	for resize, check := range map[string]func(left, middle, right, top float32) bool{
		// red of a pixel, 0 to 200, in the middle row, and above
		`"resize":"stretch"`:                    func(l, m, r, top float32) bool { return l < 1 && m > 190 && r < 1 && top > 190 },
		`"resize":"center_crop"`:                func(l, m, r, top float32) bool { return l > 190 && m > 190 && r > 190 && top > 190 },
		`"resize":"letterbox"`:                  func(l, m, r, top float32) bool { return l < 1 && m > 190 && r < 1 && top == 0 },
		`"resize":"letterbox","fill":114`:       func(l, m, r, top float32) bool { return l < 1 && m > 190 && r < 1 && top == 114 },
		`"resize":"stretch","layout":"NCHW"`:    func(l, m, r, top float32) bool { return l < 1 && m > 190 },
		`"resize":"stretch","filter":"nearest"`: func(l, m, r, top float32) bool { return l == 0 && m == 200 && r == 0 },
	} {
		c := open(t, described(t, onnxtest.Network(t, "no-labels"), `{"model_id":"m","classes":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],
			"input":{`+resize+`,"scale":1,"mean":[0],"std":[1]}}`))
		const side = 8
		red := c.Prepare(p)[:side*side]
		if !check(red[4*side], red[4*side+4], red[4*side+7], red[4]) {
			t.Errorf("%s: %v", resize, red)
		}
	}
}

// described returns a folder with a network and its model.json.
func described(t testing.TB, network, description string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{"network.onnx": picturetest.Contents(t, network), "model.json": []byte(description)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestMNIST runs a real network with a description of its own: one grey channel, not scaled, ten digits.
func TestMNIST(t *testing.T) {
	t.Parallel()
	folder := picturetest.Folder(t, "models/mnist")
	network := func(scale, mean string) *classify.Classifier {
		return open(t, described(t, filepath.Join(folder, "mnist.onnx"), `{"model_id":"mnist-8","input":{"resize":"stretch","scale":`+scale+`,"mean":[`+mean+`],"std":[1]},
			"classes":[{"id":"0"},{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"},{"id":"5"},{"id":"6"},{"id":"7"},{"id":"8"},{"id":"9"}]}`))
	}
	plain, inverted := network("1", "0"), network("-1", "-255")
	for file, c := range map[string]*classify.Classifier{"eight.png": plain, "seven.png": inverted, "tiny_5.png": plain} {
		want := map[string]string{"eight.png": "8", "seven.png": "7", "tiny_5.png": "5"}[file]
		if got := best(t, c, decoded(t, picturetest.Contents(t, filepath.Join(folder, file)))); got.Name != want {
			t.Errorf("%s is a %v", file, got)
		}
	}
}

// TestOrientations: one picture stored in each orientation, without loss, is answered alike to four digits by the bundled model.
func TestOrientations(t *testing.T) {
	t.Parallel()
	c := open(t, "")
	source := decoded(t, picturetest.Contents(t, filepath.Join("..", "..", "internal", "picture", "testdata", "source.png")))
	var want classify.Class
	for orientation := 1; orientation <= 8; orientation++ {
		stored := picturetest.Stored(source.Image, orientation)
		p := decoded(t, picturetest.OrientedPNG(picturetest.PNG(t, stored), uint16(orientation)))
		got := best(t, c, p)
		if orientation == 1 {
			want = got
		}
		if got.Name != want.Name || math.Abs(got.Probability-want.Probability) > 5e-5 {
			t.Errorf("orientation %d: %v, want %v", orientation, got, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, colour := range map[string]color.RGBA{
		"Aedes_aegypti/1.png": picturetest.Red, "Aedes_aegypti/2.PNG": picturetest.Red, "aedes-aegypti-not/1.png": picturetest.Red,
		"culex-pipiens/1.png": picturetest.Green, "culex-pipiens/wrong.png": picturetest.Blue, "Other_species/deep/1.png": picturetest.Black,
	} {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, picturetest.PNG(t, picturetest.Plain(colour, 9, 9)), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{"torn.jpg": "\xff\xd8\xff", "notes.txt": "", "photo.webp": ""} {
		if err := os.WriteFile(filepath.Join(root, "culex-pipiens", name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := open(t, onnxtest.Network(t, "colours")).Evaluate(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	accuracy, pictures := e.Accuracy()
	scores, macroF1 := e.Scores()
	if pictures != 5 || accuracy != 0.8 || len(e.Unknown) != 1 || len(e.Unreadable) != 1 || e.Others != 2 || e.Confusion[1][2] != 1 {
		t.Errorf("%d pictures, accuracy %v: %+v", pictures, accuracy, e)
	}
	if s := scores[1]; s.Recall != 0.5 || s.Precision != 1 || s.Pictures != 2 || math.Abs(macroF1-(1+2.0/3+1)/3) > 1e-9 {
		t.Errorf("%+v, macro F1 %v", scores, macroF1)
	}
}

// TestRefused counts the pictures of each class that a model takes for something else; a model that does not say so has no count.
func TestRefused(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, colour := range map[string]color.RGBA{
		"aedes-aegypti/1.png": picturetest.Red, "aedes-aegypti/2.png": picturetest.Blue, "anopheles-gambiae/1.png": picturetest.Blue,
		"anopheles-gambiae/2.png": picturetest.Blue, "Other_species/1.png": picturetest.Black,
	} {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, picturetest.PNG(t, picturetest.Plain(colour, 9, 9)), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for network, want := range map[string][]int{"strange": {1, 0, 2, 0}, "colours": nil} {
		e, err := open(t, onnxtest.Network(t, network)).Evaluate(context.Background(), root)
		if err != nil || !slices.Equal(e.Refused, want) {
			t.Errorf("%s: %v, refused %v, want %v", network, err, e.Refused, want)
		}
	}
}

// TestWarnings: what may be wrong in a description is logged, and a guess of the labels.
func TestWarnings(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		onnxtest.Network(t, "colours"):          "",
		onnxtest.Network(t, "eighteen-classes"): "guessed from the shape",
		described(t, onnxtest.Network(t, "colours"), `{"classes":["a","b","c","d"],"input":{"resise":"stretch"}}`): "input.resise is no field",
	} {
		var log bytes.Buffer
		c, err := classify.Open(onnxtest.Library(t), path, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if (log.Len() == 0) != (want == "") || !strings.Contains(log.String(), want) {
			t.Errorf("%s: the log says %q, want %q", path, log.String(), want)
		}
	}
}

// TestKindOfAnswers: probabilities that nobody called so are not made probabilities again.
func TestKindOfAnswers(t *testing.T) {
	t.Parallel()
	red := decoded(t, picturetest.PNG(t, picturetest.Plain(color.RGBA{255, 0, 0, 255}, 9, 9)))
	input := `{"classes":["a","b","c","d"],"input":{"resize":"stretch","mean":[0]}}`
	for _, network := range []string{"softmax-no-labels", "no-labels"} {
		if got := best(t, open(t, described(t, onnxtest.Network(t, network), input)), red); got.Name != "A" || got.Probability < 0.99 {
			t.Errorf("%s: %v", network, got)
		}
	}
}

// TestNothingLeaks asks fifty thousand times and looks at the memory of the process. A tensor of this network has 768 bytes.
func TestNothingLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	c := open(t, onnxtest.Network(t, "colours"))
	input := c.Prepare(decoded(t, picturetest.PNG(t, picturetest.Plain(picturetest.Red, 64, 64))))
	ask := func(times int) {
		for range times {
			if _, err := c.Classify(context.Background(), input); err != nil {
				t.Fatal(err)
			}
		}
	}
	began := time.Now()
	ask(5000)
	debug.FreeOSMemory()
	before := residentMemory(t)
	ask(50_000)
	debug.FreeOSMemory()
	after := residentMemory(t)
	t.Logf("%.1f MB after 5,000 predictions, %.1f MB after 55,000, %s", before/1e6, after/1e6, time.Since(began).Round(time.Millisecond))
	if after-before > 16e6 {
		t.Errorf("the process grew from %.1f to %.1f MB", before/1e6, after/1e6)
	}
}

// residentMemory is that of this process in bytes.
func residentMemory(t *testing.T) float64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	fields := bytes.Fields(status)
	pages := 0.0
	for _, digit := range fields[1] {
		pages = 10*pages + float64(digit-'0')
	}
	return pages * float64(os.Getpagesize())
}
