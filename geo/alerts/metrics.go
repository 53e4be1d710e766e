package alerts

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var openQuery = sql.Get("alerts/open.sql")

// metrics show the open alerts, and what was sent.
type metrics struct {
	db   *pgxpool.Pool
	open *prometheus.GaugeVec
	sent *prometheus.CounterVec
}

// Results of sending.
const (
	resultSent   = "sent"
	resultFailed = "failed"
)

func newMetrics(db *pgxpool.Pool, reg prometheus.Registerer) *metrics {
	m := &metrics{
		db: db,
		open: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "skeeter_alerts", Help: "Open alerts that are not historical, by the kind of their rule.",
		}, []string{"kind"}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_alert_messages_total", Help: "Webhooks and mails of alerts, by channel and result.",
		}, []string{"channel", "result"}),
	}
	for _, kind := range kinds.All {
		m.open.WithLabelValues(kind)
	}
	for _, channel := range []string{sendWebhook, sendMail} {
		m.sent.WithLabelValues(channel, resultSent)
		m.sent.WithLabelValues(channel, resultFailed)
	}
	reg.MustRegister(m.open, m.sent)
	return m
}

// count reads the open alerts from the database, which several servers may share.
func (m *metrics) count(ctx context.Context) error {
	rows, err := postgres.All[struct {
		Kind   string `db:"kind"`
		Alerts int64  `db:"alerts"`
	}](ctx, m.db, openQuery)
	if err != nil {
		return fmt.Errorf("count open alerts: %w", err)
	}
	for _, kind := range kinds.All {
		m.open.WithLabelValues(kind).Set(0)
	}
	for _, row := range rows {
		m.open.WithLabelValues(row.Kind).Set(float64(row.Alerts))
	}
	return nil
}

func (m *metrics) note(channel string, err error) {
	result := resultSent
	if err != nil {
		result = resultFailed
	}
	m.sent.WithLabelValues(channel, result).Inc()
}
