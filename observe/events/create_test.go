package events_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	body := object{
		"data_source": "Traps", "event_id": " T2-W32 ", "site_id": "T2", "location": object{"lat": 41.87, "lng": -87.63}, "location_accuracy_m": 30,
		"started_at": "2012-08-05", "ended_at": "2012-08-11", "sampling_protocol": "GRAVID", "lure": nil, "traps": 1, "nights": 1, "effort": 1,
		"effort_unit": "trap_night", "problem": false, "target_taxa": []string{"culex", "stegomyia_aegypti", "Culex"}, "complete": true, "remarks": "",
		"metadata": object{"b": 1, "a": []int{2}},
	}
	made := s.Do("POST", "/events", body).Want(201)
	for names, want := range map[string]string{
		"id data_source event_id site_id":                   surveillance.EventUUID("traps", "T2-W32").String() + " traps T2-W32 T2",
		"location location_accuracy_m country_id region_id": `{"lat":41.87,"lng":-87.63} 30 us northern-america`,
		"started_at ended_at date_precision":                "2012-08-05 2012-08-11 day",
		"sampling_protocol lure traps nights":               "GRAVID null 1 1",
		"effort effort_unit effort_source":                  "1 trap_night stated",
		"problem target_taxa complete remarks specimens":    `false ["Culex","Aedes aegypti"] true null 0`,
		"metadata": `{"a":[2],"b":1}`,
	} {
		if got := made.Text(strings.Fields(names)...); got != want {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
	id := made.Text("id")
	if got, want := made.Header.Get("Location"), base+"/events/"+id; !strings.HasSuffix(got, want) {
		t.Errorf("Location %s, want %s", got, want)
	}
	if s.Changes.Load() != 1 || made.Body["warnings"] != nil {
		t.Errorf("%d changes were announced; warnings %v", s.Changes.Load(), made.Body["warnings"])
	}
	read := s.Do("GET", "/events/"+id, nil).Want(200)
	if read.Raw != made.Raw || read.Header.Get("ETag") != made.Header.Get("ETag") || read.Header.Get("ETag") == "" {
		t.Errorf("read %s, made %s", read.Raw, made.Raw)
	}
	s.Do("GET", "/events/"+id, nil, "If-None-Match", read.Header.Get("ETag")).Want(304)
	for _, nobody := range []string{"seven", "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"} {
		s.Do("GET", "/events/"+nobody, nil).Want(404)
		s.patch(nobody, "{}").Want(404)
		s.Do("DELETE", "/events/"+nobody, nil).Want(404)
	}

	body["metadata"] = object{"a": []int{2}, "b": 1}
	again := s.Do("POST", "/events", body).Want(200)
	if again.Raw != made.Raw || s.Changes.Load() != 1 || again.Header.Get("Location") == "" {
		t.Errorf("a repeated create: %s", again.Raw)
	}
	s.patch(id, `{"remarks":"rain"}`).Want(200)
	if after := s.Do("POST", "/events", body).Want(200); after.Text("remarks") != "rain" {
		t.Errorf("a repeated create after a change: %s", after.Raw)
	}
	body["remarks"] = "rain"
	s.Do("POST", "/events", body).Want(200)
	body["nights"] = 2
	s.Do("POST", "/events", body).Want(409)
	s.Do("POST", "/events", body, "Authorization", "nobody").Want(401)
	if n := pgtest.Value[int](t, s.DB, "select count(*) from sampling_events"); n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec("insert into data_sources (id, name, synthetic) values ('made-up', 'Made up', true)")
	long := strings.Repeat("x", 301)
	for name, c := range map[string]struct {
		changes object
		want    string
	}{
		"nothing given": {object{"data_source": nil, "event_id": nil, "location": nil, "ended_at": nil}, "data_source:missing event_id:missing location:missing ended_at:missing"},
		"blanks":        {object{"data_source": " ", "event_id": ""}, "data_source:missing event_id:missing"},
		"no source":     {object{"data_source": "nobody"}, "data_source:unknown_data_source"},
		"synthetic":     {object{"data_source": "made-up"}, "data_source:synthetic_data_source"},
		"long id":       {object{"event_id": long}, "event_id:too_long"},
		"latitude":      {object{"location": object{"lat": 91, "lng": 0}}, "location.lat:out_of_range"},
		"accuracy":      {object{"location_accuracy_m": -1}, "location_accuracy_m:out_of_range"},
		"no date":       {object{"ended_at": "yesterday"}, "ended_at:not_a_timestamp"},
		"the future":    {object{"ended_at": "2026-07-18"}, "ended_at:out_of_range"},
		"long ago":      {object{"started_at": "1699-12-31", "ended_at": "1700-01-02"}, "started_at:out_of_range"},
		"backwards":     {object{"started_at": "2012-08-12"}, "started_at:inconsistent"},
		"date and time": {object{"started_at": "2012-08-05", "ended_at": "2012-08-11T06:00Z"}, "started_at:inconsistent"},
		"day as time":   {object{"date_precision": "time"}, "date_precision:inconsistent"},
		"half a week":   {object{"date_precision": "week"}, "started_at:inconsistent"},
		"a long week":   {object{"started_at": "2012-08-04", "date_precision": "week"}, "ended_at:inconsistent"},
		"half a month":  {object{"started_at": "2012-08-01", "date_precision": "month"}, "date_precision:inconsistent"},
		"a long month":  {object{"started_at": "2012-08-01", "ended_at": "2012-09-30", "date_precision": "month"}, "date_precision:inconsistent"},
		"another month": {object{"started_at": "2012-07-12", "date_precision": "month"}, "date_precision:inconsistent"},
		"half a year":   {object{"started_at": "2012-01-01", "date_precision": "year"}, "date_precision:inconsistent"},
		"two offsets":   {object{"started_at": "2012-08-10T22:30:00-05:00", "ended_at": "2012-08-11T06:00:00Z"}, "started_at:inconsistent"},
		"next week":     {object{"started_at": "2026-07-19", "ended_at": "2026-07-25", "date_precision": "week"}, "started_at:out_of_range"},
		"an interval":   {object{"date_precision": "interval"}, "date_precision:not_allowed"},
		"no trap":       {object{"traps": 0}, "traps:out_of_range"},
		"many traps":    {object{"traps": 10001}, "traps:out_of_range"},
		"half a trap":   {object{"traps": 1.5}, "traps:not_an_integer"},
		"nights":        {object{"nights": -1}, "nights:out_of_range"},
		"a long year":   {object{"nights": 367}, "nights:out_of_range"},
		"no unit":       {object{"effort": 3}, "effort_unit:missing"},
		"no effort":     {object{"effort_unit": "dip"}, "effort:missing"},
		"effort 0":      {object{"effort": 0, "effort_unit": "dip"}, "effort:out_of_range"},
		"less than 0":   {object{"effort": -2, "effort_unit": "dip"}, "effort:out_of_range"},
		"little effort": {object{"effort": 1e-320, "effort_unit": "dip"}, "effort:out_of_range"},
		"much effort":   {object{"effort": 1e10, "effort_unit": "dip"}, "effort:out_of_range"},
		"unit":          {object{"effort": 3, "effort_unit": "hour"}, "effort_unit:not_allowed"},
		"problem":       {object{"problem": "no"}, "problem:not_a_boolean"},
		"complete":      {object{"complete": 1}, "complete:not_a_boolean"},
		"one target":    {object{"target_taxa": "Culex"}, "target_taxa:not_an_array"},
		"blank target":  {object{"target_taxa": []string{"Culex", " "}}, "target_taxa:invalid_text"},
		"null target":   {object{"target_taxa": []any{nil}}, "target_taxa:invalid_text"},
		"long target":   {object{"target_taxa": []string{long}}, "target_taxa:invalid_text"},
		"many targets":  {object{"target_taxa": slices.Repeat([]string{"Culex"}, 501)}, "target_taxa:too_many"},
		"metadata":      {object{"metadata": []int{1}}, "metadata:invalid_metadata"},
		"unknown":       {object{"mood": "good"}, "mood:unknown_field"},
		"read-only":     {object{"id": "x", "effort_source": "stated", "specimens": 3}, "id:read_only effort_source:read_only specimens:read_only"},
		"all at once":   {object{"traps": 0, "ended_at": "x", "lure": 3, "problem": 1}, "ended_at:not_a_timestamp lure:not_a_string traps:out_of_range problem:not_a_boolean"},
	} {
		if got := strings.Join(s.Do(http.MethodPost, "/events", collection(c.changes)).Want(422).Wrong(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for _, body := range []string{"", "[]", "{", `{"event_id":"\u0000"}`} {
		if a := s.Do(http.MethodPost, "/events", body); a.Status != 422 {
			t.Errorf("%q: %d", body, a.Status)
		}
	}
	s.Do(http.MethodPost, "/events", "{}", "Content-Type", "text/plain").Want(415)
	if n := pgtest.Value[int](t, s.DB, "select count(*) from sampling_events"); n != 0 {
		t.Errorf("%d events are stored", n)
	}
}

// TestEffort: stated effort first, then traps x nights, then the nights between the days, for what may be a trap.
func TestEffort(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		changes object
		want    string
	}{
		"nothing":                 {nil, "null null null"},
		"traps x nights":          {object{"traps": 3, "nights": 2.5}, "7.5 trap_night stated"},
		"nights of one trap":      {object{"nights": 4}, "4 trap_night stated"},
		"effort before traps":     {object{"traps": 3, "nights": 2, "effort": 40, "effort_unit": "dip"}, "40 dip stated"},
		"traps without nights":    {object{"traps": 3}, "null null null"},
		"a moment":                {object{"nights": 1e-7}, "null null null"},
		"the least":               {object{"effort": 1e-6, "effort_unit": "dip"}, "0.000001 dip stated"},
		"no night":                {object{"traps": 3, "nights": 0, "started_at": "2012-08-10"}, "null null null"},
		"days":                    {object{"started_at": "2012-08-05"}, "6 trap_night derived"},
		"traps and days":          {object{"started_at": "2012-08-10", "traps": 5}, "5 trap_night derived"},
		"one day":                 {object{"started_at": "2012-08-11"}, "1 trap_night derived"},
		"31 days":                 {object{"started_at": "2012-07-11"}, "31 trap_night derived"},
		"32 days":                 {object{"started_at": "2012-07-10"}, "null null null"},
		"a night by the clock":    {object{"started_at": "2012-08-10T18:00:00-05:00", "ended_at": "2012-08-11T07:00:00-05:00"}, "1 trap_night derived"},
		"an evening by its clock": {object{"started_at": "2012-08-10T18:00:00-05:00", "ended_at": "2012-08-10T23:00:00-05:00"}, "1 trap_night derived"},
		"a week":                  {object{"started_at": "2012-08-05", "date_precision": "week"}, "null null null"},
		"larvae":                  {object{"started_at": "2012-08-10", "sampling_protocol": "Larval dipping"}, "null null null"},
		"landing":                 {object{"started_at": "2012-08-10", "sampling_protocol": "human landing catch"}, "null null null"},
		"a magnet":                {object{"started_at": "2012-08-10", "sampling_protocol": "Mosquito Magnet"}, "1 trap_night derived"},
	} {
		body := collection(c.changes)
		body["event_id"] = name
		if got := s.Do("POST", "/events", body).Want(201).Text("effort", "effort_unit", "effort_source"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestClock: times are shown on the clock that they were written by, and their days are those of that clock.
func TestClock(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(object{"started_at": "2012-08-10T22:30:00+02:00", "ended_at": "2012-08-11T00:30:00+02:00"})
	if got := a.Text("started_at", "ended_at", "date_precision"); got != "2012-08-10T22:30:00+02:00 2012-08-11T00:30:00+02:00 time" {
		t.Error(got)
	}
	if day := pgtest.Value[string](t, s.DB, "select first_day || ' ' || last_day from sampling_events"); day != "2012-08-10 2012-08-11" {
		t.Error(day)
	}
	b := s.create(object{"event_id": "offsets", "started_at": "2012-08-10T20:00:00+02:00", "ended_at": "2012-08-11T08:00:00+03:00"})
	if got := b.Text("started_at", "ended_at"); got != "2012-08-10T21:00:00+03:00 2012-08-11T08:00:00+03:00" {
		t.Errorf("two offsets: %s", got)
	}
	year := s.create(object{"event_id": "year", "started_at": "2011-01-01", "ended_at": "2011-12-31", "date_precision": "year"})
	if got := year.Text("started_at", "ended_at", "date_precision"); got != "2011-01-01 2011-12-31 year" {
		t.Errorf("a year: %s", got)
	}
	month := s.create(object{"event_id": "month", "started_at": "2026-07-01", "ended_at": "2026-07-31", "date_precision": "month"})
	if got := month.Text("started_at", "ended_at", "date_precision"); got != "2026-07-01 2026-07-31 month" {
		t.Errorf("a month that is not over: %s", got)
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(object{"target_taxa": []string{"Cx. pipiens", "culex_quinquefasciatus", "Mosquito novus", "culicidae", "Anopheles gambiae s.l."}})
	if got := a.Text("target_taxa"); got != `["Culex pipiens","Culex quinquefasciatus","Mosquito novus","Culicidae","Anopheles gambiae complex"]` {
		t.Error(got)
	}
	if got := a.Text("warnings"); !strings.Contains(got, "Mosquito novus") || strings.Contains(got, "Culicidae") {
		t.Error(got)
	}
}
