package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Measuring of the analytics.
const (
	analyticsRounds = 25
	bareRounds      = 3
	areaVertices    = 5000
	areaRounds      = 25
)

// runAnalytics asks questions about sampling events, each with another filter, and compares them with a query that answers the same.
func (b *bench) runAnalytics(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	s := b.serve(ctx, "SKEETER_TILE_CACHE_MB=0")
	b.psql(ctx, "vacuum (analyze) observations; vacuum (analyze) sampling_events")
	b.makePools(ctx)
	b.describeEvents(ctx, s)
	draw := b.newDraw(ctx)
	b.makeSquares(ctx)
	b.measureQuestions(ctx, s, draw)
	b.measureRepeats(s, draw)
	b.measureAreas(ctx, s, draw)
	b.measureOneEvent(ctx, s, draw)
}

// benchPools is about how many pools are tested for West Nile virus.
const benchPools = 1_000_000

// makePools makes pools of the species that were caught, unless there are as many.
func (b *bench) makePools(ctx context.Context) {
	b.psql(ctx, fmt.Sprintf(`insert into pools (id, data_source_key, pool_id, event_id, geom, country_id, region_id, started_at, ended_at, date_precision,
			sampling_protocol, taxon_key, sex, size, pathogen, result)
		select gen_random_uuid(), e.data_source_key, 'bench ' || o.id, e.event_id, e.geom, e.country_id, e.region_id, e.started_at, e.ended_at, e.date_precision,
			e.sampling_protocol, o.taxon_key, 'female', 1 + floor(random() * 50)::int, 'West Nile virus', case when random() < 0.05 then 'positive' else 'negative' end
		from sampling_events e join observations o using (data_source_key, event_id)
		where (select count(*) from pools) < %[1]d and o.id::text < lpad(to_hex(least(%[1]d::bigint * 4294967296 / (select count(*) from observations), 4294967295)), 8, '0')`, benchPools))
	b.psql(ctx, "vacuum (analyze) pools")
}

func (b *bench) describeEvents(ctx context.Context, s *server) {
	body, _ := s.get(ctx, "/metrics")
	load, _ := os.ReadFile("/proc/loadavg")
	log, _ := os.ReadFile(filepath.Join(b.dir, "serve.log"))
	fmt.Printf("%-58s %s", "load of the machine", load)
	fmt.Printf("%-58s %12.0f\n", "records", metric(body, "skeeter_tile_index_rows"))
	fmt.Printf("%-58s %12s\n", "sampling events", strings.TrimSpace(b.psql(ctx, "select count(*) from sampling_events")))
	fmt.Printf("%-58s %12.1f s\n", "loading both", metric(body, "skeeter_tile_index_load_seconds"))
	for line := range bytes.Lines(log) {
		if bytes.Contains(line, []byte("tile index loaded")) {
			fmt.Printf("%s", line)
		}
	}
	fmt.Printf("%-58s %12.0f MB\n\n", "server memory after loading", must(s.resident()))
}

// draw makes the parameters of requests, the same on every run.
type draw struct {
	*rand.Rand
	species   []taxon
	countries []string
	places    [][2]float64
	areas     []string // ids
}

type taxon struct {
	id  string
	key int
}

func (b *bench) newDraw(ctx context.Context) *draw {
	d := &draw{Rand: rand.New(rand.NewPCG(3, 4))} //nolint:gosec // the same requests on every run
	for line := range strings.Lines(b.psql(ctx, "select t.id, t.key from taxa t where in_catalog and exists (select from observations where taxon_key = t.key) order by 1")) {
		var t taxon
		must(fmt.Sscanf(strings.ReplaceAll(line, "|", " "), "%s %d", &t.id, &t.key))
		d.species = append(d.species, t)
	}
	d.countries = strings.Fields(b.psql(ctx, "select country_id from sampling_events where country_id is not null group by 1 having count(*) > 500 order by 1"))
	for line := range strings.Lines(b.psql(ctx, "select ST_X(geom), ST_Y(geom) from sampling_events order by id limit 100")) {
		var lon, lat float64
		must(fmt.Sscanf(strings.ReplaceAll(line, "|", " "), "%g %g", &lon, &lat))
		d.places = append(d.places, [2]float64{lon, lat})
	}
	return d
}

