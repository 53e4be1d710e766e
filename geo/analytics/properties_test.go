package analytics_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// questions about rates that hold for all properties below.
var rates = []string{
	"", "interval=month", "interval=week&weeks=mmwr&species=culex-pipiens", "interval=year&by=country", "by=site&species=Culex", "pool_protocols=true",
}

// rate names one result of a question.
func rate(a analytics.Abundance) string {
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	return strings.Join([]string{text(a.Bin), text(a.Protocol), text(a.CountryID), text(a.SiteID), text(a.DataSource), text(a.SpeciesID)}, " ")
}

// rated returns the results of a question by name, after the copy in memory caught up.
func (s *service) rated(t *testing.T, question string) map[string]analytics.Abundance {
	t.Helper()
	if err := s.index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	out := map[string]analytics.Abundance{}
	for _, r := range ask[abundances](t, s, "/analytics/abundance?unit=trap_night&"+question).Results {
		out[rate(r)] = r
	}
	if len(out) == 0 {
		t.Fatalf("%s has no result", question)
	}
	return out
}

// randomService serves random events from memory.
func randomService(t *testing.T, db *pgxpool.Pool) *service {
	t.Helper()
	pgtest.Run(t, db, fmt.Sprintf(randomEvents, 1, 1500))
	return newService(t, db, true)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestZeroCatchNeverRaisesARate: an event without catch is added beside every seventh event.
func TestZeroCatchNeverRaisesARate(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := randomService(t, db)
	before := map[string]map[string]analytics.Abundance{}
	for _, question := range rates {
		before[question] = s.rated(t, question)
	}
	pgtest.Run(t, db, `
		insert into sampling_events (id, data_source_key, event_id, site_id, geom, country_id, region_id, started_at, ended_at, date_precision,
			sampling_protocol, effort, effort_unit, effort_source, target_taxa)
		select gen_random_uuid(), data_source_key, event_id || '-zero', site_id, geom, country_id, region_id, started_at, ended_at, date_precision,
			sampling_protocol, effort, effort_unit, effort_source, target_taxa
		from sampling_events where ctid in (select ctid from sampling_events tablesample bernoulli (15))`)
	fell := 0
	for _, question := range rates {
		for name, after := range s.rated(t, question) {
			if was, ok := before[question][name]; ok && after.Abundance > was.Abundance && !near(after.Abundance, was.Abundance) {
				t.Errorf("%s: %s rose from %v to %v", question, name, was.Abundance, after.Abundance)
			} else if ok && after.Abundance < was.Abundance {
				fell++
			}
		}
	}
	if fell == 0 {
		t.Error("no rate fell")
	}
}

// TestSplitEventsKeepRates: every event becomes two of half the effort at the same site, day and protocol, and its records go to either.
func TestSplitEventsKeepRates(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := randomService(t, db)
	before := map[string]map[string]analytics.Abundance{}
	for _, question := range rates {
		before[question] = s.rated(t, question)
	}
	pgtest.Run(t, db, `
		update sampling_events set effort = effort / 2;
		insert into sampling_events (id, data_source_key, event_id, site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
			date_precision, sampling_protocol, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete)
		select gen_random_uuid(), data_source_key, event_id || '-half', site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
			date_precision, sampling_protocol, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete
		from sampling_events;
		update observations set event_id = event_id || '-half' where event_id is not null and random() < 0.5`)
	for _, question := range rates {
		after := s.rated(t, question)
		for name, was := range before[question] {
			is := after[name]
			if !near(is.Abundance, was.Abundance) || !near(is.Effort, was.Effort) || is.Specimens != was.Specimens || is.Events != 2*was.Events || is.Sites != was.Sites {
				t.Errorf("%s: %s was %+v and is %+v", question, name, was, is)
			}
			if (is.SE == nil) != (was.SE == nil) || is.SE != nil && !near(*is.SE, *was.SE) {
				t.Errorf("%s: the standard error of %s changed", question, name)
			}
		}
	}
}

// TestSpeciesAddUp: where no event narrows what it looked for, the rates of all names make the rate of all together.
func TestSpeciesAddUp(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := randomService(t, db)
	pgtest.Run(t, db, "update sampling_events set target_taxa = '{}'")
	for _, question := range []string{"", "interval=month", "interval=year&weeks=mmwr", "country=fr", "species=Culex"} {
		sums, specimens := map[string]float64{}, map[string]int64{}
		by := "by=species&"
		for _, r := range s.rated(t, by+question) {
			r.SpeciesID = nil
			sums[rate(r)] += r.Abundance
			specimens[rate(r)] += r.Specimens
		}
		for name, all := range s.rated(t, question) {
			if !near(sums[name], all.Abundance) || specimens[name] != all.Specimens {
				t.Errorf("%s: the species of %s add up to %v (%d specimens), want %v (%d)", question, name, sums[name], specimens[name], all.Abundance, all.Specimens)
			}
		}
	}
}

// TestAreaAnswersAsItsBox: a question about an area that is a box has the answer of the box.
func TestAreaAnswersAsItsBox(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for _, s := range []*service{randomService(t, db), newService(t, db, false)} {
		for _, question := range []string{
			"abundance?unit=trap_night&by=site&", "anomaly?unit=trap_night&year=2018&", "presence?cells=h3&", "presence?by=country&species=Culex&", "timeseries?", "seasonality?unit=dip&",
			"trend?unit=trap_night&pool_protocols=true&by=cells&resolution=3&", "spread?species=Culex&", "richness?pool_protocols=true&by=country&",
		} {
			_, byArea := s.get(t, "/analytics/"+question+"area=box")
			_, byBox := s.get(t, "/analytics/"+question+"bbox=0,40,5,45")
			byArea = strings.Replace(byArea, `"filter":{"area":"box"`, `"filter":{"bbox":"0,40,5,45"`, 1)
			if byArea != byBox || !strings.Contains(byArea, `"results":[{`) && !strings.Contains(byArea, `"few_years"`) {
				t.Errorf("%s:\narea: %.500s\nbox:  %.500s", question, byArea, byBox)
			}
		}
	}
}
