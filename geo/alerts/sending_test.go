package alerts_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func (s service) sendAt(at time.Time) {
	s.t.Helper()
	*s.now = at
	if err := s.alerts.Send(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	status, requests := http.StatusServiceUnavailable, []*http.Request{}
	var last []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		last, _ = io.ReadAll(r.Body)
		requests = append(requests, r)
		w.WriteHeader(status)
	}))
	defer server.Close()
	hook, err := send.NewWebhook([]string{strings.TrimPrefix(server.URL, "http://")}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, options{webhook: hook})
	now := time.Now() // send_since and raised_at are by the clock of the database
	*s.now = now
	day := now.AddDate(0, 0, -10).Format(time.DateOnly)
	s.record("Aedes albopictus", day, 1, 45, "")
	quiet := s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "name": "quiet"})
	s.evaluate()
	s.do("PATCH", "/rules/"+quiet, object{"send": "webhook", "webhook_url": server.URL}).want(200) // what was raised before is not sent
	s.record("Aedes aegypti", "2020-01-01", 1, 45, "")                                             // nor what is historical
	s.record("Aedes aegypti", day, 8, 45, "")
	s.rule(object{"kind": "introduction", "species": "Aedes aegypti", "name": "loud", "send": "webhook", "webhook_url": server.URL})
	s.evaluate()

	wantRequests := func(what string, want int) {
		t.Helper()
		if len(requests) != want {
			t.Errorf("%s: %d requests, want %d", what, len(requests), want)
		}
	}
	s.sendAt(now)
	wantRequests("the first attempt", 1)
	s.sendAt(now.Add(30 * time.Second))
	wantRequests("too early", 1)
	s.sendAt(now.Add(2 * time.Minute))
	wantRequests("after a minute", 2)
	status = http.StatusOK
	s.sendAt(now.Add(10 * time.Minute))
	s.sendAt(now.Add(20 * time.Hour))
	wantRequests("after it was taken", 3)
	for _, r := range requests {
		if r.Header.Get("Webhook-Id") != requests[0].Header.Get("Webhook-Id") || !strings.HasPrefix(r.Header.Get("Webhook-Signature"), "v1,") {
			t.Errorf("the headers are %v", r.Header)
		}
	}
	var message struct {
		Type string
		Data alerts.Alert
	}
	if err := json.Unmarshal(last, &message); err != nil || message.Type != "alert.raised" || message.Data.Rule != "loud" || message.Data.Day != day {
		t.Errorf("the message is %s: %v", last, err)
	}

	status = http.StatusInternalServerError
	s.record("Aedes aegypti", day, 4, 30, "")
	*s.now = now
	s.evaluate()
	at, attempts := now, 3
	for _, pause := range []time.Duration{0, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour} {
		if pause > 0 {
			s.sendAt(at.Add(pause - time.Second))
			wantRequests(fmt.Sprintf("before %s have passed", pause), attempts)
		}
		at = at.Add(pause)
		s.sendAt(at)
		attempts++
		wantRequests(fmt.Sprintf("after %s", pause), attempts)
	}
	s.sendAt(at.AddDate(0, 0, 20))
	wantRequests("the attempts end", 3+7)
}

// inbox is an SMTP server on loopback. It keeps what clients say.
type inbox struct {
	address string
	mu      sync.Mutex
	mails   []string
}

func newInbox(t *testing.T) *inbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	in := &inbox{address: listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			in.serve(conn)
		}
	}()
	return in
}

func (in *inbox) serve(conn net.Conn) {
	defer conn.Close()
	var mail strings.Builder
	lines := bufio.NewScanner(conn)
	answer := func(text string) { _, _ = io.WriteString(conn, text+"\r\n") }
	answer("220 test")
	for data := false; lines.Scan(); {
		switch line := lines.Text(); {
		case data && line == ".":
			data = false
			in.mu.Lock()
			in.mails = append(in.mails, mail.String())
			in.mu.Unlock()
			answer("250 taken")
		case data:
			mail.WriteString(line + "\n")
		case line == "DATA":
			data = true
			answer("354 go on")
		case line == "QUIT":
			answer("221 bye")
			return
		default:
			answer("250 ok")
		}
	}
}

