package send

import (
	"bufio"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestSignature holds the example of the specification's libraries.
func TestSignature(t *testing.T) {
	t.Parallel()
	w, err := NewWebhook([]string{"example.org"}, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := w.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
	if _, err := NewWebhook([]string{"example.org"}, "whsec_?"); err == nil {
		t.Error("a secret that is not base64 is taken")
	}
	if _, err := NewWebhook([]string{"example.org"}, ""); err == nil {
		t.Error("no secret is taken")
	}
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var body []byte
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("Location", "http://"+r.Host+"/elsewhere")
		w.WriteHeader(status)
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	w, err := NewWebhook([]string{host}, "a secret")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1700000000, 0)
	if err := w.Send(t.Context(), server.URL+"/hook", "alert_1", at, []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if got.Header.Get("Webhook-Id") != "alert_1" || got.Header.Get("Webhook-Timestamp") != "1700000000" || string(body) != "{}" ||
		got.Header.Get("Webhook-Signature") != w.sign("alert_1", "1700000000", body) || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %v %s", got.Header, body)
	}
	for _, status = range []int{http.StatusFound, http.StatusInternalServerError, http.StatusGone} {
		if err := w.Send(t.Context(), server.URL+"/hook", "alert_1", at, nil); err == nil || got.URL.Path != "/hook" {
			t.Errorf("status %d: %v, the last request was for %s", status, err, got.URL.Path)
		}
	}

	_, port, _ := net.SplitHostPort(host)
	named, err := NewWebhook([]string{"localhost:" + port}, "a secret")
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	if err := named.Check("https://localhost:" + port); err != nil {
		t.Errorf("a listed host: %v", err)
	}
	if err := named.Send(t.Context(), "https://localhost:"+port, "alert_1", at, nil); err == nil || !strings.Contains(err.Error(), "private address") || got != nil {
		t.Errorf("a name that leads to loopback: %v", err)
	}
}

// TestWebhookChecksCertificates: a receiver whose certificate nobody vouches for gets nothing.
func TestWebhookChecksCertificates(t *testing.T) {
	t.Parallel()
	asked := false
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it says that the client went away
	server.StartTLS()
	defer server.Close()
	w, err := NewWebhook([]string{strings.TrimPrefix(server.URL, "https://")}, "a secret")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Send(t.Context(), server.URL, "alert_1", time.Now(), nil); err == nil || !strings.Contains(err.Error(), "certificate") || asked {
		t.Errorf("%v, asked: %v", err, asked)
	}
}

func TestWebhookCheck(t *testing.T) {
	t.Parallel()
	w, err := NewWebhook([]string{"hooks.example.org", "10.0.0.7:8080", "own.example.org:443", "10.0.0.8", "10.0.0.9:80"}, "x")
	if err != nil {
		t.Fatal(err)
	}
	for address, ok := range map[string]bool{
		"https://hooks.example.org/a?b": true, "https://HOOKS.example.org/": true, "http://10.0.0.7:8080/": true, "http://hooks.example.org/": false,
		"https://hooks.example.org:444/": false, "https://other.example.org/": false, "https://hooks.example.org.evil.example/": false, "http://10.0.0.7/": false,
		"https://user@hooks.example.org/": false, "ftp://hooks.example.org/": false, "hooks.example.org": false, "": false, "https://hooks.example.org/#a": false,
		"https://hooks.example.org:443/": true, "https://hooks.example.org:/": true, "https://own.example.org/": true, "https://own.example.org:443/": true,
		"http://10.0.0.8:80/": true, "https://10.0.0.8:443/": true, "http://10.0.0.8:443/": false, "http://10.0.0.9/": true, "https://10.0.0.9/": false,
		"https://hooks.example.org:80/": false,
	} {
		if err := w.Check(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
	if (*Webhook)(nil).Check("https://hooks.example.org/") == nil {
		t.Error("a server without webhooks sends some")
	}
}

// listenSMTP takes one mail and returns the server's address and what will be said to it.
func listenSMTP(t *testing.T) (address string, said <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	all := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		all <- serveSMTP(conn)
	}()
	return listener.Addr().String(), all
}

// serveSMTP answers one session as RFC 5321 asks and returns what the client said.
func serveSMTP(conn net.Conn) string {
	var said strings.Builder
	lines := bufio.NewScanner(conn)
	answer := func(text string) { _, _ = io.WriteString(conn, text+"\r\n") }
	answer("220 test")
	for data := false; lines.Scan(); {
		line := lines.Text()
		said.WriteString(line + "\n")
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case data && line == ".":
			data = false
			answer("250 taken")
		case data:
		case verb == "DATA":
			data = true
			answer("354 go on")
		case verb == "QUIT":
			answer("221 bye")
			return said.String()
		default:
			answer("250 ok")
		}
	}
	return said.String()
}

func TestMail(t *testing.T) {
	t.Parallel()
	address, said := listenSMTP(t)
	m, err := NewMail("smtp://"+address, "Skeeter <skeeter@example.org>", []string{"lab@example.com", "@Example.net"})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Send(t.Context(), []string{"lab@example.com", "anybody@example.net"}, "1 alert of é", "Line one\n"); err != nil {
		t.Fatal(err)
	}
	got := <-said
	subject := mime.QEncoding.Encode("UTF-8", "1 alert of é")
	for _, want := range []string{"MAIL FROM:<skeeter@example.org>", "RCPT TO:<lab@example.com>", "RCPT TO:<anybody@example.net>", "Line one", "Subject: " + subject} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	for to, ok := range map[string]bool{
		"lab@example.com": true, "LAB@example.com": true, "x@example.net": true, "x@sub.example.net": false, "other@example.com": false, "": false,
		"Lab <lab@example.com>": false, "lab@example.com\r\nBcc: x@y.z": false, "x@notexample.net": false,
	} {
		if err := m.Check(to); (err == nil) != ok {
			t.Errorf("%q: %v", to, err)
		}
	}
	if (*Mail)(nil).Check("lab@example.com") == nil {
		t.Error("a server without mail sends some")
	}
	for _, server := range []string{"mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:secret@:25"} {
		if _, err := NewMail(server, "a@b.c", nil); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", server, err)
		}
	}
	if _, err := NewMail("smtp://mail.example.org", "nobody", nil); err == nil {
		t.Error("a sender that is no address is taken")
	}
}

// TestMailNeedsEncryption holds that nothing is sent in the clear beyond the machine itself.
func TestMailNeedsEncryption(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"mail.example.org": "TLSMandatory", "10.0.0.1": "TLSMandatory", "127.0.0.1": "TLSOpportunistic", "::1": "TLSOpportunistic"} {
		if got := policyFor(host).String(); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}
