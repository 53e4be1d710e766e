package collection

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// events are the sampling events, also those that caught nothing.
func (s *source) events() *Collection {
	endedAt := &Field{
		Known: knownOfCollections,
		Name:  "ended_at", Title: "Ended at", Kind: KindTime, Column: "o.ended_at", Sortable: true,
		Description: "The last instant, in UTC; the midnight that begins the last day when the time is not known",
	}
	return &Collection{
		ID: "events", Title: "Sampling events",
		Description: "Collections of mosquitoes, newest first, with what was done to catch them. Where specimens is 0 none was caught.",
		Geometry:    Point, GeometryDescription: "Where the traps stood", From: sql.Get("fragment/from_events.sql"), GeometryColumn: "o.geom",
		Key:    &Field{Name: "id", Title: "Id", Description: "A UUID made of data source and event", Kind: KindUUID, Column: "o.id", Sortable: true},
		Order:  []SortKey{{endedAt, true}},
		Times:  Times{Precision: "date_precision", Start: "started_at", End: "ended_at", FirstDay: "first_day", LastDay: "last_day"},
		Begins: "first_day", Ends: "last_day", Box: s.boxOfEvents,
		Fields: []*Field{
			{Name: "event_id", Title: "Event", Description: "Darwin Core eventID in the data source; the records of the event have the same", Kind: KindText, Column: "o.event_id"},
			dataSourceField("Id of the data set that the event belongs to"),
			{Name: "site_id", Title: "Site", Description: "The trap or site in the data source; without it the place is the site", Kind: KindText, Column: "o.site_id"},
			{Name: "started_at", Title: "Started at", Description: "The first instant, in UTC; null where one time or day alone is known", Kind: KindTime, Column: "o.started_at", Known: knownOfCollections},
			endedAt,
			{Name: "date_precision", Title: "Date precision", Description: "What is known of the time; a collection lay somewhere in its week, month or year", Kind: KindText,
				Column: "o.date_precision", Enum: []string{"time", "day", "week", "month", "year"}},
			{Name: "first_day", Title: "First day", Description: "The first day, where the traps stood", Kind: KindDate, Column: "o.first_day", Known: knownOfCollections},
			{Name: "last_day", Title: "Last day", Description: "The last day, where the traps stood", Kind: KindDate, Column: "o.last_day", Known: knownOfCollections},
			{Name: "country_id", Title: "Country", Description: "ISO 3166-1 alpha-2, lower case", Kind: KindText, Column: "o.country_id"},
			{Name: "region_id", Title: "Region", Description: "UN M49 sub-region, such as western-africa", Kind: KindText, Column: "o.region_id"},
			{Name: "location_accuracy_m", Title: "Accuracy of the place", Description: "Radius in metres", Kind: KindNumber, Column: "o.location_accuracy_m"},
			{Name: "sampling_protocol", Title: "Sampling protocol", Description: "Darwin Core samplingProtocol", Kind: KindText, Column: "o.sampling_protocol"},
			{Name: "lure", Title: "Lure", Description: "What attracted the mosquitoes", Kind: KindText, Column: "o.lure"},
			{Name: "traps", Title: "Traps", Description: "Number of traps", Kind: KindInteger, Column: "o.traps"},
			{Name: "nights", Title: "Nights", Description: "Nights that they stood", Kind: KindNumber, Column: "o.nights"},
			{Name: "effort", Title: "Effort", Description: "Amount of effort in effort_unit; null for none", Kind: KindNumber, Column: "o.effort"},
			{Name: "effort_unit", Title: "Unit of effort", Description: "Efforts of different units are never added together", Kind: KindText, Column: "o.effort_unit",
				Enum: surveillance.EffortUnits},
			{Name: "effort_source", Title: "Source of effort", Description: "Whether the effort was stated, read from a text, or derived from the first and the last day",
				Kind: KindText, Column: "o.effort_source", Enum: []string{surveillance.EffortStated, "sampling_effort", surveillance.EffortDerived}},
			{Name: "problem", Title: "Problem", Description: "Whether something went wrong; such an event is in no rate", Kind: KindBoolean, Column: "o.problem"},
			{Name: "target_taxa", Title: "Targets", Description: "Names of what was looked for, with commas between; null for all mosquitoes", Kind: KindText,
				Column: "nullif(array_to_string(o.target_taxa, ','), '')"},
			{Name: "complete", Title: "Complete", Description: "Whether every target was counted; null when not stated", Kind: KindBoolean, Column: "o.complete"},
			{Name: "specimens", Title: "Specimens", Description: "Mosquitoes of its records that are not rejected; 0 where none was caught", Kind: KindInteger, Column: specimensOfEvent},
			{Name: "remarks", Title: "Remarks", Description: "What the collector wrote", Kind: KindText, Column: "o.remarks"},
		},
	}
}

// specimensOfEvent counts the catch of one event.
const specimensOfEvent = "(select coalesce(sum(c.count), 0)::bigint from observations c " +
	"where c.event_id = o.event_id and c.data_source_key = o.data_source_key and c.status <> 'rejected')"

var eventsExtentQuery = sql.Get("ogc/events_extent.sql")

// boxOfEvents returns a box that holds all events, nil without events.
func (s *source) boxOfEvents(ctx context.Context) (*surveillance.BBox, error) {
	return s.indexedBox(ctx, eventsExtentQuery, "sampling events")
}

// indexedBox returns the box that a query reads from an index of places, nil without places.
func (s *source) indexedBox(ctx context.Context, query sql.Query, of string) (*surveillance.BBox, error) {
	var west, south, east, north *float64
	if err := s.DB.QueryRow(ctx, query.String()).Scan(&west, &south, &east, &north); err != nil {
		return nil, fmt.Errorf("find the extent of %s: %w", of, err)
	}
	if west == nil {
		return nil, nil
	}
	return roundedOut(*west, *south, *east, *north), nil
}

// dataSourceField is the data source of an event or a pool.
func dataSourceField(description string) *Field {
	return &Field{
		Name: "data_source", Title: "Data source", Description: description, Kind: KindText, Column: "o.data_source_key", KeyKind: KindInteger,
		Coded: &cql2.Coded{Key: "o.data_source_key", Table: "data_sources d", TableKey: "d.key", Value: "d.id", Unique: true},
		TextOf: func(n *surveillance.Names, _ lang.Code, key []byte) string {
			d, _ := n.DataSource(int32(postgres.Integer(key)))
			return d.ID
		},
	}
}
