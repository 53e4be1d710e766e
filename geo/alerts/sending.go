package alerts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	unsentQuery     = sql.Get("alerts/unsent.sql")
	undigestedQuery = sql.Get("alerts/undigested.sql")
	digestsQuery    = sql.Get("alerts/digests.sql")
	markSentQuery   = sql.Get("alerts/mark_sent.sql")
	markFailedQuery = sql.Get("alerts/mark_failed.sql")
	markMailedQuery = sql.Get("alerts/mark_mailed.sql")
)

// maxMessages is how many webhooks are sent in one go.
const maxMessages = 50

// pauses lie between the attempts to send a message. After the last one the server gives up.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour}

// digestHour is when digests are due, in UTC: every day, or on Monday.
const digestHour = 6

// Send sends what waits, unless another server does.
func (a *Alerts) Send(ctx context.Context) error {
	if a.Webhook == nil && a.Mail == nil {
		return nil
	}
	_, err := a.alone(ctx, func(ctx context.Context) error {
		return errors.Join(a.sendWebhooks(ctx), a.sendDigests(ctx))
	})
	return err
}

// message is the body of a webhook.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"` // of the attempt
	Data      Alert     `json:"data"`
}

// messageType says what messages are about.
const messageType = "alert.raised"

// sendWebhooks sends each alert in a message of its own. An address that failed gets no other message in this go.
func (a *Alerts) sendWebhooks(ctx context.Context) error {
	if a.Webhook == nil {
		return nil
	}
	waiting, err := postgres.All[struct {
		alertRecord
		URL      string `db:"webhook_url"`
		Attempts int    `db:"send_attempts"`
	}](ctx, a.DB, unsentQuery, pgx.StrictNamedArgs{"now": a.Now(), "limit": maxMessages})
	if err != nil {
		return fmt.Errorf("read the alerts to send: %w", err)
	}
	failed := map[string]bool{}
	for _, w := range waiting {
		if failed[w.URL] {
			continue
		}
		now := a.Now().UTC()
		body, err := json.Marshal(message{messageType, now, w.alert()})
		if err != nil {
			return fmt.Errorf("encode alert %s: %w", w.ID, err)
		}
		err = a.Webhook.Send(ctx, w.URL, "alert_"+w.ID.String(), now, body)
		a.metrics.note(sendWebhook, err)
		if err == nil {
			err = a.store.markSent(ctx, now, w.ID)
		} else {
			failed[w.URL] = true
			a.Log.WarnContext(ctx, "an alert was not sent", "alert", w.ID, "attempt", w.Attempts+1, "error", err)
			err = a.store.markFailed(ctx, w.ID, w.Attempts, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dueAt returns the last morning, and the last Monday morning.
func dueAt(now time.Time) (day, week time.Time) {
	now = now.UTC()
	day = time.Date(now.Year(), now.Month(), now.Day(), digestHour, 0, 0, 0, time.UTC)
	if day.After(now) {
		day = day.AddDate(0, 0, -1)
	}
	return day, day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// digest is a mail that is due.
type digest struct {
	ID     uuid.UUID `db:"id"`
	Name   string    `db:"name"`
	MailTo []string  `db:"mail_to"`
	Digest string    `db:"digest"`
}

func (a *Alerts) sendDigests(ctx context.Context) error {
	if a.Mail == nil || a.Now().Before(a.mailAfter) {
		return nil
	}
	day, week := dueAt(a.Now())
	due, err := postgres.All[digest](ctx, a.DB, digestsQuery, pgx.StrictNamedArgs{"day": day, "week": week})
	if err != nil {
		return fmt.Errorf("look for digests: %w", err)
	}
	var errs []error
	for _, d := range due {
		errs = append(errs, a.sendDigest(ctx, d))
	}
	err = errors.Join(errs...)
	if err == nil {
		a.mailFailures, a.mailAfter = 0, time.Time{}
		return nil
	}
	a.mailAfter = a.Now().Add(pauses[min(a.mailFailures, len(pauses)-1)])
	a.mailFailures++
	return err
}

// sendDigest mails the alerts of a rule since the last digest; none is sent about nothing.
func (a *Alerts) sendDigest(ctx context.Context, d digest) error {
	waiting, err := postgres.All[alertRecord](ctx, a.DB, undigestedQuery, pgx.StrictNamedArgs{"rule": d.ID})
	if err != nil {
		return fmt.Errorf("read the alerts of a digest: %w", err)
	}
	now := a.Now()
	if len(waiting) > 0 {
		err := a.Mail.Send(ctx, d.MailTo, fmt.Sprintf("%s: %s", a.AppName, subjectLine(d.Name, len(waiting))), a.digestText(d, waiting))
		a.metrics.note(sendMail, err)
		if err != nil {
			return err
		}
		ids := make([]uuid.UUID, len(waiting))
		for i, w := range waiting {
			ids[i] = w.ID
		}
		if err := a.store.markSent(ctx, now, ids...); err != nil {
			return err
		}
	}
	return a.store.markMailed(ctx, d.ID, now)
}

func subjectLine(rule string, alerts int) string {
	if alerts == 1 {
		return "1 alert of " + rule
	}
	return fmt.Sprintf("%d alerts of %s", alerts, rule)
}

// maxListed is how many alerts a digest lists.
const maxListed = 200

func (a *Alerts) digestText(d digest, waiting []alertRecord) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s digest)\n\n", subjectLine(d.Name, len(waiting)), d.Digest)
	for i, w := range waiting {
		if i == maxListed {
			fmt.Fprintf(&b, "... and %d more.\n", len(waiting)-maxListed)
			break
		}
		alert := w.alert()
		fmt.Fprintf(&b, "%s  %s\n", alert.Day, alert.Title)
		if alert.Location != nil {
			fmt.Fprintf(&b, "            at %g, %g\n", alert.Location.Lat, alert.Location.Lng)
		}
		if a.PublicURL != "" {
			fmt.Fprintf(&b, "            %s%s/alerts/%s\n", a.PublicURL, a.Base, alert.ID)
		}
	}
	return b.String()
}

func (s store) markSent(ctx context.Context, now time.Time, ids ...uuid.UUID) error {
	if _, err := postgres.Exec(ctx, s.db, markSentQuery, pgx.StrictNamedArgs{"now": now, "ids": ids}); err != nil {
		return fmt.Errorf("note that alerts were sent: %w", err)
	}
	return nil
}

// markFailed notes a failure after so many others.
func (s store) markFailed(ctx context.Context, id uuid.UUID, before int, now time.Time) error {
	var again *time.Time // nil: never
	if before < len(pauses) {
		again = new(now.Add(pauses[before]))
	}
	if _, err := postgres.Exec(ctx, s.db, markFailedQuery, pgx.StrictNamedArgs{"id": id, "again": again}); err != nil {
		return fmt.Errorf("note that an alert was not sent: %w", err)
	}
	return nil
}

func (s store) markMailed(ctx context.Context, rule uuid.UUID, now time.Time) error {
	if _, err := postgres.Exec(ctx, s.db, markMailedQuery, pgx.StrictNamedArgs{"rule": rule, "now": now}); err != nil {
		return fmt.Errorf("note that a digest was sent: %w", err)
	}
	return nil
}
