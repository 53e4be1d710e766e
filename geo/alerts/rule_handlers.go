package alerts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

const (
	jsonType       = "application/json"
	mergePatchType = "application/merge-patch+json"
)

// Numbers of rules and of alerts in one answer: by default and at most.
const (
	defaultLimit = 100
	maxLimit     = 1000
)

// ruleList is the list of rules.
type ruleList struct {
	Count int64  `json:"count"`
	Rules []Rule `json:"rules"`
	httpapi.PageLinks
}

func (a *Alerts) listRules(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	kind := optional(p.OneOf("kind", "", kinds.All...))
	page := p.Page(defaultLimit, maxLimit)
	if err := p.Err(); err != nil {
		return err
	}
	rules, total, err := a.store.rules(r.Context(), kind, page)
	if err != nil {
		return err
	}
	out := ruleList{Count: total, Rules: []Rule{}, PageLinks: page.Links(r, total)}
	for _, rule := range rules {
		out.Rules = append(out.Rules, a.shown(r, rule))
	}
	return httpapi.JSON(w, http.StatusOK, out)
}

// optional is a parameter; nil when absent.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// shown is a rule as the client of a request may see it.
func (a *Alerts) shown(r *http.Request, rule Rule) Rule {
	if v, err := access.Of(r.Context()); err == nil && v.May(access.WriteAlerts) {
		return rule
	}
	return rule.private()
}

func ruleID(r *http.Request) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, "rule_id"))
	if !ok {
		return id, errNoRule
	}
	return id, nil
}

func (a *Alerts) getRule(w http.ResponseWriter, r *http.Request) error {
	id, err := ruleID(r)
	if err != nil {
		return err
	}
	rule, err := a.store.rule(r.Context(), a.DB, id)
	if err != nil {
		return err
	}
	rule = a.shown(r, rule)
	etag, err := ruleETag(rule)
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Authorization")
	if representation.NotModified(w, r, etag) {
		return nil
	}
	return httpapi.JSON(w, http.StatusOK, rule)
}

// ruleETag is the ETag of what people say of a rule: evaluations do not change it.
func ruleETag(rule Rule) (string, error) {
	rule.OpenAlerts, rule.EvaluatedAt, rule.Problem = 0, nil, nil
	etag, err := representation.ETagOf(rule)
	if err != nil {
		return "", fmt.Errorf("make the ETag of rule %s: %w", rule.ID, err)
	}
	return etag, nil
}

// showRule answers a write.
func showRule(w http.ResponseWriter, status int, rule Rule) error {
	etag, err := ruleETag(rule)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, status, rule)
}

func (a *Alerts) createRule(w http.ResponseWriter, r *http.Request) error {
	o, err := httpapi.ReadObject(w, r, jsonType)
	if err != nil {
		return err
	}
	var d draft
	d.read(o, false)
	if err := a.check(r.Context(), &d, o); err != nil {
		return err
	}
	rule, created, err := a.store.addRule(r.Context(), d)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if created {
		a.ruleChanged()
	} else {
		status = http.StatusOK
		if same, err := d.equals(rule); err != nil || !same {
			return cmp.Or(err, error(httpapi.Conflict("A rule with this id and other content exists")))
		}
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+a.Base+"/alerts/rules/"+rule.ID.String())
	return showRule(w, status, rule)
}

// equals reports whether a draft has the content of a stored rule.
func (d draft) equals(rule Rule) (bool, error) {
	stored, err := draftOf(rule)
	if err != nil {
		return false, err
	}
	before, err := json.Marshal(stored)
	if err != nil {
		return false, fmt.Errorf("encode rule %s: %w", rule.ID, err)
	}
	after, err := json.Marshal(d)
	return bytes.Equal(before, after), err
}

func (a *Alerts) updateRule(w http.ResponseWriter, r *http.Request) error {
	id, err := ruleID(r)
	if err != nil {
		return err
	}
	o, err := httpapi.ReadObject(w, r, jsonType, mergePatchType)
	if err != nil {
		return err
	}
	rule, err := a.store.rule(r.Context(), a.DB, id)
	if err != nil {
		return err
	}
	if err := checkRule(representation.ConditionsOf(r), rule); err != nil {
		return err
	}
	d, err := draftOf(rule)
	if err != nil {
		return err
	}
	d.read(o, true)
	if err := a.check(r.Context(), &d, o); err != nil {
		return err
	}
	if rule, err = a.store.updateRule(r.Context(), d, rule.UpdatedAt); err != nil {
		return err
	}
	a.ruleChanged()
	return showRule(w, http.StatusOK, rule)
}

func (a *Alerts) deleteRule(w http.ResponseWriter, r *http.Request) error {
	id, err := ruleID(r)
	if err != nil {
		return err
	}
	conditions := representation.ConditionsOf(r)
	if err := a.store.removeRule(r.Context(), id, func(rule Rule) error { return checkRule(conditions, rule) }); err != nil {
		return err
	}
	a.ruleChanged()
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func checkRule(conditions representation.Conditions, rule Rule) error {
	etag, err := ruleETag(rule)
	if err != nil {
		return err
	}
	if conditions.Changed(etag) {
		return errRuleChanged
	}
	if conditions.Excluded(etag) {
		return httpapi.PreconditionFailed("The rule is there, with the ETag that If-None-Match names")
	}
	return nil
}
