package observe_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// ids returns the ids of a page, in order.
func (a answer) ids() []string {
	var ids []string
	for _, o := range a.body["observations"].([]any) {
		ids = append(ids, o.(object)["id"].(string))
	}
	return ids
}

// link returns a link of a list, "" for null.
func (a answer) link(name string) string {
	s, _ := a.body[name].(string)
	return s
}

func (s service) list(query string) answer {
	s.t.Helper()
	return s.do(http.MethodGet, "/observations"+query, nil)
}

// fill stores n records without much in them; many share their observed_at.
func (s service) fill(n int) {
	s.t.Helper()
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), (select key from taxa where id = 'aedes-aegypti'), 1, ST_SetSRID(ST_MakePoint(1, 1), 4326),
			'2020-01-01Z'::timestamptz + make_interval(days => n % 37), 'day'
		from generate_series(1, $1::int) n`, n)
}

// ordered returns all ids as the list orders them.
func (s service) ordered() []string {
	s.t.Helper()
	return pgtest.Column[string](s.t, s.db, "select id::text from observations order by observed_at desc, id")
}

func TestListPages(t *testing.T) {
	t.Parallel()
	const limit = 137
	records := 1000
	if testenv.Long() {
		records = 5000
	}
	s := setup(t)
	s.fill(records)
	want := s.ordered()

	var pages []answer
	var got []string
	for at := "/observations?limit=137&species=aedes-aegypti"; at != ""; {
		page := s.do(http.MethodGet, at, nil).want(http.StatusOK)
		if page.text("count") != fmt.Sprint(records) {
			t.Fatalf("count is %s", page.text("count"))
		}
		pages, got = append(pages, page), append(got, page.ids()...)
		at = page.link("next")
	}
	if !slices.Equal(got, want) {
		t.Fatalf("forward gives %d records in another order than the %d there are", len(got), len(want))
	}
	if len(pages) != (records+limit-1)/limit || pages[0].link("previous") != "" {
		t.Errorf("%d pages, the first with previous %q", len(pages), pages[0].link("previous"))
	}
	for n := len(pages) - 1; n > 0; n-- {
		back := s.do(http.MethodGet, pages[n].link("previous"), nil).want(http.StatusOK)
		if !slices.Equal(back.ids(), pages[n-1].ids()) {
			t.Fatalf("previous of page %d is another page %d", n, n-1)
		}
		again := s.do(http.MethodGet, back.link("next"), nil).want(http.StatusOK)
		if !slices.Equal(again.ids(), pages[n].ids()) {
			t.Fatalf("next of previous of page %d is another page", n)
		}
		if (back.link("previous") == "") != (n == 1) {
			t.Errorf("previous of page %d, read backwards, is %q", n-1, back.link("previous"))
		}
	}
}

// Oldest first, the list is that of newest first read from its end.
func TestListOldestFirst(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(500)
	want := s.ordered()
	slices.Reverse(want)

	var pages []answer
	var got []string
	for at := "/observations?limit=70&sort=observed_at"; at != ""; {
		page := s.do(http.MethodGet, at, nil).want(http.StatusOK)
		pages, got = append(pages, page), append(got, page.ids()...)
		at = page.link("next")
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%d records in another order than the %d there are", len(got), len(want))
	}
	if pages[0].link("previous") != "" {
		t.Errorf("the first page has previous %s", pages[0].link("previous"))
	}
	for n := len(pages) - 1; n > 0; n-- {
		if back := s.do(http.MethodGet, pages[n].link("previous"), nil); !slices.Equal(back.ids(), pages[n-1].ids()) {
			t.Fatalf("previous of page %d is another page", n)
		}
	}
	page := s.list("?sort=observed_at&offset=30&limit=20").want(http.StatusOK)
	if !slices.Equal(page.ids(), want[30:50]) {
		t.Error("offset=30&limit=20 is another page")
	}
	if got := s.do(http.MethodGet, page.link("next"), nil).ids(); !slices.Equal(got, want[50:70]) {
		t.Error("next is another page")
	}
	if got := s.do(http.MethodGet, page.link("previous"), nil).ids(); !slices.Equal(got, want[10:30]) {
		t.Error("previous is another page")
	}
	s.list("?sort=notes").want(http.StatusUnprocessableEntity)
}

func TestListOffset(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(100)
	want := s.ordered()
	page := s.list("?offset=30&limit=20&lang=fr").want(http.StatusOK)
	if !slices.Equal(page.ids(), want[30:50]) {
		t.Error("offset=30&limit=20 is another page")
	}
	next, err := url.Parse(page.link("next"))
	if err != nil || next.Host != "example.com" || next.Query().Get("offset") != "" || next.Query().Get("lang") != "fr" || next.Query().Get("limit") != "20" {
		t.Errorf("next is %v, %v", next, err)
	}
	if got := s.do(http.MethodGet, page.link("next"), nil).ids(); !slices.Equal(got, want[50:70]) {
		t.Error("next is another page")
	}
	if got := s.do(http.MethodGet, page.link("previous"), nil).ids(); !slices.Equal(got, want[10:30]) {
		t.Error("previous is another page")
	}
	if last := s.list("?offset=80&limit=20"); last.link("next") != "" {
		t.Errorf("the last page has next %s", last.link("next"))
	}
	beyond := s.list("?offset=500&limit=20").want(http.StatusOK)
	if len(beyond.ids()) != 0 || beyond.text("count") != "100" || beyond.link("next") != "" || !strings.Contains(beyond.link("previous"), "offset=480") {
		t.Errorf("beyond the end: %s", beyond.raw)
	}
	if got := s.do(http.MethodGet, s.list("?offset=101&limit=200").link("previous"), nil).ids(); !slices.Equal(got, want) {
		t.Error("previous of the page beyond is not the first page")
	}
}

// What is inserted while a client reads neither repeats nor hides a record that was there.
func TestListWhileRecordsCome(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(200)
	want := s.ordered()
	var got []string
	for at := "/observations?limit=30"; at != ""; {
		page := s.do(http.MethodGet, at, nil).want(http.StatusOK)
		for _, id := range page.ids() {
			if slices.Contains(want, id) {
				got = append(got, id)
			}
		}
		s.create(nil)                                 // newer than all
		s.create(object{"observed_at": "2020-01-10"}) // among the others
		at = page.link("next")
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d of %d records were seen, in order and once", len(got), len(want))
	}
}

func TestListBeyondItsEnds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(40)
	first := s.list("?limit=20")
	second := s.do(http.MethodGet, first.link("next"), nil)
	s.exec("delete from observations where id = any($1::uuid[])", second.ids())
	gone := s.do(http.MethodGet, first.link("next"), nil).want(http.StatusOK)
	if len(gone.ids()) != 0 || gone.link("next") != "" {
		t.Errorf("after the last record: %s", gone.raw)
	}
	if got := s.do(http.MethodGet, gone.link("previous"), nil).ids(); !slices.Equal(got, first.ids()) {
		t.Error("previous of nothing is not the first page")
	}
	s.fill(20)
	s.exec("delete from observations where id = any($1::uuid[])", first.ids())
	s.exec("update observations set observed_at = '2019-01-01Z'")
	gone = s.do(http.MethodGet, second.link("previous"), nil).want(http.StatusOK)
	if len(gone.ids()) != 0 || gone.link("previous") != "" {
		t.Errorf("before the first record: %s", gone.raw)
	}
	if got := s.do(http.MethodGet, gone.link("next"), nil).ids(); !slices.Equal(got, s.ordered()) {
		t.Error("next of nothing is not the first page")
	}
}

func TestListParameters(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(1100)
	cursor := s.list("?limit=1").link("next")
	cursor = cursor[strings.Index(cursor, "cursor=")+len("cursor="):]
	cursor, _, _ = strings.Cut(cursor, "&")
	for query, c := range map[string]struct {
		records int // -1 is an error
		wrong   string
	}{
		"":                                     {paging.Default, ""},
		"?limit=1000":                          {paging.Max, ""},
		"?limit=1001":                          {paging.Max, ""},
		"?limit=99999999999999999999":          {paging.Max, ""},
		"?limit=0":                             {-1, "query.limit:too_small"},
		"?limit=-1":                            {-1, "query.limit:too_small"},
		"?limit=":                              {-1, "query.limit:not_an_integer"},
		"?limit=ten":                           {-1, "query.limit:not_an_integer"},
		"?limit=1&limit=2":                     {-1, "query.limit:repeated"},
		"?offset=-1":                           {-1, "query.offset:too_small"},
		"?offset=x&limit=x":                    {-1, "query.limit:not_an_integer query.offset:not_an_integer"},
		"?cursor=" + cursor:                    {paging.Default, ""},
		"?cursor=":                             {-1, "query.cursor:invalid_cursor"},
		"?cursor=x":                            {-1, "query.cursor:invalid_cursor"},
		"?cursor=" + cursor + "A":              {-1, "query.cursor:invalid_cursor"},
		"?cursor=_" + cursor[1:]:               {-1, "query.cursor:invalid_cursor"},
		"?cursor=A_" + cursor[2:]:              {-1, "query.cursor:invalid_cursor"},
		"?offset=0&cursor=" + cursor:           {-1, "query.offset:not_allowed"},
		"?user_id=default_user_id":             {paging.Default, ""},
		"?user_id=":                            {paging.Default, ""},
		"?user_id=nobody":                      {0, ""},
		"?user_id=" + strings.Repeat("x", 201): {-1, "query.user_id:too_long"},
		"?species_id=aedes_aegypti":            {paging.Default, ""},
		"?species_id=Stegomyia+aegypti":        {paging.Default, ""},
		"?species_id=":                         {paging.Default, ""},
		"?species_id=nobody":                   {0, ""},
		"?species_id=aedes-aegypti&species=nobody":        {0, ""},
		"?species_id=culex-pipiens&species=aedes-aegypti": {0, ""},
		"?start_date=2020-02-30&limit=0":                  {-1, "query.limit:too_small query.start_date:not_a_date"},
		"?start_date=2020-01-02&end_date=2020-01-01":      {0, ""},
	} {
		a := s.list(query)
		if c.records < 0 {
			if got := strings.Join(a.want(http.StatusUnprocessableEntity).wrong(), " "); got != c.wrong {
				t.Errorf("%s: got %s, want %s", query, got, c.wrong)
			}
			continue
		}
		if got := len(a.want(http.StatusOK).ids()); got != c.records {
			t.Errorf("%s: %d records, want %d", query, got, c.records)
		}
	}
	if a := s.list("?bbox=1,2,3&start_date=x"); a.status != http.StatusBadRequest {
		t.Errorf("a broken bbox is %d", a.status)
	}
	if a := s.list("?species=nobody"); a.raw != `{"count":0,"observations":[],"included":[],"next":null,"previous":null}`+"\n" {
		t.Errorf("nothing is %s", a.raw)
	}
}

func TestListOfAUser(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(50)
	for range 5 {
		s.create(object{"user_id": "u 1"})
	}
	s.create(object{"user_id": "u 1", "status": "rejected"})
	s.create(object{"user_id": "u 2"})
	a := s.list("?user_id=u+1&limit=3").want(http.StatusOK)
	if a.text("count") != "5" || len(a.ids()) != 3 {
		t.Errorf("count %s with %d records on the first page", a.text("count"), len(a.ids()))
	}
	rest := s.do(http.MethodGet, a.link("next"), nil).want(http.StatusOK)
	if len(rest.ids()) != 2 || rest.link("next") != "" || rest.text("count") != "5" {
		t.Errorf("the rest is %s", rest.raw)
	}
	if a := s.list("?user_id=u+1&status=rejected"); a.text("count") != "1" {
		t.Errorf("rejected ones: %s", a.raw)
	}
	if a := s.list("?user_id=u+1&country=de"); a.text("count") != "0" || len(a.ids()) != 0 {
		t.Errorf("of another country: %s", a.raw)
	}
}

// brokenCounter shows that a request which can match nothing asks for nothing, and what the client sees of an error.
type brokenCounter struct{ surveillance.Counter }

func (brokenCounter) Count(context.Context, surveillance.Filter) (int64, error) {
	return 0, fmt.Errorf("secret of the database")
}

func (brokenCounter) Newest(context.Context, surveillance.Filter, int, *surveillance.Position) ([]uuid.UUID, bool, error) {
	return nil, false, nil
}

func TestListWhenTheDatabaseFails(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *observe.Options) { o.Counter = brokenCounter{} })
	s.list("?species=nobody").want(http.StatusOK)
	if a := s.list("").want(http.StatusInternalServerError); strings.Contains(a.raw, "secret") {
		t.Errorf("the error shows %s", a.raw)
	}
	s.db.Close()
	s.list("?user_id=u").want(http.StatusServiceUnavailable)
	s.do(http.MethodGet, "/observations/"+uuidOf(1), nil).want(http.StatusServiceUnavailable)
	s.do(http.MethodPost, "/observations", catch(nil)).want(http.StatusServiceUnavailable)
}

// TestListKeepsNames: names that cannot be read again are those that were read before. Those that were never read are 503 (catalog.TestLookupsThatFail).
func TestListKeepsNames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.create(nil)
	s.exec("alter table taxon_names rename to hidden")
	if err := s.lookups.Refresh(context.Background()); err == nil {
		t.Fatal("the lookups load without their table")
	}
	for _, filter := range []string{"", "?species=aedes-albopictus", "?species_id=aedes-albopictus"} {
		if a := s.list(filter).want(http.StatusOK); a.text("count") != "1" {
			t.Errorf("the list %s is %s", filter, a.raw)
		}
	}
}

// TestListSortedByColumns walks through the pages of every order, forwards and back, and compares them with what PostgreSQL says of all.
func TestListSortedByColumns(t *testing.T) {
	t.Parallel()
	s := setup(t)
	records, limit := 200, 60 // a page lies between the first and the last one
	if testenv.Long() {
		records, limit = 400, 70
	}
	s.exec(fmt.Sprintf(varied, records))
	s.exec("update observations set life_stage = (array['larva', 'adult', null])[1 + count % 3], region_id = 'western-europe' where country_id = 'fr'")
	s.exec("update observations set location_accuracy_m = count * 1.5, sampling_protocol = notes where count % 2 = 0")
	columns := map[string]string{
		"species_scientific_name": "(select scientific_name from taxa where key = taxon_key)", "data_source": "(select id from data_sources where key = data_source_key)",
		"status": "status::text", "region_id": "region_id::text",
	}
	for _, column := range []string{
		"species_scientific_name", "count", "country_id", "region_id", "data_source", "location_accuracy_m", "life_stage", "sex", "sampling_protocol", "status",
	} {
		for _, sign := range []string{"", "-"} {
			by := column
			if columns[column] != "" {
				by = columns[column]
			}
			if sign == "-" {
				by += " desc nulls last"
			}
			want := pgtest.Column[string](t, s.db, "select id::text from observations where status <> 'rejected' order by "+by+", observed_at desc, id")
			var got []string
			last := ""
			for at := fmt.Sprintf("/observations?limit=%d&sort=%s%s", limit, sign, column); at != ""; {
				page := s.do(http.MethodGet, at, nil).want(http.StatusOK)
				got, last, at = append(got, page.ids()...), at, page.link("next")
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s%s: %d records in another order than the %d there are", sign, column, len(got), len(want))
			}
			var back []string
			for at := last; at != ""; {
				page := s.do(http.MethodGet, at, nil).want(http.StatusOK)
				back, at = append(page.ids(), back...), page.link("previous")
			}
			if !slices.Equal(back, want) {
				t.Errorf("%s%s: back from the last page there are %d records", sign, column, len(back))
			}
		}
	}
	cursor := s.list("?limit=3").link("next")
	if a := s.do(http.MethodGet, cursor+"&sort=count", nil).want(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(a.body), "cursor is a position in time") {
		t.Errorf("%v", a.body)
	}
}

// addingCounter says that there are more records.
type addingCounter struct {
	surveillance.Counter
	more *atomic.Int64
}

func (c addingCounter) Count(ctx context.Context, f surveillance.Filter) (int64, error) {
	n, err := c.Counter.Count(ctx, f)
	return n + c.more.Load(), err
}

// TestListSortedHasABound sorts as many records as may be, and one more. The long form has so many; the short one counts so many.
func TestListSortedHasABound(t *testing.T) {
	t.Parallel()
	more := new(atomic.Int64) // are counted besides those that there are
	s := setup(t, func(o *observe.Options) { o.Counter = addingCounter{o.Counter, more} })
	if testenv.Long() {
		s.exec("alter table observations disable trigger all") // the checks of keys take most of the time
		s.fill(paging.MaxSorted)
		s.exec("alter table observations enable trigger all")
	} else {
		s.fill(10)
		more.Store(paging.MaxSorted - 10)
	}
	s.list("?sort=-count&limit=2").want(http.StatusOK)
	s.fill(1)
	if a := s.list("?sort=-count&limit=2").want(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(a.body), "100001 records match, and only 100000 are sorted by count") {
		t.Errorf("%v", a.body)
	}
	s.list("?sort=observed_at&limit=2").want(http.StatusOK)
}
