package observe_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe/private"
)

// changed is a catch with more changes.
func changed(said object, changes object) object {
	body := object{}
	for _, members := range []object{said, changes} {
		for name, v := range members {
			body[name] = v
		}
	}
	return body
}

// TestARepeatConfirmsNoGuess: who repeats a create without its right sees what the public sees, and is told the same of a right guess and a wrong one.
func TestARepeatConfirmsNoGuess(t *testing.T) {
	t.Parallel()
	s := setup(t)
	account := "account " + uuid.NewString()
	elsewhere := object{"location": object{"lat": 41.8, "lng": 12.4}, "notes": "in the garden", "metadata": object{"locality": "Via Roma 1"}, "location_accuracy_m": 9.0}
	said := catch(secretPlace(object{"id": uuidOf(1), "obscured_degrees": 0.1, "observer_name": "Ada Lovelace"}))
	s.do(http.MethodPost, "/observations", said, "Authorization", account).want(http.StatusCreated)
	guess := func(changes object, status int) string {
		t.Helper()
		a := s.do(http.MethodPost, "/observations", changed(said, changes), "Authorization", "anonymous").want(status)
		a.tellsNothing(t, "a repeated create")
		return a.raw
	}
	right := guess(nil, http.StatusOK)
	if wrong := guess(elsewhere, http.StatusOK); wrong != right {
		t.Errorf("a guess of the place is answered with\n%s\nor\n%s", right, wrong)
	}
	if wrong := guess(object{"observer_name": "Mary Anning"}, http.StatusOK); wrong != right {
		t.Errorf("a guess of the name is answered with\n%s\nor\n%s", right, wrong)
	}
	guess(object{"count": 9}, http.StatusConflict)
	again := s.do(http.MethodPost, "/observations", said, "Authorization", account).want(http.StatusOK)
	if again.place(t) != (place{41.8912345, 12.4923456}) || again.text("observer_name") != "Ada Lovelace" {
		t.Errorf("who made it is told %s", again.raw)
	}
	s.do(http.MethodPost, "/observations", changed(said, elsewhere), "Authorization", account).want(http.StatusConflict)
}

// TestARepeatOfAHiddenRecord: that a record which the public does not see has an id is all that others are told.
func TestARepeatOfAHiddenRecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	account := "account " + uuid.NewString()
	withdrawn, waiting := catch(object{"id": uuidOf(1)}), catch(object{"id": uuidOf(2)})
	receipt := s.do(http.MethodPost, "/observations", withdrawn, "Authorization", "anonymous").want(http.StatusCreated).text("receipt")
	s.do(http.MethodDelete, "/observations/"+uuidOf(1), nil, as("nobody", receipt)...).want(http.StatusNoContent)
	s.do(http.MethodPost, "/observations", waiting, "Authorization", account).want(http.StatusCreated)
	s.exec(`with gone as (delete from observations returning *)
		insert into held_observations (id, taxon_key, count, geom, observed_at, date_precision, account, user_id, publication, held_reason, metadata, request_hash)
		select id, taxon_key, count, geom, observed_at, date_precision, account, user_id, 'pending', 'anonymous', metadata,
			(select hash from observation_requests r where r.id = gone.id) from gone`)
	for _, body := range []object{withdrawn, waiting} {
		var told []string
		for _, b := range []object{body, changed(body, object{"count": 9})} {
			for _, who := range [][]string{as("anonymous", ""), as("waits", ""), as("account "+uuid.NewString(), ""), as("anonymous", "receipt_wrong")} {
				told = append(told, s.do(http.MethodPost, "/observations", b, who...).want(http.StatusConflict).raw)
			}
		}
		if slices.Sort(told); len(slices.Compact(told)) != 1 {
			t.Errorf("guesses are told apart: %q", told)
		}
	}
	s.do(http.MethodPost, "/observations", withdrawn, as("anonymous", receipt)...).want(http.StatusOK).says(map[string]string{"publication": "withdrawn"})
	a := s.do(http.MethodPost, "/observations", waiting, "Authorization", account).want(http.StatusOK)
	if a.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("caches may keep %s", a.raw)
	}
}

// TestAPrivateRecordHasItsID: no other record gets the id of one whose data source is private, and nobody is told what that says.
func TestAPrivateRecordHasItsID(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	said := catch(object{"id": uuidOf(1), "data_source": "traps"})
	s.do(http.MethodPost, "/observations", said, "Authorization", writer).want(http.StatusCreated)
	if err := private.Set(t.Context(), s.db, "traps", true, nil); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"anonymous", writer} {
		same := s.do(http.MethodPost, "/observations", changed(said, object{"data_source": nil}), "Authorization", who).want(http.StatusConflict)
		if other := s.do(http.MethodPost, "/observations", changed(said, object{"data_source": nil, "count": 9}), "Authorization", who).want(http.StatusConflict); other.raw != same.raw {
			t.Errorf("%s tells guesses apart: %s, %s", who, same.raw, other.raw)
		}
	}
	if err := private.Set(t.Context(), s.db, "traps", false, nil); err != nil {
		t.Fatal(err)
	}
	s.do(http.MethodPost, "/observations", said, "Authorization", writer).want(http.StatusOK)
}

// TestIDsOfImports: no client takes the id that a record of a file is to have, nor learns whether one has it.
func TestIDsOfImports(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.create(object{"id": uuidOf(1)})
	taken := uuid.NewSHA1(uuid.MustParse(uuidOf(9)), []byte("taken"))
	free := uuid.NewSHA1(uuid.MustParse(uuidOf(9)), []byte("free"))
	byContent := free
	byContent[6] = byContent[6]&0x0f | 0x80
	s.exec("with moved as (update observation_requests set id = $1 returning id) update observations set id = $1", taken) // an earlier version took it
	for _, id := range []uuid.UUID{taken, free, byContent} {
		body := catch(object{"id": id, "count": 9})
		if a := s.do(http.MethodPost, "/observations", body).want(http.StatusUnprocessableEntity); !slices.Equal(a.wrong(), []string{"body.id:not_allowed"}) {
			t.Errorf("%s: %s", id, a.raw)
		}
		a := s.do(http.MethodPost, "/observations/batch", []any{body, catch(nil)}).want(http.StatusUnprocessableEntity)
		if !slices.Equal(a.wrong(), []string{"body.1.id:not_allowed"}) {
			t.Errorf("%s: %s", id, a.raw)
		}
		s.do(http.MethodPost, "/observations/batch?mode=each", []any{body}).want(http.StatusOK).says(map[string]string{"created": "0", "refused": "1"})
	}
	same := catch(object{"id": taken})
	s.do(http.MethodPost, "/observations", same).want(http.StatusOK)
	s.do(http.MethodPost, "/observations/batch", []any{same}).want(http.StatusOK).says(map[string]string{"existing": "1"})
	if n := s.rows(); n != 1 {
		t.Errorf("%d records are stored", n)
	}
}
