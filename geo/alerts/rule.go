package alerts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
)

// Rule is a rule of alerts in the API.
type Rule struct {
	ID          uuid.UUID       `json:"id" db:"id"`
	Kind        string          `json:"kind" db:"kind"`
	Name        string          `json:"name" db:"name"`
	Species     *string         `json:"species" db:"species"`
	Disease     *string         `json:"disease" db:"disease"`
	Area        *string         `json:"area" db:"area_id"`
	Set         *string         `json:"set" db:"area_set"`
	Parameters  json.RawMessage `json:"parameters" db:"parameters"`
	Enabled     bool            `json:"enabled" db:"enabled"`
	Send        string          `json:"send" db:"send"`
	WebhookURL  *string         `json:"webhook_url" db:"webhook_url"` // for those alone who may write, as MailTo
	MailTo      []string        `json:"mail_to" db:"mail_to"`
	Digest      string          `json:"digest" db:"digest"`
	OpenAlerts  int64           `json:"open_alerts" db:"open_alerts"`
	EvaluatedAt *time.Time      `json:"evaluated_at" db:"evaluated_at"` // nil: not yet as it is now
	Problem     *string         `json:"problem" db:"problem"`           // why the last evaluation found nothing out
	CreatedAt   time.Time       `json:"created_at" db:"created_at"`
	UpdatedAt   time.Time       `json:"updated_at" db:"updated_at"`
}

// Ways to send alerts, and how often digests are sent.
const (
	sendNone    = "none"
	sendWebhook = "webhook"
	sendMail    = "mail"

	daily  = "daily"
	weekly = "weekly"
)

// private returns the rule without what only those see who may write.
func (r Rule) private() Rule {
	r.WebhookURL, r.MailTo = nil, []string{}
	return r
}

// asked is the rule as its kind reads it.
func (r Rule) asked() (kinds.Rule, error) {
	k := kinds.Rule{ID: r.ID, Kind: r.Kind, Species: text(r.Species), Disease: text(r.Disease), Area: text(r.Area), Set: text(r.Set)}
	return k, json.Unmarshal(r.Parameters, &k.Parameters)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
