package pools_test

import (
	"maps"
	"net/http"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
	"github.com/skeeter-surveillance/skeeter/observe/pools"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

type object = keyedtest.Object

// service is the routes of pools, on a database with the data source "traps".
type service struct{ *keyedtest.Service }

func setup(t testing.TB) service {
	t.Helper()
	return service{keyedtest.New(t, "insert into data_sources (id, name) values ('traps', 'Traps')", func(s *keyedtest.Service) []httpapi.Route {
		return pools.New(pools.Options{
			DB: s.DB, Lookups: s.Lookups, Base: keyedtest.Base, Now: keyedtest.Now, Changed: s.Changed,
		}).Routes()
	})}
}

// test is a request that is right, with changes: nil removes a member.
func test(changes object) object {
	body := object{
		"data_source": "traps", "pool_id": "P1", "species_scientific_name": "Culex pipiens", "size": 50, "pathogen": "WNV", "result": "positive",
		"location": object{"lat": 41.87, "lng": -87.63}, "ended_at": "2012-08-11",
	}
	maps.Copy(body, changes)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

func (s service) create(changes object) keyedtest.Answer {
	s.T.Helper()
	return s.Do(http.MethodPost, "/pools", test(changes)).Want(http.StatusCreated)
}

func (s service) patch(id, body string, header ...string) keyedtest.Answer {
	s.T.Helper()
	return s.Do(http.MethodPatch, "/pools/"+id, body, header...)
}

// event stores a sampling event whose records have 20 mosquitoes.
func (s service) event() {
	s.T.Helper()
	s.Exec(`insert into sampling_events (id, data_source_key, event_id, geom, location_accuracy_m, started_at, ended_at, date_precision, sampling_protocol)
		select gen_random_uuid(), key, 'T2-W32', ST_SetSRID(ST_MakePoint(11.6, 48.1), 4326), 30, '2012-08-05Z', '2012-08-11Z', 'week', 'GRAVID' from data_sources where id = 'traps'`)
	s.Exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, status)
		select gen_random_uuid(), (select key from taxa where id = 'culex-pipiens'), n, ST_SetSRID(ST_MakePoint(11.6, 48.1), 4326), '2012-08-11Z', 'day', d.key, 'T2-W32',
			case n when 100 then 'rejected' else 'unverified' end
		from (values (12), (8), (100)) c (n), data_sources d where d.id = 'traps'`)
}
