package events

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// conditions are what a list asks of events.
type conditions struct {
	filter  surveillance.Filter
	problem *bool
	zero    *bool   // nil: with and without catch
	targets []int64 // hashes of the lists of targets that hold every taxon asked for; nil where none is
}

// args returns the arguments of sql/fragment/filtered_events.sql.
func (c conditions) args() postgres.Args {
	args := postgres.EventArgs(c.filter)
	maps.Copy(args, postgres.CatchArgs(c.filter))
	args["problem"], args["caught"], args["uncaught"], args["targets"], args["asked"] = c.problem, nil, nil, nil, nil
	switch {
	case c.zero == nil:
		args["asked"] = c.targets
	case *c.zero:
		args["uncaught"], args["targets"] = true, c.targets
	default:
		args["caught"] = true
	}
	return args
}

// key is a text that two lists share exactly when they ask for the same events, by the same lists of targets.
func (c conditions) key() string {
	return fmt.Sprintf("%s problem=%s zero=%s targets=%v", c.filter.Key(), choiceText(c.problem), choiceText(c.zero), c.targets)
}

func choiceText(b *bool) string {
	if b == nil {
		return ""
	}
	return fmt.Sprint(*b)
}

// eventList is the envelope of the list.
type eventList struct {
	Count  int64   `json:"count"`
	Events []Event `json:"events"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

// eventCollection is the list as GeoJSON.
type eventCollection struct {
	Type     string                  `json:"type"`
	Features []feature               `json:"features"`
	Count    int64                   `json:"count"`
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

// Formats of the list.
const (
	formatJSON    = "json"
	formatGeoJSON = "geojson"
)

func (e *Events) list(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format := p.OneOf("f", formatJSON, formatJSON, formatGeoJSON)
	if !p.Has("f") && strings.Contains(r.Header.Get("Accept"), geojson.ContentType) {
		format = formatGeoJSON
	}
	page := paging.Parse(p)
	c := conditions{problem: choice(p, "problem"), zero: choice(p, "zero")}
	var names *surveillance.Names
	var err error
	if c.filter, names, err = p.Filter(r.Context(), e.Lookups); err != nil {
		return err
	}

	list := eventList{Events: []Event{}, Included: c.filter.Included(names)}
	if !c.filter.MatchesNothing() {
		if c.filter.Taxa != nil {
			if c.targets, err = e.store.targets(r.Context(), c.filter, names); err != nil {
				return err
			}
		}
		count := func() (int64, error) { return e.store.count(r.Context(), c) }
		if list.Count, err = e.counts.Get(e.DataVersion(), c.key(), count); err != nil {
			return err
		}
	}
	if list.Count > 0 {
		records, more, err := e.store.page(r.Context(), page, c)
		if err != nil {
			return err
		}
		positions := make([]paging.Position, len(records))
		for i := range records {
			records[i].HideObservers()
			list.Events = append(list.Events, records[i].Event)
			positions[i] = records[i].position()
		}
		list.PageLinks = page.Links(r, positions, more)
	}

	w.Header().Add("Vary", "Accept")
	if format == formatJSON {
		return httpapi.JSON(w, http.StatusOK, list)
	}
	collection := eventCollection{Type: "FeatureCollection", Features: []feature{}, Count: list.Count, Included: list.Included, PageLinks: list.PageLinks}
	for _, event := range list.Events {
		collection.Features = append(collection.Features, event.feature())
	}
	return httpapi.JSONAs(w, http.StatusOK, geojson.ContentType, collection)
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
