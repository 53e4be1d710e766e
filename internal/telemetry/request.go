// Package telemetry connects log lines, spans and database sessions of one request: it carries the request's id in contexts and
// log lines, starts spans, and exports them by OTLP. It imports nothing of the project.
package telemetry

import "context"

type requestKey struct{}

// WithRequest returns a context that carries the id of a request.
func WithRequest(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the request to which a context belongs, "" for the server's own work.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}
