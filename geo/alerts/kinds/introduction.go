package kinds

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	firstRecordsQuery = sql.Get("alerts/first_records.sql")
	recordsQuery      = sql.Get("alerts/records.sql")
)

// readLimit is how long reading the records of introductions may take: longer than a query of a request, because nobody waits for it.
const readLimit = 5 * time.Minute

// firstRecord is the first record of a name at a place.
type firstRecord struct {
	TaxonKey  int32     `db:"taxon_key"`
	ID        uuid.UUID `db:"id"`
	Day       int32     `db:"day"`
	Lon       float64   `db:"lon"`
	Lat       float64   `db:"lat"`
	AccuracyM *float64  `db:"location_accuracy_m"`
	SourceKey *int32    `db:"data_source_key"`
	Status    string    `db:"status"`
}

// introductionDetails are the facts of an introduction.
type introductionDetails struct {
	SpeciesID  string   `json:"species_id"`
	Species    string   `json:"species"`
	RecordID   string   `json:"record_id"`
	ObservedOn string   `json:"observed_on"` // last day
	DataSource *string  `json:"data_source"`
	Status     string   `json:"status"`
	AccuracyM  *float64 `json:"location_accuracy_m"`
	DistanceKM *float64 `json:"distance_km"`     // within which there is no earlier record; null: in the area
	Nearest    *earlier `json:"nearest_earlier"` // null: there is none at all
}

// earlier is the nearest of the earlier records.
type earlier struct {
	RecordID   string                `json:"record_id"`
	ObservedOn string                `json:"observed_on"`
	DistanceKM float64               `json:"distance_km"` // to 100 m
	Location   surveillance.Location `json:"location"`
}

// introductions finds records of species before which there is none within the distance, or in the area. Rules of one distance share their
// records.
func (r *round) introductions(ctx context.Context, subjects []subject) error {
	byLimit := map[float64][]subject{}
	for _, s := range subjects {
		km := float64(DefaultDistanceKM)
		if d := s.rule.Parameters.DistanceKM; d != nil {
			km = *d
		}
		limit := exactEnough(km)
		byLimit[limit] = append(byLimit[limit], s)
	}
	for limit, same := range byLimit {
		var taxa []int32
		for _, s := range same {
			taxa = append(taxa, s.filter.Taxa...)
		}
		slices.Sort(taxa)
		records, err := r.firstRecords(ctx, slices.Compact(taxa), limit)
		if err != nil {
			return err
		}
		for _, s := range same {
			r.found[s.rule.ID] = r.introductionsOf(s, records)
		}
	}
	return nil
}

// firstRecords returns the records in order of time, by name.
func (r *round) firstRecords(ctx context.Context, taxa []int32, accuracyM float64) (map[int32][]firstRecord, error) {
	var all []firstRecord
	err := postgres.Transaction(ctx, r.DB, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) (err error) {
		if err := postgres.LimitStatements(ctx, tx, readLimit); err != nil {
			return err
		}
		all, err = postgres.All[firstRecord](ctx, tx, firstRecordsQuery, pgx.StrictNamedArgs{"taxa": taxa, "accuracy": accuracyM})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read first records: %w", err)
	}
	byTaxon := map[int32][]firstRecord{}
	for _, record := range all {
		byTaxon[record.TaxonKey] = append(byTaxon[record.TaxonKey], record)
	}
	return byTaxon, nil
}

// species are the taxa whose records are one species' to a rule.
type species struct {
	surveillance.Taxon
	keys []int32
}

// speciesOf returns the species of a rule: the one that it names, or each that carries its disease.
func (s subject) speciesOf() (all []species) {
	if s.rule.Disease == "" {
		t, ok := s.names.FindTaxon(s.rule.Species)
		if !ok {
			t, _ = s.names.Taxon(s.filter.Taxa[0])
		}
		return []species{{t, s.filter.Taxa}}
	}
	for _, key := range s.names.Vectors(s.rule.Disease) {
		t, _ := s.names.Taxon(key)
		all = append(all, species{t, s.names.FindTaxa(t.ID)})
	}
	return all
}

func (r *round) introductionsOf(s subject, records map[int32][]firstRecord) Findings {
	out := Findings{Gone: func(ctx context.Context, keys []string) (map[string]string, error) {
		return r.whyRecordsGo(ctx, s, keys)
	}}
	for _, sp := range s.speciesOf() {
		var all []firstRecord
		for _, key := range sp.keys {
			all = append(all, records[key]...)
		}
		slices.SortFunc(all, func(a, b firstRecord) int {
			return cmp.Or(cmp.Compare(a.Day, b.Day), slices.Compare(a.ID[:], b.ID[:]))
		})
		out.Facts = append(out.Facts, r.introductionsOfSpecies(s, sp, all)...)
	}
	return out
}

