package observe_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/partitioning"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// twice lists the ids that more than one record has, public or not.
func (s service) twice() []string {
	s.t.Helper()
	return pgtest.Column[string](s.t, s.db, `select id::text from (select id from observations union all select id from held_observations where removal is null) o
		group by id having count(*) > 1`)
}

// blocked waits until a request of the test waits for a lock, or is done.
func (s service) blocked(done <-chan answer) (a answer, ended bool) {
	s.t.Helper()
	testenv.Eventually(s.t, "a request waits for a lock, or is done", func() bool {
		select {
		case a = <-done:
			ended = true
		default:
		}
		return ended || pgtest.Value[bool](s.t, s.db, `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`)
	})
	return a, ended
}

// TestCreateWhileItIsWithdrawn: a create that looked for its id before there was such a record comes to store it while that record is withdrawn.
func TestCreateWhileItIsWithdrawn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		create func(s service) answer
		want   int
	}{
		"one": {func(s service) answer {
			return s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1), "species_scientific_name": "Aedes nemo"}))
		}, http.StatusConflict},
		"a batch": {func(s service) answer {
			return s.do(http.MethodPost, "/observations/batch", []any{catch(object{"id": uuidOf(1), "species_scientific_name": "Aedes nemo"})})
		}, http.StatusUnprocessableEntity},
		"to await": {func(s service) answer {
			return s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1), "species_scientific_name": "Aedes nemo"}), "Authorization", "waits")
		}, http.StatusConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			names, err := s.db.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			pgtest.Run(t, names, "lock table taxa in share row exclusive mode") // holds who adds a name
			late := make(chan answer, 1)
			go func() { late <- c.create(s) }()
			if a, ended := s.blocked(late); ended {
				t.Fatalf("the late create is done: %d %s", a.status, a.raw)
			}
			s.create(object{"id": uuidOf(1)})
			withdrawal, err := s.db.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			pgtest.Run(t, withdrawal, sql.Get("observe/hold.sql").String(), pgx.StrictNamedArgs{"id": uuidOf(1), "publication": "withdrawn", "reason": "writer"})
			if err := names.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			a, ended := s.blocked(late)
			if err := withdrawal.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !ended {
				a = <-late
			}
			a.want(c.want)
			if got := s.twice(); len(got) != 0 || s.rows() != 0 {
				t.Errorf("%v are there twice, and %d records are public", got, s.rows())
			}
		})
	}
}

// TestOneIDAtOnce: whoever creates and withdraws records of one id at once, public ones and ones that wait, there is one of it, with a unique key,
// without and in partitions.
func TestOneIDAtOnce(t *testing.T) {
	t.Parallel()
	ids, options := 12, partitioning.Options{YearsBack: 2, Now: func() time.Time { return today }} // each partition costs dozens of statements
	if testenv.Long() {
		ids, options = 40, partitioning.Options{}
	}
	for name, prepare := range map[string]func(service){
		"keys":    func(service) {},
		"no keys": func(s service) { pgtest.DropKeys(s.t, s.db) },
		"partitions": func(s service) {
			if _, err := partitioning.Run(s.t.Context(), s.db, options); err != nil {
				s.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			prepare(s)
			s.createAtOnce(ids)
		})
	}
}

// createAtOnce creates records of some ids by several requests each, some of which withdraw what they made.
func (s service) createAtOnce(ids int) {
	s.t.Helper()
	for n := range ids {
		id := uuidOf(n + 1)
		var all sync.WaitGroup
		for who, withdraws := range map[string]bool{writer: true, "waits": false, "scopes observations:write ": false} {
			all.Go(func() {
				a := s.do(http.MethodPost, "/observations", catch(object{"id": id}), "Authorization", who)
				if a.status != http.StatusCreated && a.status != http.StatusOK && a.status != http.StatusConflict {
					s.t.Errorf("%s creates: %d %s", who, a.status, a.raw)
				}
				if withdraws {
					s.do(http.MethodDelete, "/observations/"+id, nil, "Authorization", who)
				}
			})
		}
		all.Go(func() {
			s.do(http.MethodPost, "/observations/batch", []any{catch(object{"id": id}), catch(object{"id": uuidOf(1000 + n)})}).want(http.StatusOK)
		})
		all.Wait()
	}
	if got := s.twice(); len(got) != 0 {
		s.t.Errorf("%d ids have several records: %v", len(got), got)
	}
	if n := pgtest.Value[int](s.t, s.db, "select count(distinct id) from (select id from observations union select id from held_observations) o"); n != 2*ids {
		s.t.Errorf("there are %d ids, want %d", n, 2*ids)
	}
}

// TestOneIDInPublicAndPrivate: records of one id that come to the public and to a private data source at once are one record.
func TestOneIDInPublicAndPrivate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('secret', 'Secret')")
	if err := private.Set(t.Context(), s.db, "secret", true, nil); err != nil {
		t.Fatal(err)
	}
	schema := pgtest.Value[string](t, s.db, "select 'private_' || key from all_data_sources where id = 'secret'")
	db, err := postgres.NewPool(t.Context(), postgres.PoolOptions{URL: s.db.Config().ConnString(), Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	secret := setup(t, func(o *observe.Options) { o.DB, o.Counter = db, sqlCounter{db: db} })
	pgtest.DropKeys(t, s.db)
	pgtest.DropKeys(t, db)
	ids := 10
	if testenv.Long() {
		ids = 30
	}
	for n := range ids {
		id := uuidOf(n + 1)
		statuses := make(chan int, 3)
		var all sync.WaitGroup
		all.Go(func() { statuses <- s.do(http.MethodPost, "/observations", catch(object{"id": id})).status })
		all.Go(func() {
			statuses <- secret.do(http.MethodPost, "/observations", catch(object{"id": id, "data_source": "secret"})).status
		})
		all.Go(func() {
			a := secret.do(http.MethodPost, "/observations/batch", []any{catch(object{"id": id, "data_source": "secret", "count": 9})})
			if a.status == http.StatusOK {
				statuses <- http.StatusCreated
			} else {
				statuses <- a.status
			}
		})
		all.Wait()
		close(statuses)
		created := 0
		for status := range statuses {
			switch status {
			case http.StatusCreated:
				created++
			case http.StatusConflict, http.StatusUnprocessableEntity:
			default:
				t.Errorf("a create is answered %d", status)
			}
		}
		if created != 1 {
			t.Errorf("%d of three creates of one id succeed", created)
		}
	}
	if n := pgtest.Value[int](t, s.db, "select count(*) from (select id from observations union all select id from "+schema+".observations) o"); n != ids {
		t.Errorf("there are %d records of %d ids", n, ids)
	}
}
