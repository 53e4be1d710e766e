package profiles

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// result is what became of a file.
type result struct {
	rows, records, absences int
	pools                   int
	pool                    *darwincore.Pool             // the last
	events                  map[string]*darwincore.Event // by id
	found                   map[string]int               // specimens by event
	problems                int                          // rows
	rejects                 map[string]int
	warnings                map[string]int
	first                   *darwincore.Record
	ids                     map[string]int
}

func read(t *testing.T, path string, o darwincore.Options) result {
	t.Helper()
	o.Now = func() time.Time { return time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC) }
	r, err := darwincore.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out := result{rejects: map[string]int{}, warnings: map[string]int{}, ids: map[string]int{}, events: map[string]*darwincore.Event{}, found: map[string]int{}}
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		out.rows++
		if e := row.Event; e != nil {
			if out.events[e.EventID] == nil {
				out.events[e.EventID] = e
			}
			if row.Record != nil {
				out.found[e.EventID] += row.Record.Count
			}
			if e.Problem {
				out.problems++
			}
		}
		if row.Pool != nil {
			out.pools++
			out.pool = row.Pool
		}
		switch {
		case row.Reject != "":
			out.rejects[row.Reject]++
			continue
		case row.Record == nil:
			continue
		case row.Record.Absent:
			out.absences++
		default:
			out.records++
		}
		if out.first == nil {
			out.first = row.Record
		}
		if row.Record.OccurrenceID != "" {
			out.ids[row.Record.OccurrenceID]++
		}
	}
	for _, w := range r.Warnings() {
		out.warnings[w.Message] += w.Count
	}
	return out
}

func load(t *testing.T, name string) darwincore.Options {
	t.Helper()
	p, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if p.Title == "" || p.URL == "" {
		t.Errorf("%s has no title or no address", name)
	}
	return p.Options()
}

