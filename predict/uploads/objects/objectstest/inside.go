package objectstest

import (
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rclone/gofakes3"
)

// inside is a store in the process.
type inside struct {
	server *Server
	http   *http.Server
	silent sync.RWMutex // held for writing while it is paused
}

func (i *inside) Run() {
	i.server.t.Helper()
	l, err := net.Listen("tcp", i.server.Address)
	if err != nil {
		i.server.t.Fatal(err)
	}
	store := gofakes3.New(folder(i.server.Dir), gofakes3.WithV4Auth(map[string]string{AccessKeyID: SecretAccessKey})).Server()
	i.http = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.silent.RLock()
		i.silent.RUnlock() //nolint:staticcheck // it waits for Resume
		store.ServeHTTP(w, r)
	})}
	go i.http.Serve(l) //nolint:errcheck // it ends by Stop
}

func (i *inside) Stop() { _ = i.http.Close() }

func (i *inside) Pause() { i.silent.Lock() }

func (i *inside) Resume() { i.silent.Unlock() }
