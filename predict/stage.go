package predict

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

// begin starts a stage of a prediction. done ends its span, and observes its time unless there was an error.
func (p *Predict) begin(ctx context.Context, stage string) (staged context.Context, done func(error)) {
	staged, span := telemetry.Start(ctx, stage)
	began := time.Now()
	return staged, func(err error) {
		if err == nil {
			p.metrics.observe(stage, time.Since(began))
		} else {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// classify runs the classifier in a span, which says how long the picture waited and ran.
func (p *Predict) classify(ctx context.Context, input []float32) (classify.Result, error) {
	ctx, span := telemetry.Start(ctx, stageInfer)
	defer span.End()
	result, err := p.Classifier.Classify(ctx, input)
	if !span.IsRecording() {
		return result, err
	}
	if err != nil {
		span.SetStatus(codes.Error, "")
		return result, err
	}
	span.SetAttributes(attribute.String("skeeter.model.id", result.ModelID),
		attribute.Float64("skeeter.model.wait_ms", milliseconds(result.Waited)), attribute.Float64("skeeter.model.run_ms", milliseconds(result.Ran)))
	return result, err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
