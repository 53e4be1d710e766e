// Package fetch downloads a file from an address of HTTP into a temporary folder. A download that is cut goes on where it
// stopped. Commands download, from addresses that their user names; the server fetches nothing for its clients. The package
// imports the standard library alone.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MaxBytes is the usual limit of a file.
const MaxBytes = 2 << 30

// Limits of a download.
const (
	maxRedirects   = 10
	maxAttempts    = 6 // without a byte in between,
	firstAttempts  = 3 // before the first byte,
	maxAllAttempts = 100
	firstPause     = time.Second      // before another attempt; each pause is twice as long
	stallTimeout   = 60 * time.Second // without a byte
	dialTimeout    = 30 * time.Second
	headerTimeout  = 60 * time.Second
	maxNameBytes   = 200
)

// Options of a download. The zero value downloads up to MaxBytes from any address.
type Options struct {
	Max int64 // bytes; 0 is MaxBytes
	// Progress is called with the bytes so far, and the size or -1. It may be nil.
	Progress func(done, total int64)

	pause time.Duration // firstPause, but in tests
}

// File is a downloaded file.
type File struct {
	Path string // its name is the one that the server gave it
	dir  string
}

// Remove removes the file.
func (f *File) Remove() error { return os.RemoveAll(f.dir) }

// IsAddress reports whether a text is an address that Download takes, and no path.
func IsAddress(s string) bool {
	lower := strings.ToLower(s)
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// Download downloads a file. Who asked for it removes it.
func Download(ctx context.Context, address string, o Options) (*File, error) {
	at, err := url.Parse(address)
	if err != nil || !IsAddress(address) || at.Host == "" {
		return nil, fmt.Errorf("%s: not an address of http or https", address)
	}
	if o.Max == 0 {
		o.Max = MaxBytes
	}
	if o.pause == 0 {
		o.pause = firstPause
	}
	dir, err := os.MkdirTemp("", "skeeter-download-*")
	if err != nil {
		return nil, fmt.Errorf("download %s: %w", address, err)
	}
	d := &download{address: at, options: o, client: client(), dir: dir}
	defer d.client.CloseIdleConnections()
	path, err := d.run(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("download %s: %w", at.Redacted(), err), os.RemoveAll(dir))
	}
	return &File{Path: path, dir: dir}, nil
}

// client returns a client that follows redirects to addresses of HTTP, but from https to https alone.
func client() *http.Client {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableCompression: true, // a part of a compressed file goes on where that stopped
		TLSHandshakeTimeout: headerTimeout, ResponseHeaderTimeout: headerTimeout, ForceAttemptHTTP2: true,
		DialContext: (&net.Dialer{Timeout: dialTimeout}).DialContext,
	}
	return &http.Client{Transport: transport, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		switch {
		case len(via) > maxRedirects:
			return final("more than %d redirects", maxRedirects)
		case !IsAddress(next.URL.String()):
			return final("a redirect to %s, which is not http or https", next.URL.Redacted())
		case via[len(via)-1].URL.Scheme == "https" && next.URL.Scheme != "https":
			return final("a redirect from https to %s", next.URL.Redacted())
		}
		return nil
	}}
}

// finish gives the downloaded file its name.
func (d *download) finish(part string) (string, error) {
	path := filepath.Join(d.dir, d.name)
	if err := os.Rename(part, path); err != nil {
		return "", err
	}
	return path, nil
}