// introductionsOfSpecies takes the records of a species in order of time.
func (r *round) introductionsOfSpecies(s subject, sp species, all []firstRecord) (facts []Fact) {
	places := make([]vector, len(all))
	for i, record := range all {
		places[i] = vectorOf(record.Lon, record.Lat)
	}
	taken, before := map[string]bool{}, (*neighbours)(nil)
	if km := s.rule.Parameters.DistanceKM; km != nil {
		before = newNeighbours(*km)
	}
	for i, record := range all {
		if before != nil {
			known := before.near(places[i])
			before.add(places[i])
			if known {
				continue
			}
		}
		for _, area := range s.inside(record.Lon, record.Lat) {
			if before == nil && taken[area] {
				continue
			}
			taken[area] = true
			facts = append(facts, r.introduction(s, sp, area, record, nearestOf(all[:i], places, places[i])))
		}
	}
	return facts
}

// nearestOf returns the record nearest to a place; nil without any.
func nearestOf(records []firstRecord, places []vector, at vector) *earlier {
	nearest, found := 0.0, -1
	for i := range records {
		if d := places[i].chord2(at); found < 0 || d < nearest {
			nearest, found = d, i
		}
	}
	if found < 0 {
		return nil
	}
	n := records[found]
	return &earlier{
		RecordID: n.ID.String(), ObservedOn: calendar.Day(n.Day).String(), DistanceKM: math.Round(arcKM(nearest)*10) / 10,
		Location: surveillance.Location{Lat: n.Lat, Lng: n.Lon},
	}
}

func (r *round) introduction(s subject, sp species, area string, record firstRecord, nearest *earlier) Fact {
	d := introductionDetails{
		SpeciesID: sp.ID, Species: sp.ScientificName, RecordID: record.ID.String(), ObservedOn: calendar.Day(record.Day).String(), Status: record.Status,
		AccuracyM: record.AccuracyM, DistanceKM: s.rule.Parameters.DistanceKM, Nearest: nearest,
	}
	if record.SourceKey != nil {
		if source, ok := s.names.DataSource(*record.SourceKey); ok {
			d.DataSource = &source.ID
		}
	}
	title := fmt.Sprintf("%s: first record in %s", sp.ScientificName, area)
	if d.DistanceKM != nil {
		title = fmt.Sprintf("%s: no earlier record within %g km", sp.ScientificName, *d.DistanceKM)
	}
	if nearest == nil {
		title += "; there is no earlier one"
	} else {
		title += fmt.Sprintf("; the nearest is %.0f km away", nearest.DistanceKM)
	}
	return Fact{
		Key: strings.Join([]string{sp.ID, area, d.RecordID}, "/"), Title: title, Day: calendar.Day(record.Day), Area: area, Details: d,
		Place: &surveillance.Location{Lat: record.Lat, Lng: record.Lon},
	}
}

// whyRecordsGo says why records are no introductions any more. It says nothing of those that are gone: so are their alerts.
func (r *round) whyRecordsGo(ctx context.Context, s subject, keys []string) (map[string]string, error) {
	ids := make([]uuid.UUID, 0, len(keys))
	for _, key := range keys {
		ids = append(ids, recordOf(key))
	}
	rows, err := postgres.All[struct {
		ID       uuid.UUID `db:"id"`
		Status   string    `db:"status"`
		TaxonKey int32     `db:"taxon_key"`
	}](ctx, r.DB, recordsQuery, pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, fmt.Errorf("look for the records of alerts: %w", err)
	}
	became := map[uuid.UUID]string{}
	for _, row := range rows {
		switch {
		case row.Status == surveillance.Rejected:
			became[row.ID] = RecordRejected
		case slices.Contains(s.filter.Taxa, row.TaxonKey):
			became[row.ID] = EarlierRecord
		default:
			became[row.ID] = FactsChanged
		}
	}
	reasons := make(map[string]string, len(keys))
	for _, key := range keys {
		if reason, known := became[recordOf(key)]; known {
			reasons[key] = reason
		}
	}
	return reasons, nil
}

// recordOf returns the record that the key of an introduction ends with.
func recordOf(key string) uuid.UUID {
	id, _ := uuid.Parse(key[strings.LastIndexByte(key, '/')+1:])
	return id
}
