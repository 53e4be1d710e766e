package events_test

import (
	"maps"
	"net/http"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/events"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

const base = keyedtest.Base

type (
	object = keyedtest.Object
	answer = keyedtest.Answer
)

// service is the routes of sampling events, on a database with the data source "traps".
type service struct{ *keyedtest.Service }

func setup(t testing.TB) service {
	t.Helper()
	return service{keyedtest.New(t, "insert into data_sources (id, name) values ('traps', 'Traps')", func(s *keyedtest.Service) []httpapi.Route {
		return events.New(events.Options{
			DB: s.DB, Lookups: s.Lookups, Base: base, Now: keyedtest.Now, Changed: s.Changed,
		}).Routes()
	})}
}

// collection is a request that is right, with changes: nil removes a member.
func collection(changes object) object {
	body := object{"data_source": "traps", "event_id": "T2-W32", "location": object{"lat": 41.87, "lng": -87.63}, "ended_at": "2012-08-11"}
	maps.Copy(body, changes)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

func (s service) create(changes object) answer {
	s.T.Helper()
	return s.Do(http.MethodPost, "/events", collection(changes)).Want(http.StatusCreated)
}

func (s service) patch(id string, body any, header ...string) answer {
	s.T.Helper()
	return s.Do(http.MethodPatch, "/events/"+id, body, header...)
}
