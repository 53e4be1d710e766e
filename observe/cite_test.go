package observe_test

import (
	"maps"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// predicted stores a prediction whose picture was saved, and returns what a record that cites it says.
func (s service) predicted(id string) map[string]string {
	s.t.Helper()
	s.exec("insert into predictions (id, image_url, model_id, scientific_name, confidence) values ($1, $2, 'colours-1', 'Aedes aegypti', 0.875)",
		id, "/static/predictions/"+id+".jpg")
	return map[string]string{"prediction_id": id, "image_url": "/static/predictions/" + id + ".jpg", "model_id": "colours-1", "confidence": "0.875"}
}

// says holds members of a record.
func (a answer) says(want map[string]string) {
	a.t.Helper()
	for member, text := range want {
		if got := a.text(member); got != text {
			a.t.Errorf("%s is %s, want %s", member, got, text)
		}
	}
}

// with is a set of members with others in their place.
func with(members, others map[string]string) map[string]string {
	out := maps.Clone(members)
	maps.Copy(out, others)
	return out
}

const otherPicture = "https://example.org/other.jpg"

func TestCiteInANewRecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	known, unknown := s.predicted(uuidOf(1)), uuidOf(2)
	for name, c := range map[string]struct {
		sent object
		want map[string]string
	}{
		"nothing else":          {object{"prediction_id": uuidOf(1)}, known},
		"in capitals":           {object{"prediction_id": "00000000-0000-4000-8000-00000000000A"}, s.predicted("00000000-0000-4000-8000-00000000000a")},
		"with other values":     {object{"prediction_id": uuidOf(1), "image_url": otherPicture, "model_id": "mine", "confidence": 0.1}, known},
		"with nulls":            {object{"prediction_id": uuidOf(1), "image_url": nil, "model_id": nil, "confidence": nil}, known},
		"another service's":     {object{"prediction_id": unknown}, map[string]string{"prediction_id": unknown, "image_url": "null", "model_id": "null", "confidence": "null"}},
		"another's with values": {object{"prediction_id": unknown, "image_url": otherPicture, "model_id": "mine", "confidence": 0.1}, map[string]string{"prediction_id": unknown, "image_url": otherPicture, "model_id": "mine", "confidence": "0.1"}},
		"values alone":          {object{"image_url": otherPicture, "confidence": 0.1}, map[string]string{"prediction_id": "null", "image_url": otherPicture, "model_id": "null", "confidence": "0.1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			a := s.create(c.sent)
			a.says(c.want)
			// The species stays what the observer says, who may know better than the model.
			a.says(map[string]string{"species_scientific_name": "Aedes albopictus"})
			if got := s.do(http.MethodGet, "/observations/"+a.text("id"), nil).want(http.StatusOK); got.raw != a.raw {
				t.Errorf("the record reads\n%s\nand was answered as\n%s", got.raw, a.raw)
			}
		})
	}
}

// TestCiteARefusal: a prediction that names no species, because the picture is of another one or of none, gives a record no confidence.
func TestCiteARefusal(t *testing.T) {
	t.Parallel()
	s := setup(t)
	want := with(s.predicted(uuidOf(1)), map[string]string{"confidence": "null"})
	s.exec("update predictions set scientific_name = null")
	s.create(object{"prediction_id": uuidOf(1)}).says(want)
	s.create(object{"prediction_id": uuidOf(1), "confidence": 0.9}).says(want)
	id := s.create(object{"confidence": 0.9}).text("id")
	s.patch(id, `{"prediction_id":"`+uuidOf(1)+`"}`, "Content-Type", "application/merge-patch+json").want(http.StatusOK).says(want)
}

func TestCiteInAPatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first, second, unknown := s.predicted(uuidOf(1)), s.predicted(uuidOf(2)), uuidOf(3)
	for name, c := range map[string]struct {
		created object
		patch   string
		want    map[string]string
	}{
		"a first one":                   {nil, `{"prediction_id":"` + uuidOf(1) + `"}`, first},
		"a first one with other values": {nil, `{"prediction_id":"` + uuidOf(1) + `","image_url":null,"model_id":"mine","confidence":0.1}`, first},
		"a first one over other values": {object{"image_url": otherPicture, "confidence": 0.1}, `{"prediction_id":"` + uuidOf(1) + `"}`, first},
		"another one":                   {object{"prediction_id": uuidOf(1)}, `{"prediction_id":"` + uuidOf(2) + `"}`, second},
		"in place of another's":         {object{"prediction_id": unknown, "model_id": "mine"}, `{"prediction_id":"` + uuidOf(2) + `"}`, second},
		"another service's": {object{"image_url": otherPicture}, `{"prediction_id":"` + unknown + `","model_id":"mine","confidence":0.1}`,
			map[string]string{"prediction_id": unknown, "image_url": otherPicture, "model_id": "mine", "confidence": "0.1"}},
		"something else":             {object{"prediction_id": uuidOf(1)}, `{"count":9,"notes":"seen again"}`, with(first, map[string]string{"count": "9"})},
		"the same and more":          {object{"prediction_id": uuidOf(1)}, `{"prediction_id":"` + uuidOf(1) + `","count":9}`, with(first, map[string]string{"count": "9"})},
		"another picture":            {object{"prediction_id": uuidOf(1)}, `{"image_url":"` + otherPicture + `"}`, with(first, map[string]string{"image_url": otherPicture})},
		"another species":            {object{"prediction_id": uuidOf(1)}, `{"species_id":"culex-pipiens"}`, with(first, map[string]string{"species_id": "culex-pipiens"})},
		"nothing":                    {object{"prediction_id": uuidOf(1)}, `{}`, first},
		"no prediction, but a place": {object{"prediction_id": uuidOf(1)}, `{"prediction_id":null,"location":{"lat":52.5,"lng":13.4}}`, map[string]string{"prediction_id": "null", "country_id": "de", "image_url": "null", "model_id": "null", "confidence": "null"}},
		"another service's after ours": {object{"prediction_id": uuidOf(1)}, `{"prediction_id":"` + unknown + `","model_id":"mine"}`,
			map[string]string{"prediction_id": unknown, "image_url": "null", "model_id": "mine", "confidence": "null"}},
		"no prediction, but a picture": {object{"prediction_id": uuidOf(1)}, `{"prediction_id":null,"image_url":"` + otherPicture + `"}`,
			map[string]string{"prediction_id": "null", "image_url": otherPicture}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			id := s.create(c.created).text("id")
			a := s.patch(id, c.patch, "Content-Type", "application/merge-patch+json").want(http.StatusOK)
			a.says(c.want)
			if got := s.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusOK); got.raw != a.raw {
				t.Errorf("the record reads\n%s\nand was answered as\n%s", got.raw, a.raw)
			}
		})
	}
}

// What was sent is compared with what was sent before, not with what the server made of it.
func TestCiteIsIdempotent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	known := s.predicted(uuidOf(1))
	body := catch(object{"id": uuidOf(7), "prediction_id": uuidOf(1), "confidence": 0.1})
	first := s.do(http.MethodPost, "/observations", body).want(http.StatusCreated)
	first.says(known)
	if again := s.do(http.MethodPost, "/observations", body).want(http.StatusOK); again.raw != first.raw {
		t.Errorf("the same request is answered with\n%s\nand was with\n%s", again.raw, first.raw)
	}
	filled := catch(object{"id": uuidOf(7), "prediction_id": uuidOf(1), "image_url": known["image_url"], "model_id": known["model_id"], "confidence": 0.875})
	s.do(http.MethodPost, "/observations", filled).want(http.StatusConflict)

	s.exec("delete from predictions")
	s.do(http.MethodPost, "/observations", body).want(http.StatusOK).says(known)

	// Another service's prediction becomes known later: the record stays as it was made.
	body = catch(object{"id": uuidOf(8), "prediction_id": uuidOf(2), "confidence": 0.1})
	s.do(http.MethodPost, "/observations", body).want(http.StatusCreated)
	s.predicted(uuidOf(2))
	s.do(http.MethodPost, "/observations", body).want(http.StatusOK).says(map[string]string{"confidence": "0.1", "image_url": "null"})
	if n := s.rows(); n != 2 {
		t.Errorf("%d records", n)
	}
}

// A refused record cites nothing, and a refused change leaves what was cited.
func TestCiteInWhatIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	known := s.predicted(uuidOf(1))
	s.predicted(uuidOf(2))
	s.do(http.MethodPost, "/observations", catch(object{"prediction_id": uuidOf(1), "count": 0})).want(http.StatusUnprocessableEntity)
	s.do(http.MethodPost, "/observations", catch(object{"prediction_id": uuidOf(1), "confidence": 2})).want(http.StatusUnprocessableEntity)
	if n := s.rows(); n != 0 {
		t.Errorf("%d records", n)
	}
	id := s.create(object{"prediction_id": uuidOf(1)}).text("id")
	s.patch(id, `{"prediction_id":"`+uuidOf(2)+`","count":0}`).want(http.StatusUnprocessableEntity)
	s.patch(id, `{"prediction_id":"`+uuidOf(2)+`"}`, "If-Match", `"other"`).want(http.StatusPreconditionFailed)
	s.do(http.MethodGet, "/observations/"+id, nil).says(known)
}

