package observe

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listAbsencesQuery       = sql.Get("observe/list_absences.sql")
	listAbsencesAfterQuery  = sql.Get("observe/list_absences_after.sql")
	listAbsencesBeforeQuery = sql.Get("observe/list_absences_before.sql")
	countAbsencesQuery      = sql.Get("observe/count_absences.sql")
)

// absenceList is the envelope of the list.
type absenceList struct {
	Count    int64     `json:"count"`
	Absences []Absence `json:"absences"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

// absenceCollection is the list as GeoJSON.
type absenceCollection struct {
	Type     string                  `json:"type"`
	Features []absenceFeature        `json:"features"`
	Count    int64                   `json:"count"`
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

// Formats of the list of absences.
const (
	formatJSON    = "json"
	formatGeoJSON = "geojson"
)

func (o *Observe) listAbsences(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	format := p.OneOf("f", formatJSON, formatJSON, formatGeoJSON)
	if !p.Has("f") && strings.Contains(r.Header.Get("Accept"), geojson.ContentType) {
		format = formatGeoJSON
	}
	req := listRequest{Request: paging.Parse(p)}
	var names *surveillance.Names
	var err error
	if req.filter, names, err = p.Filter(r.Context(), o.Lookups); err != nil {
		return err
	}

	list := absenceList{Absences: []Absence{}, Included: req.filter.Included(names)}
	if !req.filter.MatchesNothing() {
		if list.Count, err = o.store.countAbsences(r.Context(), req.filter); err != nil {
			return err
		}
	}
	if list.Count > 0 {
		records, more, err := o.store.absences(r.Context(), req)
		if err != nil {
			return err
		}
		positions := make([]paging.Position, len(records))
		for i := range records {
			list.Absences = append(list.Absences, records[i].Absence)
			positions[i] = records[i].position()
		}
		list.PageLinks = req.Links(r, positions, more)
	}

	w.Header().Add("Vary", "Accept")
	if format == formatJSON {
		return httpapi.JSON(w, http.StatusOK, list)
	}
	collection := absenceCollection{Type: "FeatureCollection", Features: []absenceFeature{}, Count: list.Count, Included: list.Included, PageLinks: list.PageLinks}
	for _, a := range list.Absences {
		collection.Features = append(collection.Features, a.feature())
	}
	return httpapi.JSONAs(w, http.StatusOK, geojson.ContentType, collection)
}

// absences returns records of the list.
func (s store) absences(ctx context.Context, p listRequest) (records []absenceRecord, more bool, err error) {
	queries := paging.Queries{Begin: listAbsencesQuery, After: listAbsencesAfterQuery, Before: listAbsencesBeforeQuery}
	if records, more, err = paging.Read[absenceRecord](ctx, s.reads, p.Request, postgres.FilterArgs(p.filter), queries); err != nil {
		return nil, false, fmt.Errorf("list absences: %w", err)
	}
	for i := range records {
		records[i].complete()
	}
	return records, more, nil
}

func (s store) countAbsences(ctx context.Context, f surveillance.Filter) (n int64, err error) {
	if err := s.reads.QueryRow(ctx, countAbsencesQuery.String(), postgres.FilterArgs(f)).Scan(&n); err != nil {
		return 0, fmt.Errorf("count absences: %w", err)
	}
	return n, nil
}
