package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx"
)

// Parameters of the measurement of predictions.
const (
	benchPhotographs = 100
	predictRounds    = 5
	predictHammer    = 10 * time.Second
	leakPredictions  = 10_000
)

// photograph is an upload.
type photograph struct {
	contentType string
	form        []byte
}

// runPredict measures predictions over HTTP against the bundled model in ONNX Runtime alone.
func (b *bench) runPredict(ctx context.Context, images string) {
	photographs, sizes := b.photographs(images)
	n := b.bareModel()
	defer func() { check(n.Close()) }()
	s := b.serve(ctx)
	b.measureAnswer(ctx, s, photographs, n.NewRun())
	b.measurePredict(ctx, s, photographs, sizes)
}

// bareModel opens the bundled model in ONNX Runtime, with one thread as in the server.
func (b *bench) bareModel() *onnx.Network {
	check(onnx.Load(filepath.Join(filepath.Dir(b.binary), "libonnxruntime.so.1")))
	source := must(model.Find(""))
	return must(onnx.Open(source))
}

// measureAnswer times the bare model and the server in turn.
func (b *bench) measureAnswer(ctx context.Context, s *server, photographs []photograph, run *onnx.Run) {
	var answers, bare []time.Duration
	for range predictRounds {
		for _, p := range photographs {
			began := time.Now()
			check(run.Do(1))
			bare = append(bare, time.Since(began))
			took := must(s.predict(ctx, p))
			answers = append(answers, took)
		}
	}
	fmt.Printf("%-58s %8.2f ms\n", "the model in ONNX Runtime alone, one thread, median", ms(median(bare)))
	fmt.Printf("%-58s %8.2f ms (p95 %.2f)\n", "photograph of 256 x 256 to answer, one client, median", ms(median(answers)), ms(quantile(answers, 0.95)))
	fmt.Printf("%-58s %8.2f (to reach: at most 1.30)\n\n", "answer / model", float64(median(answers))/float64(median(bare)))
}

func (b *bench) measurePredict(ctx context.Context, s *server, photographs []photograph, sizes map[string]photograph) {
	var took []time.Duration

	fmt.Printf("%-24s %10s %10s %10s %10s %10s %10s\n", "picture, milliseconds", "to answer", "decode", "find", "preprocess", "wait", "infer")
	for _, name := range []string{"256 x 256", "640 x 480", "1024 x 1024", "4000 x 3000"} {
		before := s.stages(ctx)
		took = took[:0]
		for range 20 {
			t := must(s.predict(ctx, sizes[name]))
			took = append(took, t)
		}
		after := s.stages(ctx)
		fmt.Printf("%-24s %10.2f", name, ms(median(took)))
		for _, stage := range []string{"decode", "find", "preprocess", "wait", "infer"} {
			fmt.Printf(" %10.2f", 1000*(after[stage]-before[stage])/20)
		}
		fmt.Println()
	}

	one := s.hammerPredict(ctx, photographs, 1)
	many := s.hammerPredict(ctx, photographs, manyAtOnce)
	fmt.Printf("\n%-58s %8.1f a second\n%-58s %8.1f a second\n", "one client", one, "16 clients", many)
	fmt.Printf("%-58s %8.2f (to reach: at least 1.70)\n\n", "16 clients / one", many/one)
	s.measurePredictMemory(ctx, photographs, sizes["4000 x 3000"])
}

func (s *server) measurePredictMemory(ctx context.Context, photographs []photograph, large photograph) {
	print := func(what string) { fmt.Printf("%-58s %8.0f MB\n", what, must(s.resident())) }
	print("server memory")
	must(s.predict(ctx, large))
	print("after one picture of 12 megapixels")
	highest := s.atOnce(ctx, large, manyAtOnce)
	fmt.Printf("%-58s %8.0f MB\n", "highest while 16 of 12 megapixels come at once", highest)
	s.repeat(ctx, photographs, leakPredictions/10)
	print("after 1,000 more predictions")
	s.repeat(ctx, photographs, leakPredictions)
	print("after 10,000 more")
}

// predict uploads a picture and returns the time until the last byte of its answer.
func (s *server) predict(ctx context.Context, p photograph) (time.Duration, error) {
	began := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/v1/predict", bytes.NewReader(p.form))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", p.contentType)
	resp, err := predictClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("POST /predict: %s %s", resp.Status, body)
	}
	return time.Since(began), err
}

var predictClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: manyAtOnce}}

