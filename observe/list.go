package observe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// anyUser is the user_id that asks for every user's records: the parameter's default.
const anyUser = "default_user_id"

// sortedBy are the columns that the list is ordered by, beside the time. sql/observe/list_sorted.sql knows them.
var sortedBy = []string{
	"species_scientific_name", "count", "country_id", "region_id", "data_source", "location_accuracy_m", "life_stage", "sex", "sampling_protocol", "status",
}

// listRequest asks for a page of the observations that match a Filter.
type listRequest struct {
	paging.Request
	filter   surveillance.Filter
	user     *string                 // nil: of every user
	included []surveillance.Included // names that a condition on species, genus or disease finds; nil without one
}

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
	if err := p.Check(list.Count); err != nil {
		return err
	}
	if list.Count == 0 { // looking for a value that no record has would read the whole table
		return httpapi.JSON(w, http.StatusOK, list)
	}
	found, err := o.store.knownPage(ctx, p)
	if err == nil && found == nil {
		found, err = o.store.page(ctx, p)
	}
	if err != nil {
		return err
	}

	viewer, err := o.viewerOf(ctx)
	if err != nil {
		return err
	}
	viewer.asked = p.user
	if list.Observations, err = viewer.views(ctx, o.store, found.records); err != nil {
		return err
	}
	list.PageLinks = p.Links(r, positionsOf(found.records), found.more)
	return httpapi.JSON(w, http.StatusOK, list)
}

func (o *Observe) parseList(r *http.Request) (listRequest, error) {
	p := httpapi.Query(r)
	req := listRequest{Request: paging.ParseSorted(p, sortedBy...)}
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

// count returns how many records match, on all pages. The Counter cannot filter by user.
func (o *Observe) count(ctx context.Context, p listRequest) (int64, error) {
	if p.user != nil {
		return o.store.countUser(ctx, p.filter, *p.user)
	}
	return o.Counter.Count(ctx, p.filter)
}
