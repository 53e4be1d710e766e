package send

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// mailTimeout bounds one step of a delivery.
const mailTimeout = 20 * time.Second

// Mail sends mail by SMTP. Nil sends none.
type Mail struct {
	from    string
	allowed []string // addresses, and domains as @example.org, in lower case
	host    string
	options []gomail.Option
}

// Ports of SMTP.
const (
	submission  = 587
	submissions = 465
)

// NewMail returns a sender over smtp://[user:password@]host[:port], which needs STARTTLS unless the host is on loopback, or smtps://, from an
// address to addresses and domains (@example.org) that are allowed; nil for an empty server.
func NewMail(server, from string, allowed []string) (*Mail, error) {
	if server == "" {
		return nil, nil
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the mail server must be an address such as smtp://user:password@mail.example.org:587")
	}
	if _, err := mail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("the sender of mail is no address: %w", err)
	}
	m := &Mail{from: from, host: u.Hostname()}
	for _, to := range allowed {
		m.allowed = append(m.allowed, strings.ToLower(to))
	}
	port := submission
	if u.Scheme == "smtps" {
		port = submissions
		m.options = append(m.options, gomail.WithSSL())
	} else {
		m.options = append(m.options, gomail.WithTLSPolicy(policyFor(m.host)))
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("the port of the mail server: %w", err)
		}
	}
	m.options = append(m.options, gomail.WithPort(port), gomail.WithTimeout(mailTimeout))
	if user := u.User; user != nil {
		password, _ := user.Password()
		m.options = append(m.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(user.Username()), gomail.WithPassword(password))
	}
	return m, nil
}

// policyFor lets a relay on the same machine go without encryption.
func policyFor(host string) gomail.TLSPolicy {
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// Check returns an error that a client may read unless mail may go to an address.
func (m *Mail) Check(to string) error {
	if m == nil {
		return errors.New("this server sends no mail; its operator switches it on")
	}
	parsed, err := mail.ParseAddress(to)
	if err != nil || parsed.Address != to {
		return errors.New("mail_to must hold addresses such as lab@example.org")
	}
	lower := strings.ToLower(to)
	for _, allowed := range m.allowed {
		if lower == allowed || strings.HasPrefix(allowed, "@") && strings.HasSuffix(lower, allowed) {
			return nil
		}
	}
	return errors.New("mail_to: this server sends to no such address")
}

// Send sends a text to addresses that Check allows.
func (m *Mail) Send(ctx context.Context, to []string, subject, text string) error {
	for _, address := range to {
		if err := m.Check(address); err != nil {
			return err
		}
	}
	msg := gomail.NewMsg()
	if err := errors.Join(msg.From(m.from), msg.To(to...)); err != nil {
		return fmt.Errorf("address a mail: %w", err)
	}
	msg.Subject(subject)
	msg.SetDate()
	msg.SetMessageID()
	msg.SetBodyString(gomail.TypeTextPlain, text)
	client, err := gomail.NewClient(m.host, m.options...)
	if err != nil {
		return fmt.Errorf("prepare to send mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, msg); err != nil {
		return fmt.Errorf("send mail: %w", err)
	}
	return nil
}
