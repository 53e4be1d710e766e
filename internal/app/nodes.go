package app

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
)

// An answer to a write says where it is in the database's log of writes. Who sends that back reads the write, on every server.
const (
	positionHeader = "Skeeter-Position"
	positionCookie = "skeeter_position"
	// positionAge is how long a browser sends it: longer than any server or replica may be behind.
	positionAge = time.Minute
)

// caughtUp is where the database was when the copies in memory were last brought up to date for a request, in an epoch of the change log: another
// primary may begin before it.
type caughtUp struct {
	mu       sync.Mutex
	epoch    string
	position nodes.Position
}

// includes is whether the copies show every write whose position was taken at p. A write is in the log before others see it, while it waits for the disk
// or for a synchronous replica: one that was not seen yet may get the very position that another one got before.
func (c *caughtUp) includes(epoch string, p nodes.Position) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return epoch == c.epoch && p < c.position
}

func (c *caughtUp) to(epoch string, p nodes.Position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.epoch || p > c.position {
		c.epoch, c.position = epoch, p
	}
}

// replayWait is how long a request waits until the replica of its server has what its client wrote.
const replayWait = 2 * time.Second

// reach brings the copies in memory up to date with a position, unless that was done for a later one. While the primary is away nobody can say
// what was written: replicas go on answering what the copies show for certain.
func (a *App) reach(ctx context.Context, p nodes.Position) error {
	epoch := a.index.State().Version().Epoch
	if p == 0 || a.caughtUp.includes(epoch, p) {
		return nil
	}
	now, err := a.awaitReplay(ctx, p)
	if err == nil {
		err = a.index.CatchUp(ctx)
	}
	if postgres.Unavailable(err) && a.nodes.Any() && p < a.readTo() {
		return nil
	}
	if err != nil {
		return err
	}
	for _, set := range a.private.byID() {
		set.catchUp(ctx, a)
	}
	a.caughtUp.to(epoch, now)
	return nil
}

// readTo is where the database was when the copy in memory that is farthest behind was last brought up to date.
func (a *App) readTo() nodes.Position {
	p := nodes.Position(a.index.ReadTo())
	for _, set := range a.private.byID() {
		p = min(p, nodes.Position(set.index.ReadTo()))
	}
	return p
}

// awaitReplay returns where the database is. A replica gets replayWait to be at a position.
func (a *App) awaitReplay(ctx context.Context, p nodes.Position) (nodes.Position, error) {
	for began := time.Now(); a.db.replica.Load(); {
		now, err := nodes.Replayed(ctx, a.db.Pool)
		if err != nil || now >= p {
			return now, err
		}
		if time.Since(began) > replayWait {
			return 0, httpapi.Unavailable("The database of this server is a replica that has not received what you wrote; try again", nil)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return a.nodes.Position(ctx)
}

// askedPosition is what a request has to see, 0 where it does not say. A malformed one is as none: it is for the server's clients alone.
func askedPosition(r *http.Request) nodes.Position {
	text := r.Header.Get(positionHeader)
	if text == "" {
		if cookie, err := r.Cookie(positionCookie); err == nil {
			text = cookie.Value
		}
	}
	p, err := nodes.ParsePosition(text)
	if err != nil {
		return 0
	}
	return p
}

// withNodes lets requests that read ask replicas, and see what their client wrote. A read that a replica fails is made again by the primary.
func (a *App) withNodes(routes []httpapi.Route) []httpapi.Route {
	for i := range routes {
		name, handle := routes[i].Name, routes[i].Handler
		routes[i].Handler = func(w http.ResponseWriter, r *http.Request) error {
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				if access.Policy[name] == access.Public { // such as a search
					return handle(w, r)
				}
				return handle(&positionWriter{ResponseWriter: w, r: r, a: a}, r)
			}
			reading := &nodes.Reading{Needs: askedPosition(r)}
			if err := a.reach(r.Context(), reading.Needs); err != nil {
				return err
			}
			if !a.nodes.Any() {
				return handle(w, r)
			}
			r = r.WithContext(nodes.With(r.Context(), reading))
			begun := &begunWriter{ResponseWriter: w}
			err := handle(begun, r)
			if err != nil && !begun.begun && r.Context().Err() == nil && (postgres.Unavailable(err) && reading.Failed(r.Context()) || postgres.Refused(err) && reading.Refused()) {
				return handle(w, r)
			}
			return err
		}
	}
	return routes
}

// begunWriter knows whether an answer began.
type begunWriter struct {
	http.ResponseWriter
	begun bool
}

func (w *begunWriter) WriteHeader(status int) {
	w.begun = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *begunWriter) Write(b []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *begunWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// positionWriter adds the position to the answer to a write that succeeded.
type positionWriter struct {
	http.ResponseWriter
	r    *http.Request
	a    *App
	said bool
}

func (w *positionWriter) WriteHeader(status int) {
	if status < http.StatusMultipleChoices {
		w.say()
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *positionWriter) Write(b []byte) (int, error) {
	w.say()
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *positionWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// say asks the primary where there are replicas. Else it says where the copies in memory are, which follow each write of records.
func (w *positionWriter) say() {
	if w.said {
		return
	}
	w.said = true
	p := nodes.Position(w.a.index.ReadTo())
	for _, set := range w.a.private.byID() {
		p = max(p, nodes.Position(set.index.ReadTo()))
	}
	if w.a.nodes.Any() {
		var err error
		if p, err = w.a.nodes.Position(w.r.Context()); err != nil {
			w.a.log.WarnContext(w.r.Context(), "an answer does not say where its write is", "error", err)
			return
		}
	}
	if p == 0 {
		return
	}
	w.Header().Set(positionHeader, p.String())
	http.SetCookie(w.ResponseWriter, &http.Cookie{
		Name: positionCookie, Value: p.String(), Path: "/", MaxAge: int(positionAge.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(httpapi.BaseURL(w.r), "https://"),
	}) // #nosec G124 -- Secure follows the address
}

// countedSummaries lets reads of the summaries see what was counted.
func (a *App) countedSummaries() {
	if err := a.nodes.Raise(context.Background()); err != nil {
		a.log.Warn("replicas may show older summaries than the primary", "error", err)
	}
}
