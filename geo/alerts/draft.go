package alerts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Limits of a rule's fields, lengths in characters. The checks of the table are the same.
const (
	maxRuleName = 200
	maxSpecies  = 300
	maxID       = 100
	maxURL      = 2000
	maxMailTo   = 20
	maxNote     = 4000
)

// draft holds the writable fields of a rule. Its JSON is the canonical form of a request.
type draft struct {
	ID         uuid.UUID
	Kind       string
	Name       string
	Species    *string
	Disease    *string
	Area       *string
	Set        *string
	Parameters kinds.Parameters
	Enabled    bool
	Send       string
	WebhookURL *string
	MailTo     []string
	Digest     string
}

func draftOf(r Rule) (d draft, err error) {
	asked, err := r.asked()
	return draft{
		ID: r.ID, Kind: r.Kind, Name: r.Name, Species: r.Species, Disease: r.Disease, Area: r.Area, Set: r.Set, Parameters: asked.Parameters,
		Enabled: r.Enabled, Send: r.Send, WebhookURL: r.WebhookURL, MailTo: r.MailTo, Digest: r.Digest,
	}, err
}

// read reads the members of a request; in a patch those that are given.
func (d *draft) read(o *httpapi.Object, patch bool) {
	if !patch {
		d.ID = uuid.New()
		if id := o.UUID("id"); id != nil {
			d.ID = *id
		}
		o.Require("kind", "name")
		d.Enabled, d.Send, d.Digest, d.MailTo = true, sendNone, daily, []string{}
		d.Kind = choose(o, "kind", "", kinds.All)
	} else {
		keep(o, "kind", "send", "digest")
		if kind := o.Text("kind", maxID); kind != nil && *kind != d.Kind {
			o.Fail("kind", "read_only", "kind cannot change: make another rule")
		}
	}
	d.readName(o, patch)
	d.readPlace(o)
	if given(o, "enabled") && json.Unmarshal(o.Raw("enabled"), &d.Enabled) != nil {
		o.Fail("enabled", "not_a_boolean", "enabled must be true or false")
	}
	d.readSending(o)
	if !patch || given(o, "parameters") || given(o, "area") || given(o, "set") {
		d.Parameters = kinds.ReadParameters(d.parameters(o, patch), d.asked())
	}
	for _, name := range []string{"open_alerts", "evaluated_at", "problem", "created_at", "updated_at"} {
		if given(o, name) {
			o.Fail(name, "read_only", name+" is set by the server")
		}
	}
}

// readName reads the name, which is a line of mails and feeds.
func (d *draft) readName(o *httpapi.Object, patch bool) {
	switch name := o.Text("name", maxRuleName); {
	case name != nil && strings.ContainsFunc(*name, unicode.IsControl):
		o.Fail("name", "invalid_text", "name must not contain control characters or line ends")
	case name != nil:
		d.Name = strings.TrimSpace(*name)
	case blank(o.Raw("name")), patch && o.IsNull("name"):
		o.Fail("name", "missing", "name must not be blank")
	}
}

// blank reports whether the JSON of a member is a text without letters.
func blank(raw json.RawMessage) bool {
	var s string
	return json.Unmarshal(raw, &s) == nil && strings.TrimSpace(s) == ""
}

// keep fails for members of a patch that are null: what every rule and alert has cannot be removed.
func keep(o *httpapi.Object, names ...string) {
	for _, name := range names {
		if o.IsNull(name) {
			o.Fail(name, "missing", name+" cannot be removed")
		}
	}
}

// parameters returns the object of the parameters: in a patch of the place alone the one that is stored.
func (d *draft) parameters(o *httpapi.Object, patch bool) *httpapi.Object {
	if o.Has("parameters") {
		return o.Object("parameters")
	}
	if given(o, "parameters") || !patch {
		return o.Part() // without members
	}
	stored, err := json.Marshal(d.Parameters)
	if err != nil {
		return nil
	}
	parsed, _ := httpapi.ParseObject(stored) // what was encoded
	return parsed
}

// given says whether a member is there, null included.
func given(o *httpapi.Object, name string) bool {
	o.Known(name)
	return o.Has(name) || o.IsNull(name)
}

// choose reads a member that is one of some values.
func choose(o *httpapi.Object, name, fallback string, allowed []string) string {
	s := o.Text(name, maxID)
	if s == nil {
		return fallback
	}
	if !slices.Contains(allowed, *s) {
		o.Fail(name, "not_allowed", name+" must be one of "+strings.Join(allowed, ", "))
		return fallback
	}
	return *s
}

