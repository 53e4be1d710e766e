package alerts

import (
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// conditions are what a list asks of alerts; nil asks for nothing.
type conditions struct {
	rule             *uuid.UUID
	kind, state      *string
	open, historical *bool
	since            *time.Time // raised
}

func (c conditions) args() postgres.Args {
	return postgres.Args{"rule": c.rule, "kind": c.kind, "state": c.state, "open": c.open, "historical": c.historical, "since": c.since}
}

// alertList is the list of alerts.
type alertList struct {
	Count  int64   `json:"count"`
	Alerts []Alert `json:"alerts"`
	httpapi.PageLinks
}

func (a *Alerts) list(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	c := conditions{
		rule: ruleParameter(p), kind: optional(p.OneOf("kind", "", kinds.All...)), state: optional(p.OneOf("state", "", stateNew, stateSeen)),
		open: choice(p, "open"), historical: choice(p, "historical"), since: instant(p, "since"),
	}
	page := p.Page(defaultLimit, maxLimit)
	if err := p.Err(); err != nil {
		return err
	}
	list, total, err := a.store.alerts(r.Context(), c, page)
	if err != nil {
		return err
	}
	return httpapi.JSON(w, http.StatusOK, alertList{Count: total, Alerts: list, PageLinks: page.Links(r, total)})
}

// ruleParameter reads the id of a rule. One that there is none of matches nothing.
func ruleParameter(p *httpapi.Params) *uuid.UUID {
	text, ok := p.Given("rule")
	if !ok {
		return nil
	}
	id, ok := httpapi.ParseUUID(text)
	if !ok {
		p.Fail("rule", "not_a_uuid", "rule must be a UUID")
	}
	return &id
}

// choice reads a parameter that is true or false; nil when absent.
func choice(p *httpapi.Params, name string) *bool {
	switch p.OneOf(name, "", "true", "false") {
	case "true":
		return new(true)
	case "false":
		return new(false)
	}
	return nil
}

// instant reads a day, from midnight UTC, or a time; nil when absent.
func instant(p *httpapi.Params, name string) *time.Time {
	text, ok := p.Given(name)
	if !ok {
		return nil
	}
	layout := time.RFC3339
	if !strings.Contains(text, "T") {
		layout = time.DateOnly
	}
	at, err := time.Parse(layout, text)
	if err != nil {
		p.Fail(name, "not_a_date", name+" must be a date as YYYY-MM-DD or a time as RFC 3339 writes it")
		return nil
	}
	return &at
}

func alertIDOf(r *http.Request) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, "alert_id"))
	if !ok {
		return id, errNoAlert
	}
	return id, nil
}

func (a *Alerts) get(w http.ResponseWriter, r *http.Request) error {
	id, err := alertIDOf(r)
	if err != nil {
		return err
	}
	alert, err := a.store.alert(r.Context(), id)
	if err != nil {
		return err
	}
	etag, err := representation.ETagOf(alert)
	if err != nil {
		return err
	}
	if representation.NotModified(w, r, etag) {
		return nil
	}
	return httpapi.JSON(w, http.StatusOK, alert)
}

func (a *Alerts) update(w http.ResponseWriter, r *http.Request) error {
	id, err := alertIDOf(r)
	if err != nil {
		return err
	}
	o, err := httpapi.ReadObject(w, r, jsonType, mergePatchType)
	if err != nil {
		return err
	}
	alert, err := a.store.alert(r.Context(), id)
	if err != nil {
		return err
	}
	keep(o, "state")
	alert.State = choose(o, "state", alert.State, []string{stateNew, stateSeen})
	if given(o, "note") {
		alert.Note = o.Text("note", maxNote)
	}
	if err := o.Err(); err != nil {
		return err
	}
	if err := a.store.mark(r.Context(), alert); err != nil {
		return err
	}
	if alert, err = a.store.alert(r.Context(), id); err != nil {
		return err
	}
	etag, err := representation.ETagOf(alert)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, http.StatusOK, alert)
}
