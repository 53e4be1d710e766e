// Package classify classifies pictures with a model: it turns them into the network's input, queues them, and runs several at once.
// It imports internal/picture, predict/model and predict/onnx, and for Evaluate internal/lang and internal/httpapi.
package classify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx"
)

// maxWaiting is how many pictures wait for the model at a time. The next one would wait for seconds and is refused.
const maxWaiting = 64

// NoneOfThese is the class of a picture that shows none of the model's species.
const NoneOfThese = "none_of_these"

// Errors of Classify.
var (
	ErrBusy   = errors.New("too many pictures wait for the model")
	ErrClosed = errors.New("the model is closed")
)

// Class is a class with its probability.
type Class struct {
	Name        string  // a scientific name, or NoneOfThese
	Probability float64 // 0 to 1
}

// Result is the result for one picture: all classes of the model, in any order.
type Result struct {
	ModelID string
	Licence model.Licence // of the weights
	Classes []Class
	Strange bool          // the picture is unlike those that the model was trained on
	Waited  time.Duration // in the queue
	Ran     time.Duration // the picture's share of its batch
}

// Classifier is a loaded model. It is safe for concurrent use.
type Classifier struct {
	network *onnx.Network
	tensor  tensor
	finder  *finder  // nil for none
	names   []string // of the classes, in the order of the outputs
	queue   *queue
	workers sync.WaitGroup
}

// Open loads ONNX Runtime from a path ("" searches the usual places) and a model, and starts a worker for each core. Close it after
// use.
func Open(library, path string, log *slog.Logger) (*Classifier, error) {
	source, err := model.Find(path)
	if err != nil {
		return nil, err
	}
	if err := onnx.Load(library); err != nil {
		return nil, err
	}
	network, err := onnx.Open(source)
	if err != nil {
		return nil, fmt.Errorf("open the model: %w", err)
	}
	find, err := openFinder(source)
	if err != nil {
		return nil, errors.Join(err, network.Close())
	}
	d := network.Description
	for _, warning := range d.Warnings {
		log.Warn("the model's description may be wrong", "model_id", d.ModelID, "reason", warning)
	}
	c := &Classifier{network: network, tensor: newTensor(d.Input), finder: find, queue: newQueue(maxWaiting)}
	for i, class := range d.Classes {
		name := *class.ScientificName
		if i == d.NoneIndex() {
			name = NoneOfThese
		}
		c.names = append(c.names, name)
	}
	workers := runtime.GOMAXPROCS(0)
	for range workers {
		c.workers.Go(func() { c.work(workers) })
	}
	log.Info("the model is ready", "model_id", d.ModelID, "classes", len(d.Classes), "described_by", d.From, "finds", find != nil, "onnxruntime", onnx.Version())
	return c, nil
}

// Description returns the description of the model.
func (c *Classifier) Description() model.Description { return c.network.Description }

// Classify returns the result for an input that Prepare made. The error is ErrBusy when the queue is full, ErrClosed, or that of
// ctx.
func (c *Classifier) Classify(ctx context.Context, input []float32) (Result, error) {
	j := &job{input: input, since: time.Now(), ready: make(chan struct{})}
	if err := c.queue.put(j); err != nil {
		return Result{}, err
	}
	select {
	case <-j.ready:
	case <-ctx.Done():
		if c.queue.remove(j) {
			return Result{}, fmt.Errorf("wait for the model: %w", ctx.Err())
		}
		<-j.ready // its batch runs already, for some milliseconds
	}
	return j.result, j.err
}

// work runs batches from the queue until that is closed.
func (c *Classifier) work(workers int) {
	run := c.network.NewRun()
	for {
		jobs := c.queue.take(c.network.Batch, workers)
		if jobs == nil {
			return
		}
		began := time.Now()
		for i, j := range jobs {
			copy(run.Picture(i), j.input)
		}
		err := run.Do(len(jobs))
		share := time.Since(began) / time.Duration(len(jobs))
		for i, j := range jobs {
			if j.err = err; err == nil {
				j.result = Result{
					ModelID: c.network.Description.ModelID, Licence: c.network.Description.Licence, Classes: c.classes(run.Answer(i)),
					Strange: run.Strange(i), Waited: began.Sub(j.since), Ran: share,
				}
			}
			close(j.ready)
		}
	}
}

// classes returns the numbers of an output as probabilities with their names.
func (c *Classifier) classes(answer []float32) []Class {
	out := make([]Class, len(answer))
	for i, value := range answer {
		out[i] = Class{Name: c.names[i], Probability: float64(value)}
	}
	if c.network.Description.Output.Kind == model.Logits {
		softmax(out)
	}
	return out
}

// softmax turns logits into probabilities.
func softmax(classes []Class) {
	highest := math.Inf(-1)
	for _, class := range classes {
		highest = max(highest, class.Probability)
	}
	sum := 0.0
	for i := range classes {
		classes[i].Probability = math.Exp(classes[i].Probability - highest)
		sum += classes[i].Probability
	}
	for i := range classes {
		classes[i].Probability /= sum
	}
}

// Close closes the queue, waits for the batches that run and frees the model.
func (c *Classifier) Close() error {
	c.queue.close()
	c.workers.Wait()
	err := c.network.Close()
	if c.finder != nil {
		err = errors.Join(err, c.finder.close())
	}
	return err
}
