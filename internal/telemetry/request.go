// Package telemetry ties together what the log, the spans and the database say of one request: the request's id, log lines that
// carry it, spans, and their export by OTLP. It imports nothing of the project.
package telemetry

import "context"

type requestKey struct{}

// WithRequest returns a context of work for the request with an id.
func WithRequest(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the request that a context works for, "" for work of the server's own.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}