func one[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

// dates are random, so that no answer is known.
func (d *draw) dates() (first, last time.Time) {
	first = time.Date(2005, 1, 1+d.IntN(2500), 0, 0, 0, 0, time.UTC)
	return first, first.AddDate(0, 0, 2500+d.IntN(2300))
}

func datesQuery(first, last time.Time) string {
	return "start_date=" + first.Format(time.DateOnly) + "&end_date=" + last.Format(time.DateOnly)
}

func (d *draw) someDates() string { return datesQuery(d.dates()) }

func (d *draw) box() string {
	at, w, h := one(d, d.places), 5+d.Float64()*40, 5+d.Float64()*30
	return fmt.Sprintf("bbox=%.3f,%.3f,%.3f,%.3f", max(at[0]-w/2, -180), max(at[1]-h/2, -85), min(at[0]+w/2, 180), min(at[1]+h/2, 85))
}

// question is a kind of request. bare is a query that answers the same as the last request, "" for none.
type question struct {
	name  string
	limit float64 // of p95, in milliseconds
	make  func() (path, bare string)
}

// bareRate is the rate of a taxon ("true" for all) over events by SQL.
func bareRate(taxon, events, bin string) string {
	return `select e.sampling_protocol, ` + bin + `, count(*), sum(coalesce(o.n, 0)), sum(e.effort), sum(coalesce(o.n, 0)) / sum(e.effort)
		from sampling_events e left join (select data_source_key, event_id, sum(count) as n from observations where ` + taxon + ` and status <> 'rejected'
			and (sex is null or lower(sex) = 'female') and (life_stage is null or lower(life_stage) = 'adult') group by 1, 2) o using (data_source_key, event_id)
		where not e.problem and e.effort_unit = 'trap_night' and complete is distinct from false and ` + events + ` group by 1, 2`
}

func (d *draw) questions() []question {
	const trapNights, week = "unit=trap_night", "date_trunc('week', e.ended_at)"
	days := func(column string) (query, where string) {
		first, last := d.dates()
		return datesQuery(first, last), fmt.Sprintf("%s >= '%s' and %s < '%s'", column, first.Format(time.DateOnly), column, last.AddDate(0, 0, 1).Format(time.DateOnly))
	}
	bareSeries := func(where, bin string) string {
		return `select date_trunc('` + bin + `', observed_at), count(*), sum(count), count(distinct taxon_key) from observations where status <> 'rejected' and ` + where + ` group by 1`
	}
	const pathogen = "pathogen=West+Nile+virus"
	year := func() string { return fmt.Sprintf("year=%d&%s", 2015+d.IntN(9), d.someDates()) }
	species := func() string { return "species=" + one(d, d.species).id }
	firstYears := func() string {
		return "start_date=" + time.Date(2005, 1, d.IntN(300), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	country := func() string { return "country=" + one(d, d.countries) }
	area := func() string { return "area=" + one(d, d.areas) }
	path := func(parts ...string) (string, string) { return strings.Join(parts, "&"), "" }
	return []question{
		{"timeseries", 150, func() (string, string) {
			query, where := days("observed_at")
			return "timeseries?" + query, bareSeries(where, "month")
		}},
		{"timeseries by week, species", 150, func() (string, string) {
			query, where := days("observed_at")
			t := one(d, d.species)
			return "timeseries?interval=week&species=" + t.id + "&" + query, bareSeries(fmt.Sprintf("taxon_key = %d and %s", t.key, where), "week")
		}},
		{"timeseries by day, bbox", 150, func() (string, string) { return path("timeseries?interval=day", d.box(), d.someDates()) }},
		{"seasonality", 150, func() (string, string) {
			query, where := days("e.ended_at")
			return "seasonality?" + trapNights + "&" + query, bareRate("true", where, "date_trunc('month', e.ended_at)")
		}},
		{"seasonality by week, species", 150, func() (string, string) {
			return path("seasonality?interval=week", trapNights, species(), d.someDates())
		}},
		{"abundance, species", 300, func() (string, string) {
			query, where := days("e.ended_at")
			t := one(d, d.species)
			return "abundance?" + trapNights + "&species=" + t.id + "&" + query, bareRate(fmt.Sprintf("taxon_key = %d", t.key), where, "1")
		}},
		{"abundance by week, species", 300, func() (string, string) {
			query, where := days("e.ended_at")
			t := one(d, d.species)
			return "abundance?interval=week&" + trapNights + "&species=" + t.id + "&" + query, bareRate(fmt.Sprintf("taxon_key = %d", t.key), where, week)
		}},
		{"abundance by week, country", 300, func() (string, string) {
			return path("abundance?interval=week", trapNights, country(), d.someDates())
		}},
		{"abundance by species, country", 300, func() (string, string) {
			return path("abundance?by=species", trapNights, country(), d.someDates())
		}},
		{"abundance by week, area of 5,000 vertices", 300, func() (string, string) {
			return path("abundance?interval=week", trapNights, area(), d.someDates())
		}},
		{"anomaly, species", 300, func() (string, string) { return path("anomaly?interval=week", trapNights, species(), year()) }},
		{"anomaly, country", 300, func() (string, string) { return path("anomaly?interval=week", trapNights, country(), year()) }},
		{"anomaly, area of 5,000 vertices", 300, func() (string, string) { return path("anomaly?interval=week", trapNights, area(), year()) }},
		{"abundance of all", 1000, func() (string, string) {
			query, where := days("e.ended_at")
			return "abundance?" + trapNights + "&" + query, bareRate("true", where, "1")
		}},
		{"abundance of all by week", 1000, func() (string, string) {
			query, where := days("e.ended_at")
			return "abundance?interval=week&" + trapNights + "&" + query, bareRate("true", where, week)
		}},
		{"abundance of all by species", 1000, func() (string, string) { return path("abundance?by=species", trapNights, d.someDates()) }},
		{"abundance of all by site", 1000, func() (string, string) { return path("abundance?by=site", trapNights, d.someDates()) }},
		{"anomaly of all", 1000, func() (string, string) { return path("anomaly?interval=week", trapNights, year()) }},
		{"presence, species", 1000, func() (string, string) {
			return path("presence?"+atCells, trapNights, species(), d.someDates())
		}},
		{"presence of all", 1000, func() (string, string) {
			return path("presence?"+atCells, trapNights, d.someDates())
		}},
		{"presence by country, species", 1000, func() (string, string) { return path("presence?by=country", trapNights, species(), d.someDates()) }},
		{"hotspots of all", 2000, func() (string, string) { return path("hotspots?"+atCells, pooled, trapNights, d.someDates()) }},
		{"hotspots, share of a species", 2000, func() (string, string) {
			return path("hotspots?basis=share&"+atCells, species(), d.someDates())
		}},
		{"trend of 2,000 areas over 20 years", 2000, func() (string, string) {
			return path("trend?set="+squares, pooled, trapNights, firstYears())
		}},
		{"trend of 2,000 areas by month", 2000, func() (string, string) {
			return path("trend?seasonal=month&set="+squares, pooled, trapNights, firstYears())
		}},
		{"infection", 300, func() (string, string) { return path("infection?"+pathogen, d.someDates()) }},
		{"infection by week", 300, func() (string, string) { return path("infection?interval=week&"+pathogen, d.someDates()) }},
		{"infection by month, species", 300, func() (string, string) { return path("infection?interval=month&"+pathogen, species(), d.someDates()) }},
		{"vector index by month, country", 1000, func() (string, string) {
			return path("vector_index?interval=month&"+pathogen, trapNights, country(), "genus=Culex", d.someDates())
		}},
		{"spread", 1000, func() (string, string) { return path("spread?"+atCells, species(), d.someDates()) }},
		{"richness by country", 1000, func() (string, string) { return path("richness?by=country&size=100", pooled, d.someDates()) }},
	}
}

// atCells takes the resolution at which the sites of ten million records lie in about 10,000 cells.
const atCells = "resolution=6"

// pooled takes the events of all protocols.
const pooled = "pool_protocols=true"

// squares is the set of areas of a trend: the 2,000 squares of a degree that have most events.
const squares = "bench-squares"

func (b *bench) makeSquares(ctx context.Context) {
	b.psql(ctx, `insert into areas (id, set, name, geom, area_km2, vertices)
		select format('bench-square-%s-%s', w + 180, s + 90), '`+squares+`', format('%s, %s', w, s), ST_Multi(ST_MakeEnvelope(w, s, w + 1, s + 1, 4326)), 1, 5
		from (select floor(ST_X(geom))::int as w, floor(ST_Y(geom))::int as s from sampling_events group by 1, 2 order by count(*) desc, 1, 2 limit 2000) square
		on conflict do nothing`)
}

func (b *bench) measureQuestions(ctx context.Context, s *server, d *draw) {
	for range 5 {
		d.areas = append(d.areas, s.drawArea(ctx, d.ring()))
	}
	c := must(dial(s.base, "Accept-Encoding: identity"))
	fmt.Printf("%-45s %8s %8s %8s %10s %7s %9s %9s %7s\n", "cold, one client: milliseconds", "median", "p95", "worst", "processor", "goal", "kB each", "psql", "ratio")
	for _, q := range d.questions() {
		var times, spentOn []time.Duration
		var size int64
		pid := s.cmd.Process.Pid
		for range analyticsRounds {
			path, _ := q.make()
			before := must(spent(pid))
			got := must(c.get("/api/v1/analytics/"+path, ""))
			spentOn = append(spentOn, must(spent(pid))-before)
			times, size = append(times, got.took), size+got.bytes
		}
		fmt.Printf("%-45s %8.1f %8.1f %8.1f %10.1f %7.0f %9.1f", q.name, ms(median(times)), ms(quantile(times, .95)), ms(times[len(times)-1]), ms(median(spentOn)),
			q.limit, float64(size)/1000/analyticsRounds)
		if psql, ratio := b.againstBare(ctx, c, q); psql > 0 {
			fmt.Printf(" %9.1f %7.3f", ms(psql), ratio)
		}
		fmt.Println()
	}
	fmt.Println()
}

// againstBare times requests and their query in turn.
func (b *bench) againstBare(ctx context.Context, c *client, q question) (psql time.Duration, ratio float64) {
	var times []time.Duration
	var ratios []float64
	for range bareRounds {
		path, bare := q.make()
		if bare == "" {
			return 0, 0
		}
		got := must(c.get("/api/v1/analytics/"+path, ""))
		took := timing(b.psql(ctx, "\\timing on\n\\o /dev/null\n"+oneLine(bare)+";\n"))
		times, ratios = append(times, took), append(ratios, got.took.Seconds()/took.Seconds())
	}
	return median(times), median(ratios)
}

// measureRepeats asks the same again, with the tag of the answer and without.
func (b *bench) measureRepeats(s *server, d *draw) {
	c := must(dial(s.base, "Accept-Encoding: identity"))
	var same, known []time.Duration
	for _, q := range d.questions() {
		path, _ := q.make()
		first := must(c.get("/api/v1/analytics/"+path, ""))
		for range 5 {
			known = append(known, must(c.get("/api/v1/analytics/"+path, "")).took)
			got := must(c.get("/api/v1/analytics/"+path, "If-None-Match: "+first.etag+"\r\n"))
			if got.status != http.StatusNotModified {
				check(fmt.Errorf("%s: status %d, not 304", path, got.status))
			}
			same = append(same, got.took)
		}
	}
	for _, kind := range []struct {
		name  string
		times []time.Duration
	}{{"asked again: the answer that was kept", known}, {"asked again with If-None-Match: 304", same}} {
		fmt.Printf("%-58s median %6.2f ms, p95 %6.2f ms (under 5)\n", kind.name, ms(median(kind.times)), ms(quantile(kind.times, .95)))
	}
	fmt.Println()
}

// ring is a polygon around a place, in which most of the box around it lies.
func (d *draw) ring() [][2]float64 {
	at, size := one(d, d.places), 3+d.Float64()*5
	at[1] = max(min(at[1], 60), -60)
	at[0] = max(min(at[0], 170), -170)
	ring := make([][2]float64, areaVertices+1)
	for i := range areaVertices {
		angle, radius := 2*math.Pi*float64(i)/areaVertices, size*(0.95+0.05*d.Float64())
		ring[i] = [2]float64{at[0] + radius*math.Cos(angle), at[1] + radius*math.Sin(angle)}
	}
	ring[areaVertices] = ring[0]
	return ring
}

// drawArea stores a polygon and returns its id.
func (s *server) drawArea(ctx context.Context, ring [][2]float64) string {
	body := must(json.Marshal(map[string]any{"type": "Polygon", "coordinates": [][][2]float64{ring}}))
	r := must(http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/v1/areas", bytes.NewReader(body)))
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	check(err)
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	var area struct{ ID string }
	text := must(io.ReadAll(resp.Body))
	if resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusOK { // 200: an earlier run drew it
		check(fmt.Errorf("POST /areas: %s %s", resp.Status, text))
	}
	check(json.Unmarshal(text, &area))
	return area.ID
}

// measureAreas compares areas of 5,000 vertices with the boxes around them, on a tile and on /stats, each new to the server. Tiles take no
// bbox: there the box is an area with four corners.
func (b *bench) measureAreas(ctx context.Context, s *server, d *draw) {
	c := must(dial(s.base, "Accept-Encoding: identity"))
	for _, tile := range []bool{true, false} {
		var areas, boxes []time.Duration
		var ratios []float64
		for range areaRounds {
			ring := d.ring()
			west, south, east, north := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
			for _, p := range ring {
				west, east, south, north = min(west, p[0]), max(east, p[0]), min(south, p[1]), max(north, p[1])
			}
			path, box := "/api/v1/stats?", fmt.Sprintf("bbox=%.7f,%.7f,%.7f,%.7f", west, south, east, north)
			if tile {
				path = fmt.Sprintf("/api/v1/tiles/observations/%d/%d/%d.mvt?", tileZoom, tileX((west+east)/2), tileY((south+north)/2))
				box = "area=" + s.drawArea(ctx, [][2]float64{{west, south}, {east, south}, {east, north}, {west, north}, {west, south}})
			}
			dates := "&" + d.someDates()
			ofArea := must(c.get(path+"area="+s.drawArea(ctx, ring)+dates, "")).took
			ofBox := must(c.get(path+box+dates, "")).took
			areas, boxes, ratios = append(areas, ofArea), append(boxes, ofBox), append(ratios, ofArea.Seconds()/ofBox.Seconds())
		}
		name := "/stats"
		if tile {
			name = fmt.Sprintf("tile of zoom %d", tileZoom)
		}
		fmt.Printf("%-20s area of %d vertices %6.2f ms, p95 %6.2f; its box %6.2f ms, p95 %6.2f; ratio %5.2f (at most 3)\n", name, areaVertices,
			ms(median(areas)), ms(quantile(areas, .95)), ms(median(boxes)), ms(quantile(boxes, .95)), median(ratios))
	}
	fmt.Println()
}

const tileZoom = 4

func tileX(lon float64) int { return int((lon/360 + 0.5) * (1 << tileZoom)) }

func tileY(lat float64) int {
	y := math.Log(math.Tan(math.Pi/4 + lat*math.Pi/360))
	return int((0.5 - y/(2*math.Pi)) * (1 << tileZoom))
}

// measureOneEvent changes an event and asks until the answer has another tag.
func (b *bench) measureOneEvent(ctx context.Context, s *server, d *draw) {
	c := must(dial(s.base, "Accept-Encoding: identity"))
	path := "/api/v1/analytics/abundance?unit=trap_night&country=" + one(d, d.countries)
	var shown []time.Duration
	for range bareRounds {
		before := must(c.get(path, "")).etag
		began := time.Now()
		b.psql(ctx, "update sampling_events set updated_at = now(), remarks = 'changed '||clock_timestamp() where id = (select id from sampling_events limit 1)")
		for must(c.get(path, "")).etag == before {
			time.Sleep(5 * time.Millisecond)
		}
		shown = append(shown, time.Since(began))
	}
	fmt.Printf("%-58s %12.0f ms\n", "a changed event, until an answer has it, median", ms(median(shown)))
}
