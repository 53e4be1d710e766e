package observe

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var queueQuery = sql.Get("review/queue.sql")

// Numbers of records in one page of the queue: by default and at most.
const (
	defaultQueue = 50
	maxQueue     = 500
)

// Orders of the queue.
const (
	sortOldest = "oldest"
	sortUrgent = "urgent"
)

// Why a record is urgent or waits, beside the reasons for which it is held.
const (
	whyNew       = "new_to_country"
	whyOutside   = "outside_known_range"
	whyVector    = "high_vector_status"
	whyConfident = "high_confidence"
)

// queueRequest asks for a page of the queue.
type queueRequest struct {
	filter      surveillance.Filter
	publication string
	urgent      bool
	limit       int
	after       *queuePosition
}

// queuePosition is the place of a record in the queue.
type queuePosition struct {
	urgency int
	since   time.Time // in microseconds
	id      uuid.UUID
}

func (p queuePosition) String() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d.%d.%s", p.urgency, p.since.UnixMicro(), p.id))
}

// parseQueuePosition reads what String writes; ok is false for anything else.
func parseQueuePosition(s string) (p queuePosition, ok bool) {
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return p, false
	}
	parts := strings.Split(string(text), ".")
	if len(parts) != 3 {
		return p, false
	}
	urgency, err1 := strconv.ParseUint(parts[0], 10, 8)
	micros, err2 := strconv.ParseInt(parts[1], 10, 53)
	id, err3 := uuid.Parse(parts[2])
	p = queuePosition{int(urgency), time.UnixMicro(micros).UTC(), id}
	return p, err1 == nil && err2 == nil && err3 == nil && p.String() == s
}

// queuedRecord is a row of the queue.
type queuedRecord struct {
	anyRecord
	HeldSince       time.Time `db:"held_since"`
	Urgency         int       `db:"urgency"`
	New             bool      `db:"new_to_country"`
	Outside         bool      `db:"outside_range"`
	Vector          bool      `db:"vector"`
	Confident       bool      `db:"confident"`
	Identifications int       `db:"identifications"`
}

// Queued is a record of the queue, with why it is there and what makes it urgent.
type Queued struct {
	Observation     Observation `json:"observation"`
	HeldSince       time.Time   `json:"held_since"`
	Why             []string    `json:"why"`
	Identifications int         `json:"identifications"`
}

// queuePage is a page of the queue.
type queuePage struct {
	Items []Queued `json:"items"`
	Next  *string  `json:"next"` // cursor of the next page; nil: this is the last
}

func (o *Observe) listQueue(w http.ResponseWriter, r *http.Request) error {
	req, err := o.parseQueue(r)
	if err != nil {
		return err
	}
	page, err := o.store.queue(r.Context(), req)
	if err != nil {
		return err
	}
	keepPrivate(w)
	return httpapi.JSON(w, http.StatusOK, page)
}

// reviewersNames finds the names of a filter of the queue.
type reviewersNames struct{ httpapi.Lookups }

func (r reviewersNames) NamesFor(ctx context.Context, c *surveillance.Criteria) (*surveillance.Names, error) {
	names, err := r.Lookups.NamesFor(ctx, c)
	if err != nil {
		return nil, err
	}
	return names.ForReviewers(), nil
}

func (o *Observe) parseQueue(r *http.Request) (req queueRequest, err error) {
	p := httpapi.Query(r)
	req.publication = p.OneOf("publication", pending, pending, withdrawn)
	req.urgent = p.OneOf("sort", sortOldest, sortOldest, sortUrgent) == sortUrgent
	req.limit = p.Int("limit", defaultQueue, 1, maxQueue)
	if cursor := p.Text("cursor"); cursor != "" {
		at, ok := parseQueuePosition(cursor)
		if !ok {
			p.Fail("cursor", "invalid_cursor", "cursor is none of a page of the queue")
		}
		req.after = &at
	}
	stated := p.Has("status")
	var names *surveillance.Names
	if req.filter, names, err = p.Filter(r.Context(), reviewersNames{o.Lookups}); err != nil {
		return req, err
	}
	v, err := access.Of(r.Context())
	if err != nil {
		return req, err
	}
	req.filter = req.filter.Within(v.Taxa, v.Countries, names)
	if !stated && req.publication == pending { // what was rejected waits no longer
		req.filter.Statuses = []string{surveillance.Unverified}
	}
	return req, nil
}

// queue reads a page of the queue.
func (s store) queue(ctx context.Context, req queueRequest) (page queuePage, err error) {
	page.Items = []Queued{}
	if req.filter.MatchesNothing() {
		return page, nil
	}
	args := postgres.FilterArgs(req.filter)
	args["publication"], args["urgent"], args["limit"] = req.publication, req.urgent, req.limit+1
	args["after_urgency"], args["after_since"], args["after_id"] = nil, nil, nil
	if at := req.after; at != nil {
		args["after_urgency"], args["after_since"], args["after_id"] = at.urgency, at.since, at.id
	}
	rows, err := postgres.All[queuedRecord](ctx, s.db, queueQuery, args)
	if err != nil {
		return page, fmt.Errorf("read the queue: %w", err)
	}
	for i, row := range rows {
		if i == req.limit {
			last := rows[i-1]
			page.Next = new(queuePosition{last.Urgency, last.HeldSince, last.ID}.String())
			break
		}
		page.Items = append(page.Items, row.queued())
	}
	return page, nil
}

func (r queuedRecord) queued() Queued {
	rec := r.whole()
	q := Queued{Observation: rec.Observation, HeldSince: r.HeldSince.UTC(), Why: []string{}, Identifications: r.Identifications}
	if rec.heldReason != nil {
		q.Why = append(q.Why, *rec.heldReason)
	}
	for _, reason := range []struct {
		name string
		so   bool
	}{{whyNew, r.New}, {whyOutside, r.Outside}, {whyVector, r.Vector}, {whyConfident, r.Confident}} {
		if reason.so {
			q.Why = append(q.Why, reason.name)
		}
	}
	return q
}

// What Queue shows.
const (
	Waiting   = pending
	Withdrawn = withdrawn
)

// Queue returns the records of a Filter that wait for a review, or were withdrawn, the oldest or the most urgent first.
func (o *Observe) Queue(ctx context.Context, filter surveillance.Filter, publication string, urgent bool, limit int) ([]Queued, error) {
	if publication == pending { // what was rejected waits no longer
		filter.Statuses = []string{surveillance.Unverified}
	}
	page, err := o.store.queue(ctx, queueRequest{filter: filter, publication: publication, urgent: urgent, limit: limit})
	return page.Items, err
}
