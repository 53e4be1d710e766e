package openid

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Bounds of a request to the provider.
const (
	requestTime = 10 * time.Second
	maxAnswer   = 1 << 20 // bytes
)

// newClient returns a client that asks an issuer, and the other hosts that the issuer names for keys and tokens (Google has three). Those must
// have https and a public address: an issuer that was taken over must not make the server ask its own network. It follows no redirect.
func newClient(issuer *url.URL) *http.Client {
	dialer := net.Dialer{Timeout: requestTime}
	public := net.Dialer{Timeout: requestTime, Control: onlyPublic}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: requestTime, MaxIdleConns: 4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	own := transport.Clone()
	own.DialContext, transport.DialContext = dialer.DialContext, public.DialContext
	return &http.Client{
		Timeout:       requestTime,
		Transport:     bounded{issuer: issuer, own: own, others: transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the provider redirects") },
	}
}

// onlyPublic refuses to connect to an address of this machine or its network. It runs after the name was resolved.
func onlyPublic(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if addr := at.Addr().Unmap(); !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return fmt.Errorf("%s is no public address", addr)
	}
	return nil
}

type bounded struct {
	issuer      *url.URL
	own, others http.RoundTripper
}

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	through := b.others
	switch {
	case r.URL.Scheme == b.issuer.Scheme && r.URL.Host == b.issuer.Host:
		through = b.own
	case r.URL.Scheme != "https":
		return nil, fmt.Errorf("the provider names an address without https: %s", r.URL.Host)
	}
	response, err := through.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(response.Body, maxAnswer), response.Body}
	return response, nil
}