// readPlace reads what is looked for, and where.
func (d *draft) readPlace(o *httpapi.Object) {
	set := func(name string, limit int, field **string, change func(string) string) {
		if given(o, name) {
			if *field = o.Text(name, limit); *field != nil {
				if **field = change(strings.TrimSpace(**field)); **field == "" {
					o.Fail(name, "unknown_"+name, "Unknown "+name)
				}
			}
		}
	}
	set("species", maxSpecies, &d.Species, strings.TrimSpace)
	set("disease", maxID, &d.Disease, lang.Slug)
	set("area", maxID, &d.Area, lang.Slug)
	set("set", maxID, &d.Set, lang.Slug)
	switch {
	case d.Species != nil && d.Disease != nil:
		o.Fail("disease", "not_allowed", "species and disease exclude each other")
	case d.Kind == kinds.Introduction && d.Species == nil && d.Disease == nil:
		o.Fail("species", "missing", "an introduction needs a species or a disease")
	case d.Kind == kinds.Silence && (d.Species != nil || d.Disease != nil):
		o.Fail("species", "not_allowed", "a rule of silence is about sites, whatever they catch: it takes no species and no disease")
	}
	if d.Area != nil && d.Set != nil {
		o.Fail("set", "not_allowed", "area and set exclude each other")
	}
}

// readSending reads how alerts are sent. A rule keeps no address that it does not use, and takes none.
func (d *draft) readSending(o *httpapi.Object) {
	d.Send = choose(o, "send", d.Send, []string{sendNone, sendWebhook, sendMail})
	d.Digest = choose(o, "digest", d.Digest, []string{daily, weekly})
	if given(o, "webhook_url") {
		d.WebhookURL = o.Text("webhook_url", maxURL)
	}
	if given(o, "mail_to") {
		d.MailTo = []string{}
		if raw := o.Raw("mail_to"); raw != nil && json.Unmarshal(raw, &d.MailTo) != nil {
			o.Fail("mail_to", "not_an_array", "mail_to must be an array of strings")
		}
		if len(d.MailTo) > maxMailTo {
			o.Fail("mail_to", "too_many", fmt.Sprintf("mail_to must have at most %d items", maxMailTo))
		}
	}
	switch {
	case d.Send == sendWebhook && d.WebhookURL == nil:
		o.Fail("webhook_url", "missing", "webhook_url is required to send by webhook")
	case d.Send != sendWebhook:
		if d.WebhookURL != nil && o.Has("webhook_url") {
			o.Fail("webhook_url", "not_allowed", "webhook_url needs send to be webhook")
		}
		d.WebhookURL = nil
	}
	switch {
	case d.Send == sendMail && len(d.MailTo) == 0:
		o.Fail("mail_to", "missing", "mail_to is required to send by mail")
	case d.Send != sendMail:
		if len(d.MailTo) > 0 && o.Has("mail_to") {
			o.Fail("mail_to", "not_allowed", "mail_to needs send to be mail")
		}
		d.MailTo = []string{}
	}
}

// asked is the draft as its kind reads it.
func (d *draft) asked() kinds.Rule {
	return kinds.Rule{
		ID: d.ID, Kind: d.Kind, Species: text(d.Species), Disease: text(d.Disease), Area: text(d.Area), Set: text(d.Set), Parameters: d.Parameters,
	}
}

// check reports what the server does not know, or does not send to. Addresses count that the request gives: those of a rule may have left the
// operator's list, and the rule can be changed all the same.
func (a *Alerts) check(ctx context.Context, d *draft, o *httpapi.Object) error {
	err := a.finder.Check(ctx, d.asked())
	var unknown *kinds.UnknownError
	if errors.As(err, &unknown) {
		o.Fail(unknown.Member, "unknown_"+unknown.Member, unknown.Error())
	} else if err != nil {
		return err
	}
	if d.WebhookURL != nil && (given(o, "webhook_url") || given(o, "send")) {
		if err := a.Webhook.Check(*d.WebhookURL); err != nil {
			o.Fail("webhook_url", "not_allowed", err.Error())
		}
	}
	for _, to := range d.MailTo {
		if !given(o, "mail_to") && !given(o, "send") {
			break
		}
		if err := a.Mail.Check(to); err != nil {
			o.Fail("mail_to", "not_allowed", err.Error())
		}
	}
	return o.Err()
}