func TestDigests(t *testing.T) {
	t.Parallel()
	in := newInbox(t)
	mail, err := send.NewMail("smtp://"+in.address, "skeeter@example.org", []string{"@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, options{mail: mail})
	now := time.Now()
	*s.now = now
	day := now.AddDate(0, 0, -10).Format(time.DateOnly)
	body := object{"kind": "introduction", "species": "Aedes albopictus", "send": "mail", "mail_to": []string{"lab@example.org"}}
	body["name"] = "every day"
	s.rule(body)
	body["name"], body["digest"] = "every week", "weekly"
	s.rule(body)
	s.record("Aedes albopictus", "2020-01-01", 4, 45, "")
	s.record("Aedes albopictus", day, 8, 45, "")
	s.record("Aedes albopictus", day, 1, 45, "")
	s.evaluate()
	wantMails := func(what string, want int) {
		t.Helper()
		if len(in.mails) != want {
			t.Fatalf("%s: %d mails, want %d:\n%s", what, len(in.mails), want, strings.Join(in.mails, "\n"))
		}
	}
	monday := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 8-int(now.UTC().Weekday())) // the next one, at midnight
	if now.UTC().Weekday() == time.Sunday {
		monday = monday.AddDate(0, 0, -7)
	}
	s.sendAt(monday.Add(5*time.Hour + 59*time.Minute)) // the first digest was due on a day between, unless today is Sunday after six
	daily := len(in.mails)
	s.sendAt(monday.Add(6 * time.Hour))
	wantMails("on Monday at six", 2)
	if daily > 1 {
		t.Errorf("%d mails before Monday", daily)
	}
	s.sendAt(monday.Add(31 * time.Hour))
	wantMails("with nothing to say", 2)
	for _, text := range in.mails {
		if !strings.Contains(text, "2 alerts of every") || strings.Contains(text, "2020-01-01") || !strings.Contains(text, "at 45, 8") ||
			!strings.Contains(text, "https://skeeter.example/api/v1/alerts/") || !strings.Contains(text, "<lab@example.org>") {
			t.Errorf("the mail is\n%s", text)
		}
	}
	if n := pgtest.Value[int](t, s.db, "select count(*)::int from alerts where sent_at is not null"); n != 4 {
		t.Errorf("%d alerts are marked as sent, want 4", n)
	}
}

// TestSlowReceiver: an address that does not answer delays neither another one nor an evaluation, and its rule can be switched off when its
// host is listed no more.
func TestSlowReceiver(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer slow.Close()
	received := make(chan struct{}, 100)
	quick := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { received <- struct{}{} }))
	defer quick.Close()
	hook, err := send.NewWebhook([]string{strings.TrimPrefix(slow.URL, "http://"), strings.TrimPrefix(quick.URL, "http://")}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, options{webhook: hook})
	*s.now = time.Now()
	day := s.now.AddDate(0, 0, -10).Format(time.DateOnly)
	first := s.rule(object{"kind": "introduction", "species": "Aedes albopictus", "name": "slow", "send": "webhook", "webhook_url": slow.URL})
	s.rule(object{"kind": "introduction", "species": "Aedes aegypti", "name": "quick", "send": "webhook", "webhook_url": quick.URL})
	s.record("Aedes albopictus", day, 1, 45, "")
	s.record("Aedes aegypti", day, 8, 45, "")
	s.evaluate()
	sent := make(chan error)
	go func() { sent <- s.alerts.Send(t.Context()) }()
	<-received
	if done, err := s.alerts.Evaluate(t.Context()); !done || err != nil {
		t.Errorf("an evaluation beside a receiver that does not answer: %v, %v", done, err)
	}
	close(release)
	if err := <-sent; err != nil {
		t.Error(err)
	}

	other, err := send.NewWebhook([]string{"example.org"}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	*hook = *other
	s.do("PATCH", "/rules/"+first, object{"enabled": false}).want(200)
	if got := s.do("PATCH", "/rules/"+first, object{"webhook_url": slow.URL}).want(422).wrong(); got != "webhook_url:not_allowed" {
		t.Error(got)
	}
	if got := s.do("POST", "/rules", object{"kind": "infection", "name": "x", "parameters": object{"pathogen": " "}}).want(422).wrong(); !strings.Contains(got, "pathogen") {
		t.Error(got)
	}
}
