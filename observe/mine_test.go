package observe_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe"
)

// TestEachOf: an account's records are all visited, public or not, with what their owner sees, and no other's.
func TestEachOf(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := uuid.MustParse(uuidOf(77))
	want := map[uuid.UUID]string{}
	for i, publication := range []string{"public", "withdrawn", "public"} {
		rec := s.create(map[string]any{"observer_name": "Ada", "user_id": "ada"}).want(http.StatusCreated)
		id := uuid.MustParse(rec.text("id"))
		if i < 2 {
			s.exec("update observations set account = $1 where id = $2", owner, id)
			want[id] = publication
		}
		if publication == "withdrawn" {
			s.do(http.MethodDelete, "/observations/"+id.String(), nil).want(http.StatusNoContent)
		}
	}
	records := observe.New(observe.Options{DB: s.db, Lookups: s.lookups})
	err := records.EachOf(t.Context(), s.db, owner, func(item any) error {
		rec := item.(observe.Observation)
		if rec.Publication != want[rec.ID] || rec.ObserverName == nil || *rec.ObserverName != "Ada" || *rec.UserID != "ada" {
			t.Errorf("visited %+v, want %s", rec, want[rec.ID])
		}
		delete(want, rec.ID)
		return nil
	})
	if err != nil || len(want) > 0 {
		t.Errorf("%v; not visited: %v", err, want)
	}
}
