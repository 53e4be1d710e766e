package app

import (
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// startWait is how long a request waits for the names of a server that starts.
const startWait = 5 * time.Second

// starting closes when the database was prepared and the names were read. The nil value, of an App that does not Run, never waits.
type starting chan struct{}

// afterStart makes routes wait until the names were read, at most startWait: before, answers would have ids without names. Then
// they answer 503.
func (a *App) afterStart(routes []httpapi.Route) []httpapi.Route {
	for i := range routes {
		handle := routes[i].Handler
		routes[i].Handler = func(w http.ResponseWriter, r *http.Request) error {
			if a.starting != nil && !a.prepared.Load() {
				select {
				case <-a.starting:
				case <-time.After(startWait):
					return httpapi.Unavailable("The server is starting and waits for its database", nil)
				case <-r.Context().Done():
					return r.Context().Err()
				}
			}
			return handle(w, r)
		}
	}
	return routes
}
