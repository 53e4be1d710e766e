// Package provider starts a provider of OpenID Connect on loopback, for tests: the example server of zitadel/oidc, whose protocol is that of a
// provider in use. It knows one person, who signs in by a form.
package provider

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// What the provider knows.
const (
	ClientID     = "skeeter"
	ClientSecret = "a secret of the tests"
	Password     = "verysecure"
	Name         = "Test User"
)

// Provider is a server that runs.
type Provider struct {
	Issuer   string
	Username string
	server   *httptest.Server
}

// Start starts a provider on a free port of loopback. It sends people back to the callbacks.
func Start(callbacks ...string) (*Provider, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(listener.Addr().String(), ":")
	issuer := "http://localhost:" + port + "/"
	storage.RegisterClients(storage.WebClient(ClientID, ClientSecret, callbacks...))
	handler := exampleop.SetupServer(issuer, storage.NewStorage(storage.NewUserStore(issuer)), nil, false, op.WithAllowInsecure())
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}}
	server.Start()
	return &Provider{Issuer: issuer, Username: "test-user@localhost", server: server}, nil
}

// Stop stops it.
func (p *Provider) Stop() { p.server.Close() }

// SignIn goes to an address at the provider as a browser does, signs the person in, and returns the address to which the provider sends the
// browser back.
func (p *Provider) SignIn(address string) (back string, err error) {
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	asked, err := client.Get(address)
	if err != nil {
		return "", err
	}
	_ = asked.Body.Close()
	form, err := asked.Location()
	if err != nil {
		return "", err
	}
	sent, err := client.PostForm(p.Issuer+"login/username", url.Values{"username": {p.Username}, "password": {Password}, "id": {form.Query().Get("authRequestID")}})
	if err != nil {
		return "", err
	}
	_ = sent.Body.Close()
	next, err := sent.Location()
	if err != nil {
		return "", err
	}
	returned, err := client.Get(next.String())
	if err != nil {
		return "", err
	}
	_ = returned.Body.Close()
	location, err := returned.Location()
	if err != nil {
		return "", err
	}
	return location.String(), nil
}