// The picture is that of the record that cited it first. Whoever cites it later does not bring it back after that record went.
func TestWhatWasWithdrawnStaysSo(t *testing.T) {
	t.Parallel()
	const shared, batched = 1, 2
	for name, withdraw := range map[string]func(s service, id string){
		"deleted":  func(s service, id string) { s.exec("delete from observations where id = $1", id) },
		"rejected": func(s service, id string) { s.patch(id, `{"status":"rejected"}`).want(http.StatusOK) },
		"cited no more": func(s service, id string) {
			s.patch(id, `{"prediction_id":null}`).want(http.StatusOK)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			shown := func(n int, want bool, when string) {
				t.Helper()
				var got bool
				err := s.db.QueryRow(t.Context(), sql.Get("predict/shown.sql").String(), pgx.StrictNamedArgs{"id": uuidOf(n)}).Scan(&got)
				if err != nil || got != want {
					t.Errorf("%s the picture is shown: %t, want %t (%v)", when, got, want, err)
				}
			}
			for _, n := range []int{shared, batched} {
				s.predicted(uuidOf(n))
				body := catch(object{"id": uuidOf(n + 10), "prediction_id": uuidOf(n)})
				if n == batched {
					s.do(http.MethodPost, "/observations/batch", []any{body}).want(http.StatusOK)
				} else {
					s.do(http.MethodPost, "/observations", body).want(http.StatusCreated)
					s.do(http.MethodPost, "/observations", body).want(http.StatusOK)
				}
				s.create(object{"prediction_id": uuidOf(n)})
				shown(n, true, "at first")
				withdraw(s, uuidOf(n+10))
				shown(n, false, "of the record that was "+name)
				s.create(object{"prediction_id": uuidOf(n)})
				shown(n, false, "with another record")
				s.do(http.MethodPost, "/observations", body)
				shown(n, false, "with another record of the same id")
			}
		})
	}
}

// Many records cite one picture at a time: the locks share.
func TestCiteTogether(t *testing.T) {
	t.Parallel()
	s := setup(t)
	known := s.predicted(uuidOf(1))
	holder := pgtest.Begin(t, s.db)
	pgtest.Run(t, holder, "select from predictions for key share")
	done := make(chan answer)
	go func() {
		defer close(done)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() { done <- s.do(http.MethodPost, "/observations", catch(object{"prediction_id": uuidOf(1)})) })
		}
		wait.Wait()
	}()
	for range 4 {
		testenv.Receive(t, "a record does not wait for another that cites the same picture", done).want(http.StatusCreated).says(known)
	}
}

// A sweep that holds a prediction decides first: who cites it then cites what is gone, and waits no longer than that.
func TestCiteWaitsForASweep(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.predicted(uuidOf(1))
	sweep := pgtest.Begin(t, s.db)
	pgtest.Run(t, sweep, "select from predictions for update")
	done := make(chan answer, 1)
	go func() {
		done <- s.do(http.MethodPost, "/observations", catch(object{"prediction_id": uuidOf(1), "confidence": 0.1}))
	}()
	if a, ended := s.blocked(done); ended {
		t.Fatalf("the record did not wait: %s", a.raw)
	}
	pgtest.Run(t, sweep, "delete from predictions")
	if err := sweep.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-done).want(http.StatusCreated).says(map[string]string{"prediction_id": uuidOf(1), "image_url": "null", "confidence": "0.1"})
}

// Who cites a prediction later does not see its picture either, once the first record went.
func TestWhoCitesLaterSeesNoPicture(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.predicted(uuidOf(1))
	first, later := uuidOf(21), uuidOf(22)
	id := s.report("account "+first, object{"prediction_id": uuidOf(1)}).text("id")
	s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", "account "+first).want(http.StatusNoContent)
	s.report("account "+later, object{"prediction_id": uuidOf(1)})
	receipt := s.report("anonymous", object{"prediction_id": uuidOf(1)}).text("receipt")
	for who, c := range map[string]struct {
		account, receipt string
		want             bool
	}{
		"its reporter": {account: first, want: true}, "who cites it later": {account: later}, "who cites it later and has a receipt": {account: uuid.Nil.String(), receipt: receipt},
	} {
		args := pgx.StrictNamedArgs{"id": uuidOf(1), "account": c.account, "hash": secret.Hash(c.receipt)}
		var got bool
		if err := s.db.QueryRow(t.Context(), sql.Get("predict/own.sql").String(), args).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s sees the picture: %t, want %t (%v)", who, got, c.want, err)
		}
	}
}