// hammerPredict returns the predictions per second of some clients.
func (s *server) hammerPredict(ctx context.Context, photographs []photograph, clients int) float64 {
	var group sync.WaitGroup
	counts, errs := make([]int, clients), make([]error, clients)
	began := time.Now()
	for c := range clients {
		group.Go(func() {
			for i := c; time.Since(began) < predictHammer && errs[c] == nil; i++ {
				_, errs[c] = s.predict(ctx, photographs[i%len(photographs)])
				counts[c]++
			}
		})
	}
	group.Wait()
	sum := 0
	for _, n := range counts {
		sum += n
	}
	took := time.Since(began)
	check(errors.Join(errs...))
	return float64(sum) / took.Seconds()
}

// repeat requests n predictions, two at a time.
func (s *server) repeat(ctx context.Context, photographs []photograph, n int) {
	const clients = 2
	errs := make([]error, clients)
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			for i := 0; i < n/clients && errs[c] == nil; i++ {
				_, errs[c] = s.predict(ctx, photographs[i%len(photographs)])
			}
		})
	}
	group.Wait()
	check(errors.Join(errs...))
}

// atOnce returns the highest memory of the server, in MB, while clients upload a picture at the same time.
func (s *server) atOnce(ctx context.Context, p photograph, clients int) (highest float64) {
	var errs []error
	done := make(chan error, clients)
	for range clients {
		go func() { _, err := s.predict(ctx, p); done <- err }()
	}
	for left := clients; left > 0; {
		select {
		case e := <-done:
			errs = append(errs, e)
			left--
		case <-time.After(10 * time.Millisecond):
		}
		mb, e := s.resident()
		highest, errs = max(highest, mb), append(errs, e)
	}
	check(errors.Join(errs...))
	return highest
}

var stageSum = regexp.MustCompile(`(?m)^skeeter_predict_stage_seconds_sum\{stage="(\w+)"\} (\S+)$`)

// stages returns the seconds that each stage took so far.
func (s *server) stages(ctx context.Context) map[string]float64 {
	body, _ := s.get(ctx, "/metrics")
	out := map[string]float64{}
	for _, m := range stageSum.FindAllSubmatch(body, -1) {
		out[string(m[1])] = must(strconv.ParseFloat(string(m[2]), 64))
	}
	return out
}

// photographs returns some JPEGs from the subfolders of a folder, or a synthetic picture without a folder. sizes is the first of them
// in several sizes.
func (b *bench) photographs(folder string) (out []photograph, sizes map[string]photograph) {
	var files [][]byte
	if folder != "" {
		names := must(filepath.Glob(filepath.Join(folder, "*", "*.jpg")))
		for i := 0; i < len(names); i += max(len(names)/benchPhotographs, 1) {
			data := must(os.ReadFile(names[i]))
			files = append(files, data)
		}
		fmt.Printf("%d photographs of %s\n\n", len(files), filepath.Base(folder))
	}
	if len(files) == 0 {
		fmt.Printf("one made-up picture; -images names a folder of photographs\n\n")
		data := sized(synthetic(256, 256), 256, 256)
		files = append(files, data)
	}
	for _, data := range files {
		p := upload(data)
		out = append(out, p)
	}
	decoded, release, err := picture.NewDecoder().Decode(context.Background(), files[0])
	check(err)
	defer release()
	sizes = map[string]photograph{}
	for _, size := range [][2]int{{256, 256}, {640, 480}, {1024, 1024}, {4000, 3000}} {
		data := sized(decoded, size[0], size[1])
		sizes[fmt.Sprintf("%d x %d", size[0], size[1])] = upload(data)
	}
	return out, sizes
}

// sized resamples a picture and encodes it as JPEG.
func sized(p picture.Picture, width, height int) []byte {
	w, h := p.Size()
	var b bytes.Buffer
	check(jpeg.Encode(&b, p.Resample(float64(w), float64(h), width, height, picture.Bicubic, true).Image(), &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

// synthetic returns a picture of waves.
func synthetic(width, height int) picture.Picture {
	img := picture.RGB{Width: width, Height: height}
	for channel := range img.Planes {
		for y := range height {
			for x := range width {
				v := 127 + 100*math.Sin(float64(x+channel*y)/9)*math.Cos(float64(y)/7)
				img.Planes[channel] = append(img.Planes[channel], float32(v))
			}
		}
	}
	return picture.Picture{Image: img.Image(), Orientation: 1}
}

func upload(data []byte) photograph {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	must(must(w.CreateFormFile("file", "mosquito.jpg")).Write(data))
	check(w.Close())
	return photograph{w.FormDataContentType(), b.Bytes()}
}