// TestShipped reads a few rows as each source writes them.
func TestShipped(t *testing.T) {
	t.Parallel()
	rows := map[string]struct{ text, want string }{
		"neon": {
			"site,sampleID,trapkey,collectDate,week,scientificName,sex,count,identificationQualifier,decimalLatitude,decimalLongitude\n" +
				"GUAN,GUAN_032.20160224.0717,GUAN_032,2016-02-24,8,Wyeomyia vanduzeei,F,1.0,cf. species,17.970605,-66.829438\n",
			"Wyeomyia vanduzeei|cf. species|1|17.970605,-66.829438|2016-02-24|female|CDC CO2 light trap|GUAN_032.20160224.0717|US|GUAN_032",
		},
		"vectorsurv-collections": {
			"agency_code,collection_id,collection_date,species_display_name,sex_type,trap_acronym,num_count,site_code,collection_longitude,collection_latitude\n" +
				"AGENCY,1374818,2015-01-22,Cx pipiens,female,GRVD,3,136114,-121.141906046945,38.756612892275\n",
			"Culex pipiens||3|38.7566129,-121.141906|2015-01-22|female|GRVD|1374818||136114",
		},
		"vectorsurv-pools": {
			"id,collection_date,site_code,species_display_name,sex_type,trap_acronym,num_count,test_target_acronym,test_method_name,test_status_name,pool_longitude,pool_latitude\n" +
				"698307,2017-06-24,204101,Cx pipiens,female,BGSENT,10,WNV,RT-PCR,Confirmed,-121.192937238443,38.7439447396987\n",
			"Culex pipiens||0|38.7439447,-121.1929372|2017-06-24|female|BGSENT|||204101|698307 10 WNV RT-PCR positive 0001-01-01",
		},
		"chicago-mosquito-tests": {
			"SEASON YEAR,WEEK,TEST ID,BLOCK,TRAP,TRAP_TYPE,TEST DATE,NUMBER OF MOSQUITOES,RESULT,SPECIES,LATITUDE,LONGITUDE\n" +
				"2012,28,21021,65XX N OAK PARK AVE,T143,GRAVID,08/01/2012 02:08:53 AM,6,0,CULEX RESTUANS,41.9,-87.7\n",
			"Culex restuans||6|41.9,-87.7|2012-07-08/2012-07-14|female|GRAVID|2012:28:T143|US|T143|21021 6 West Nile virus  negative 2012-08-01",
		},
		"kraemer-2015": {
			"VECTOR,OCCURRENCE_ID,LOCATION_TYPE,Y,X,YEAR,COUNTRY\nAedes aegypti,1,Less than 25km,-3.22,40.07,2006-2008,Kenya\n",
			"Aedes aegypti||1|-3.22,40.07|2006-01-01/2008-12-31||||Kenya|<nil>",
		},
		"miread": {
			"Start Time (for collection),End Time (for collection),Location,Collection method,Taxonomy,Value,Unit(s) of measurement and observation,SampleID\n" +
				"2017-Jul-26,\"July 28, 2017\",\"40.697, -74.015\",CDC light trap,Culex pipiens,4,individuals,S1\n",
			"Culex pipiens||4|40.697,-74.015|2017-07-26/2017-07-28||CDC light trap|S1||<nil>",
		},
		"vectorbase": {
			"collection_ID,sample_ID,collection_start_date,collection_end_date,trap_ID,GPS_latitude,GPS_longitude,location_country,trap_type,species,developmental_stage,sex,sample_count\n" +
				"c1,s1,2018-05-01,2018-05-02,T9,28.5,-81.38,United States of America,CDC light trap,Aedes aegypti,adult,female,7\n",
			"Aedes aegypti||7|28.5,-81.38|2018-05-01/2018-05-02|female|CDC light trap|c1|United States of America|T9",
		},
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "rows.csv")
			if err := os.WriteFile(path, []byte(rows[name].text), 0o600); err != nil {
				t.Fatal(err)
			}
			out := read(t, path, load(t, name))
			r := out.first
			if p := out.pool; r == nil && p != nil {
				r = p.Mosquitoes
			}
			if r == nil {
				t.Fatalf("rejects %v", out.rejects)
			}
			got := fmt.Sprintf("%s|%s|%d|%v,%v|%s|%s|%s|%s|%s|%v", r.ScientificName, r.Qualifier, r.Count, r.Lat, r.Lon, r.Date, r.Sex,
				r.SamplingProtocol, r.EventID, r.StatedCountry, r.Metadata["locationID"])
			if p := out.pool; p != nil {
				got += fmt.Sprintf("|%s %d %s %s %s %s", p.PoolID, p.Size, p.Pathogen, p.Method, p.Result, p.TestedOn.Format(time.DateOnly))
			}
			if name == "kraemer-2015" && (*r.AccuracyM != 25_000 || r.Metadata["LOCATION_TYPE"] != "Less than 25km" || r.Licence != "CC0-1.0") {
				t.Errorf("read %+v", r)
			}
			if got != rows[name].want {
				t.Errorf("read %s\nwant %s", got, rows[name].want)
			}
		})
	}
}

// TestRealFiles imports the files of the sources with nothing but their profiles.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SKEETER_TESTDATA")
	if root == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	for _, test := range []struct {
		profile, path     string
		records, absences int
		events, zeros     int // events, and those that caught nothing
		pools             int
		rejects           string
	}{
		{"neon", "occurrence/neon-ten-sites.csv", 30355, 0, 10595, 0, 0, "map[]"},
		{"kraemer-2015", "occurrence/kraemer2015-aegypti-albopictus.csv", 40828, 0, 0, 0, 0, "map[no date:1238]"},
		{"vectorsurv-collections", "analytics/vectorsurv-sample-collections.csv", 4199, 0, 3756, 1, 0, "map[no name:1]"},
		{"vectorsurv-pools", "analytics/vectorsurv-sample-pools.csv", 0, 0, 0, 0, 2495, "map[no result of the test of the pool:5]"},
		{"chicago-mosquito-tests", "analytics/chicago-wnv-mosquito-tests.csv", 36149, 0, 24768, 4693, 36149, "map[no coordinates:316]"},
	} {
		t.Run(test.profile, func(t *testing.T) {
			t.Parallel()
			out := read(t, filepath.Join(root, test.path), load(t, test.profile))
			if out.records != test.records || out.absences != test.absences || fmt.Sprint(out.rejects) != test.rejects {
				t.Errorf("%d records, %d absences, rejects %v", out.records, out.absences, out.rejects)
			}
			if zeros := len(out.events) - len(out.found); len(out.events) != test.events || zeros != test.zeros {
				t.Errorf("%d events, %d caught nothing", len(out.events), zeros)
			}
			if out.pools != test.pools {
				t.Errorf("%d pools, want %d", out.pools, test.pools)
			}
			repeated := 0
			for _, n := range out.ids {
				repeated += n - 1
			}
			t.Logf("%d rows, %d repeat an id, warnings %v", out.rows, repeated, out.warnings)
		})
	}
}

