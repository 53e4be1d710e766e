package observe

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Records of one page of the list: by default and at most. A larger limit is read as the largest.
const (
	DefaultPage = 100
	MaxPage     = 1000
)

// anyUser is the user_id that asks for every user's records: the parameter's default.
const anyUser = "default_user_id"

// observationList is the envelope of the list.
type observationList struct {
	Count        int64         `json:"count"`
	Observations []Observation `json:"observations"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

func (o *Observe) list(w http.ResponseWriter, r *http.Request) error {
	p, err := o.parseList(r)
	if err != nil {
		return err
	}

	ctx, list := r.Context(), observationList{Observations: []Observation{}, Included: p.included}
	if p.filter.MatchesNothing() {
		return httpapi.JSON(w, http.StatusOK, list)
	}
	if list.Count, err = o.count(ctx, p); err != nil {
		return err
	}
	if list.Count == 0 { // looking for a value that no record has would read the whole table
		return httpapi.JSON(w, http.StatusOK, list)
	}
	records, more, err := o.store.page(ctx, p)
	if err != nil {
		return err
	}

	positions := make([]position, len(records))
	for i, rec := range records {
		list.Observations = append(list.Observations, rec.Observation)
		positions[i] = position{rec.ObservedAt, rec.ID}
	}
	list.PageLinks = p.links(r, positions, more)
	return httpapi.JSON(w, http.StatusOK, list)
}

func (o *Observe) parseList(r *http.Request) (pageRequest, error) {
	p := httpapi.Query(r)
	req := parsePage(p)
	if user := p.Text("user_id"); utf8.RuneCountInString(user) > maxShortText {
		p.Fail("user_id", "too_long", fmt.Sprintf("user_id must be at most %d characters", maxShortText))
	} else if user != "" && user != anyUser {
		req.user = &user
	}
	species := p.Text("species_id")
	var names *surveillance.Names
	var err error
	if req.filter, names, err = p.Filter(r.Context(), o.Lookups); err != nil {
		return req, err
	}
	if strings.TrimSpace(species) != "" {
		req.filter, err = req.filter.WithSpecies([]string{species}, names)
	}
	req.included = req.filter.Included(names)
	return req, err
}

// parsePage reads which page is asked for.
func parsePage(p *httpapi.Params) pageRequest {
	req := pageRequest{limit: p.Limit(DefaultPage, MaxPage), offset: p.Int("offset", 0, 0, httpapi.MaxOffset)}
	if p.Has("cursor") {
		c, ok := parseCursor(p.Text("cursor"))
		if !ok {
			p.Fail("cursor", "invalid_cursor", "cursor is not one that next or previous carried")
		}
		if p.Has("offset") {
			p.Fail("offset", "not_allowed", "offset and cursor exclude each other")
		}
		req.cursor = &c
	}
	return req
}

// count returns how many records match, on all pages. The Counter cannot filter by user.
func (o *Observe) count(ctx context.Context, p pageRequest) (int64, error) {
	if p.user != nil {
		return o.store.countUser(ctx, p.filter, *p.user)
	}
	return o.Counter.Count(ctx, p.filter)
}

// position is what orders a list.
type position struct {
	at time.Time
	id uuid.UUID
}

// links returns the links of a page. They are positions beside its first and last record, so records that are added or removed
// meanwhile neither repeat nor hide others.
func (p pageRequest) links(r *http.Request, records []position, more bool) httpapi.PageLinks {
	link := func(set map[string]string) *string { return new(httpapi.RequestURL(r, set, "cursor", "offset")) }
	at := func(p position, back bool) *string {
		return link(map[string]string{"cursor": cursor{back: back, at: p.at, id: p.id}.String()})
	}
	back := p.cursor != nil && p.cursor.back
	if len(records) == 0 {
		return p.emptyLinks(back, link)
	}
	var links httpapi.PageLinks
	if more || back {
		links.Next = at(records[len(records)-1], false)
	}
	if back && more || !back && (p.cursor != nil || p.offset > 0) {
		links.Previous = at(records[0], true)
	}
	return links
}

// emptyLinks returns the links of a page without records, which lies beyond an end of the list.
func (p pageRequest) emptyLinks(back bool, link func(set map[string]string) *string) httpapi.PageLinks {
	switch {
	case back: // the position is at the beginning of the list
		return httpapi.PageLinks{Next: link(nil)}
	case p.cursor != nil: // the records after the position were removed: back to the first page
		return httpapi.PageLinks{Previous: link(nil)}
	case p.offset > p.limit:
		return httpapi.PageLinks{Previous: link(map[string]string{"offset": strconv.Itoa(p.offset - p.limit)})}
	case p.offset > 0:
		return httpapi.PageLinks{Previous: link(nil)}
	}
	return httpapi.PageLinks{}
}
