// Package alerts raises alerts by rules: it keeps both, evaluates the rules when the data changes, serves rules, alerts and feeds over HTTP,
// and sends alerts where the operator allows it. docs/alerts.md defines what is an alert. It imports geo/analytics, its own rooms kinds and
// send, internal packages and sql.
//
// # Evaluation
//
// The facts of a rule are a function of the data and the day (package kinds). An evaluation stores an alert for each fact that has none,
// and closes the alerts whose facts are there no longer; so evaluating again changes nothing. One server at a time evaluates: it holds an
// advisory lock, and notes in the database for which data and rules it did.
package alerts

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// MaxRules is how many rules there may be.
const MaxRules = 1000

// Options of New. All but Webhook, Mail, PublicURL and Now are needed.
type Options struct {
	DB        *pgxpool.Pool
	Lookups   *postgres.Lookups
	Analytics *analytics.Analytics
	Log       *slog.Logger
	Registry  prometheus.Registerer
	// DataVersion names the state of the data; "" while it is not known.
	DataVersion func() string
	// Base is the path of the API, such as "/api/v1", for links.
	Base string
	// AppName and PublicURL are for mail.
	AppName, PublicURL string
	Webhook            *send.Webhook // nil: none are sent
	Mail               *send.Mail    // nil: none is sent
	Now                func() time.Time
}

// Alerts answers the routes of rules and alerts, and evaluates the rules.
type Alerts struct {
	Options
	store   store
	finder  *kinds.Finder
	metrics *metrics
	changed chan struct{} // a rule was changed here

	mailFailures int // of digests, in a row; Run's
	mailAfter    time.Time
}

// New returns the routes of rules and alerts. Run evaluates the rules.
func New(o Options) *Alerts {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Alerts{
		Options: o, store: store{o.DB}, metrics: newMetrics(o.DB, o.Registry), changed: make(chan struct{}, 1),
		finder: &kinds.Finder{DB: o.DB, Lookups: o.Lookups, Analytics: o.Analytics, Now: o.Now},
	}
}

// Routes returns the operations, with paths relative to the API's base.
func (a *Alerts) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/alerts/rules", Name: "listAlertRules", Handler: a.listRules},
		{Method: http.MethodPost, Path: "/alerts/rules", Name: "createAlertRule", Handler: a.createRule},
		{Method: http.MethodGet, Path: "/alerts/rules/{rule_id}", Name: "getAlertRule", Handler: httpapi.NoParameters(a.getRule)},
		{Method: http.MethodPatch, Path: "/alerts/rules/{rule_id}", Name: "updateAlertRule", Handler: a.updateRule},
		{Method: http.MethodDelete, Path: "/alerts/rules/{rule_id}", Name: "deleteAlertRule", Handler: httpapi.NoParameters(a.deleteRule)},
		{Method: http.MethodGet, Path: "/alerts/feed.atom", Name: "getAlertsAtom", Handler: a.getAtom},
		{Method: http.MethodGet, Path: "/alerts/feed.json", Name: "getAlertsJSONFeed", Handler: a.getJSONFeed},
		{Method: http.MethodGet, Path: "/alerts", Name: "listAlerts", Handler: a.list},
		{Method: http.MethodGet, Path: "/alerts/{alert_id}", Name: "getAlert", Handler: httpapi.NoParameters(a.get)},
		{Method: http.MethodPatch, Path: "/alerts/{alert_id}", Name: "updateAlert", Handler: a.update},
	}
}

// ruleChanged has the rules evaluated soon.
func (a *Alerts) ruleChanged() {
	select {
	case a.changed <- struct{}{}:
	default:
	}
}
