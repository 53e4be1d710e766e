// Package openid signs people in by a provider of OpenID Connect: authorization code with PKCE, state and nonce. The provider is asked when
// somebody signs in, so one that is down keeps no server from starting. It knows no database, and imports internal/secret.
package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/skeeter-surveillance/skeeter/internal/secret"
)

// Provider is a provider of OpenID Connect.
type Provider struct {
	issuer, clientID, clientSecret string
	host                           string
	client                         *http.Client

	mu    sync.Mutex
	found *oidc.Provider // nil: not asked yet
}

// New returns the provider with an issuer, nil for none. The error says what is wrong with the settings.
func New(issuer, clientID, clientSecret string) (*Provider, error) {
	if issuer == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	u, err := url.Parse(issuer)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("want the address of an issuer, such as https://accounts.example.org")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())):
		return nil, errors.New("an issuer has https; http is for loopback alone")
	case clientID == "":
		return nil, errors.New("an issuer needs SKEETER_OIDC_CLIENT_ID")
	}
	return &Provider{issuer: issuer, clientID: clientID, clientSecret: clientSecret, host: u.Hostname(), client: newClient(u)}, nil
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}

// Host is the name of the provider.
func (p *Provider) Host() string { return p.host }

// Challenge is what the answer of the provider is compared with.
type Challenge struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Account  string `json:"account,omitempty"` // that the person gets this way to sign in for; "": they sign in
}

// Identity is a person as the provider knows them. The subject is never another's; a name and an address of mail may be.
type Identity struct {
	Issuer  string `json:"-"`
	Subject string `json:"-"`
	Name    string `json:"name"`
}

// ErrRefused means that the provider or its answer let nobody in.
var ErrRefused = errors.New("the provider let nobody in")

// Begin returns the address at the provider to which the browser goes, and what its answer is compared with. callback is the address to which
// the provider sends it back.
func (p *Provider) Begin(ctx context.Context, callback string) (address string, c Challenge, err error) {
	config, _, err := p.config(ctx, callback)
	if err != nil {
		return "", c, err
	}
	c = Challenge{State: secret.New(""), Nonce: secret.New(""), Verifier: oauth2.GenerateVerifier()}
	return config.AuthCodeURL(c.State, oidc.Nonce(c.Nonce), oauth2.S256ChallengeOption(c.Verifier)), c, nil
}

// Finish returns who the provider says it is, by the query with which it sent the browser back. The error wraps ErrRefused unless the
// provider cannot be asked.
func (p *Provider) Finish(ctx context.Context, callback string, c Challenge, query url.Values) (who Identity, err error) {
	if subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(c.State)) != 1 {
		return who, fmt.Errorf("%w: the state is another", ErrRefused)
	}
	if refusal := query.Get("error"); refusal != "" {
		return who, fmt.Errorf("%w: %.100q", ErrRefused, refusal)
	}
	config, found, err := p.config(ctx, callback)
	if err != nil {
		return who, err
	}
	token, err := config.Exchange(oidc.ClientContext(ctx, p.client), query.Get("code"), oauth2.VerifierOption(c.Verifier))
	if err != nil {
		return who, fmt.Errorf("%w: exchange the code: %s", ErrRefused, withoutSecrets(err))
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return who, fmt.Errorf("%w: its answer has no id_token", ErrRefused)
	}
	verified, err := found.Verifier(&oidc.Config{ClientID: p.clientID}).Verify(oidc.ClientContext(ctx, p.client), raw)
	if err != nil {
		return who, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if subtle.ConstantTimeCompare([]byte(verified.Nonce), []byte(c.Nonce)) != 1 {
		return who, fmt.Errorf("%w: the nonce is another", ErrRefused)
	}
	who = Identity{Issuer: verified.Issuer, Subject: verified.Subject}
	if err := verified.Claims(&who); err != nil {
		return who, fmt.Errorf("%w: read the claims: %w", ErrRefused, err)
	}
	if who.Name != "" {
		return who, nil
	}
	// Many providers tell the name only when they are asked for it. Without it the person may sign in all the same.
	ctx = oidc.ClientContext(ctx, p.client)
	if info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token)); err == nil && info.Subject == who.Subject {
		if info.Claims(&who) != nil {
			who.Name = ""
		}
	}
	return who, nil
}

// withoutSecrets is what an exchange failed with, without the body of the answer, which may hold tokens.
func withoutSecrets(err error) string {
	if answered := new(oauth2.RetrieveError); errors.As(err, &answered) {
		return fmt.Sprintf("%s %.100q", answered.Response.Status, answered.ErrorCode)
	}
	if failed := new(net.OpError); errors.As(err, &failed) {
		return failed.Error()
	}
	return "no answer that can be read"
}

// config returns how to ask the provider, which it says itself when it is first asked.
func (p *Provider) config(ctx context.Context, callback string) (*oauth2.Config, *oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil {
		// The provider keeps the context for when it reads keys again. The client bounds each request.
		found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.issuer)
		if err != nil {
			return nil, nil, fmt.Errorf("ask the provider: %w", err)
		}
		p.found = found
	}
	return &oauth2.Config{
		ClientID: p.clientID, ClientSecret: p.clientSecret, Endpoint: p.found.Endpoint(), RedirectURL: callback, Scopes: []string{oidc.ScopeOpenID, "profile"},
	}, p.found, nil
}