// TestEventsOfRealFiles holds what events of known sources say of effort, targets and problems.
func TestEventsOfRealFiles(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SKEETER_TESTDATA")
	if root == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	for _, test := range []struct {
		profile, path, event string
		problems             int
		want                 string
	}{
		{"vectorsurv-collections", "analytics/vectorsurv-sample-collections.csv", "1374818", 30, "2015-01-22 day 6 trap_night stated GRVD 136114 []"},
		{"chicago-mosquito-tests", "analytics/chicago-wnv-mosquito-tests.csv", "2012:28:T916", 0, "2012-07-14 week <nil>   GRAVID T916 [Culex]"},
		{"neon", "occurrence/neon-ten-sites.csv", "GUAN_032.20160224.0717", 1191, "2016-02-24 day 13.9 trap_hour stated CDC CO2 light trap GUAN_032 []"},
	} {
		t.Run(test.profile, func(t *testing.T) {
			t.Parallel()
			out := read(t, filepath.Join(root, test.path), load(t, test.profile))
			e := out.events[test.event]
			if e == nil {
				t.Fatalf("%d events", len(out.events))
			}
			var work any
			if e.Effort != nil {
				work = *e.Effort
			}
			got := fmt.Sprintf("%s %s %v %s %s %s %s %v", e.Ended.Format(time.DateOnly), e.Precision, work, e.EffortUnit, e.EffortSource, e.SamplingProtocol, e.SiteID, e.Targets)
			if got != test.want || out.problems != test.problems {
				t.Errorf("read %s, %d rows with a problem\nwant %s", got, out.problems, test.want)
			}
		})
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "traps.yaml")
	text := "title: Traps\nmap: {species: [Name, Art], date: Tag}\nconstants: {country: BE}\nvalues: {status: {\"0\": absent}}\ndates: dmy\ncrs: EPSG:31370\nweeks: mmwr\nswap: true\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	o := p.Options()
	if p.Name != "traps" || o.Dates != "dmy" || o.CRS != "EPSG:31370" || o.Weeks != "mmwr" || !o.Swap || o.Map.Values["country"][""] != "BE" ||
		o.Map.Values["status"]["0"] != "absent" || len(o.Map.Likely["species"]) != 2 || o.Map.Likely["date"][0] != "Tag" {
		t.Errorf("read %+v", o)
	}
	for text, want := range map[string]string{
		"titel: x":                   "titel",
		"map: {speces: x}":           "did you mean species",
		"dates: dym":                 "no form of dates",
		"crs: Mars":                  "no coordinate reference system",
		"map: [x]":                   "cannot unmarshal",
		"weeks: lunar":               "weeks are",
		"values: {locality: {a: b}}": "what values of locality mean",
	} {
		if _, err := Parse("bad", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	if _, err := Load("nowhere"); !errors.Is(err, ErrUnknown) {
		t.Errorf("a profile that is not there: %v", err)
	}
}

// FuzzParse holds that any text is a profile or an error, and that the options of a profile are right.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, err := Text(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("x", data)
		if err == nil && p.Options().Validate() != nil {
			t.Fatalf("%q: %+v", data, p)
		}
	})
}
