// Package send delivers alerts to where the operator allows: by signed webhooks and by mail. It imports nothing of the project.
package send

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// webhookTimeout bounds one delivery, from the look-up of the host to the end of the answer.
const webhookTimeout = 10 * time.Second

// Webhook sends messages as Standard Webhooks asks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
// Nil sends none.
type Webhook struct {
	hosts  []string // in lower case
	secret []byte
	client *http.Client
}

// secretPrefix stands before secrets in base64.
const secretPrefix = "whsec_"

// NewWebhook returns a sender to hosts alone, each a name or an address, with a port where it is not that of the scheme; nil without hosts. The
// secret signs, in base64 behind whsec_, else its own bytes.
func NewWebhook(hosts []string, secret string) (*Webhook, error) {
	if len(hosts) == 0 {
		return nil, nil
	}
	w := &Webhook{secret: []byte(secret)}
	for _, host := range hosts {
		w.hosts = append(w.hosts, strings.ToLower(host))
	}
	if encoded, ok := strings.CutPrefix(secret, secretPrefix); ok {
		var err error
		if w.secret, err = base64.StdEncoding.DecodeString(encoded); err != nil {
			return nil, fmt.Errorf("the secret of webhooks is not base64 behind %s: %w", secretPrefix, err)
		}
	}
	if len(w.secret) == 0 {
		return nil, errors.New("webhooks need a secret")
	}
	dialer := net.Dialer{Control: w.checkAddress}
	w.client = &http.Client{
		Timeout:       webhookTimeout,
		Transport:     &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return w, nil
}

// Check returns an error that a client may read unless messages may go to an address.
func (w *Webhook) Check(address string) error {
	if w == nil {
		return errors.New("this server sends no webhooks; its operator switches them on")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return errors.New("webhook_url must be an address such as https://example.org/alerts, without user and fragment")
	case !w.lists(u):
		return errors.New("webhook_url: this server sends to no such host")
	case u.Scheme == "https" || u.Scheme == "http" && isAddress(u.Hostname()):
		return nil
	}
	return errors.New("webhook_url must be https; http is for hosts that are listed by their address")
}

// lists reports whether the host of an address is listed. The port of the scheme may be written or not.
func (w *Webhook) lists(u *url.URL) bool {
	usual := map[string]string{"https": "443", "http": "80"}[u.Scheme]
	host, port := strings.TrimSuffix(u.Host, ":"+u.Port()), cmp.Or(u.Port(), usual)
	return w.listed(host+":"+port) || port == usual && w.listed(host)
}

func (w *Webhook) listed(host string) bool { return slices.Contains(w.hosts, strings.ToLower(host)) }

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// checkAddress refuses private addresses that are not listed themselves. It sees the address that a name led to, so that a name cannot lead
// into the operator's own network.
func (w *Webhook) checkAddress(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read the address of a webhook: %w", err)
	}
	ip := at.Addr().Unmap()
	if ip.IsGlobalUnicast() && !ip.IsPrivate() && !sharedSpace.Contains(ip) || w.listed(ip.String()) || w.listed(netip.AddrPortFrom(ip, at.Port()).String()) {
		return nil
	}
	return fmt.Errorf("the host of a webhook has the private address %s, which is not listed", ip)
}

// sharedSpace is the address space of carriers (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// maxAnswer is how much of an answer is read, in bytes, so that the connection can be used again.
const maxAnswer = 64 << 10

// Send posts a message. Attempts for one message share its id. The error is nil for a status from 200 to 299.
func (w *Webhook) Send(ctx context.Context, address, id string, at time.Time, body []byte) error {
	if err := w.Check(address); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("make the request of a webhook: %w", err)
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", timestamp)
	req.Header.Set("Webhook-Signature", w.sign(id, timestamp, body))
	resp, err := w.client.Do(req)
	if err != nil {
		return fmt.Errorf("send a webhook: %w", err)
	}
	defer resp.Body.Close()                                          //nolint:errcheck // what was read was read
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)) // the status says what matters
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("send a webhook: %s answered %d", req.URL.Host, resp.StatusCode)
	}
	return nil
}

// sign returns the signature: HMAC-SHA256 of the id, the timestamp and the body, with dots between.
func (w *Webhook) sign(id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, w.secret)
	for _, part := range [][]byte{[]byte(id), []byte("."), []byte(timestamp), []byte("."), body} {
		_, _ = mac.Write(part) // never fails
	}
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
