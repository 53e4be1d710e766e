package darwincore

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseMap(t *testing.T) {
	t.Parallel()
	m, err := ParseMap(`species="VECTOR, name",lat=Y,"lon"="a=b",date="the ""day""",country:=BE,status:0=absent,status:1=present,notes:"a,b"=c, individualCount=N#2`)
	if err != nil {
		t.Fatal(err)
	}
	want := Mapping{
		Columns: map[string]string{"species": "VECTOR, name", "lat": "Y", "lon": "a=b", "date": `the "day"`, "individualCount": "N#2"},
		Values:  map[string]map[string]string{"country": {"": "BE"}, "status": {"0": "absent", "1": "present"}, "notes": {"a,b": "c"}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("read %+v", m)
	}
	for in, want := range map[string]string{
		"speces=VECTOR":              "did you mean species?",
		"species":                    "write species=COLUMN",
		"country:BE":                 "write country:WRITTEN=VALUE",
		`species="x`:                 "a quote of the map has no end",
		"species=a,species=b":        "stands twice in the map",
		"status:0=a,status:0=b":      `says twice what "0" means`,
		"protocol=a,trap_type=b":     "mean the same",
		"species=a,scientificName=b": "mean the same",
		"locality:a=b":               "what values of locality mean",
	} {
		m, err := ParseMap(in)
		if err == nil {
			err = Options{Map: m}.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", in, err, want)
		}
	}
}

func TestMapOfValues(t *testing.T) {
	t.Parallel()
	mapping, err := ParseMap("species=art,status=RESULT,status:0=absent,status:1=present,status:NA=absent,country:=BE,site=trap,locality:=Ghent,count:=2,protocol:=BG-Sentinel")
	if err != nil {
		t.Fatal(err)
	}
	out := readText(t, "m.csv", "art,decimalLatitude,decimalLongitude,eventDate,RESULT,trap,individualCount\n"+
		"Aedes,1,2,2007,1,T1,\nAedes,1,2,2007,1,T1,7\nAedes,1,2,2007,present,,\n", Options{Map: mapping})
	if len(out.records) != 3 {
		t.Fatal(out.rejects)
	}
	r := out.records[0]
	if r.Count != 2 || r.StatedCountry != "BE" || r.SamplingProtocol != "BG-Sentinel" || fmt.Sprint(r.Metadata) != "map[RESULT:1 country:BE locality:Ghent locationID:T1]" {
		t.Errorf("read %+v", r)
	}
	if out.records[1].Count != 7 {
		t.Errorf("a constant stands for what is written: %+v", out.records[1])
	}
	delete(mapping.Values, "count")
	out = readText(t, "m.csv", "art,decimalLatitude,decimalLongitude,eventDate,RESULT\nAedes,1,2,2007,0\nAedes,1,2,2007,NA\n", Options{Map: Mapping{Columns: map[string]string{"species": "art", "status": "RESULT"}, Values: mapping.Values}})
	if len(out.records) != 2 || !out.records[0].Absent || !out.records[1].Absent {
		t.Errorf("%+v, %v", out.records, out.rejects)
	}
}

func TestPlainHeaders(t *testing.T) {
	t.Parallel()
	for header, taken := range map[string]string{
		"species,lat,lon,date,count": `"lat" as decimalLatitude, "lon" as decimalLongitude, "date" as eventDate, "count" as individualCount, "species" as scientificName`,
		"Scientific Name,Latitude (WGS84),Long,Collection Date,Number of mosquitoes": `"Scientific Name" as scientificName`,
		"especie,latitud,longitud,fecha,cantidad":                                    `"fecha" as eventDate`,
		"Espèce,latitude,longitude,Date de capture,Effectif":                         `"Effectif" as individualCount`,
		"вид,широта,долгота,дата,количество":                                         `"широта" as decimalLatitude`,
	} {
		out := readText(t, "p.csv", header+"\nAedes vexans,1.25,2.25,2007-05-06,3\n", Options{})
		if len(out.records) != 1 || out.records[0].Lat != 1.25 || out.records[0].Count != 3 || out.records[0].Date.String() != "2007-05-06" {
			t.Errorf("%s: %+v, %v", header, out.records, out.rejects)
		}
		noted := false
		for message := range out.warnings {
			noted = noted || strings.HasPrefix(message, "columns understood by their names: ") && strings.Contains(message, taken)
		}
		if !noted {
			t.Errorf("%s: notes %v", header, out.warnings)
		}
	}
	// Plain words beside Darwin Core's names: a count of 0 is an absence, and a date counts before a year.
	out := readText(t, "p.csv", "scientificName,decimalLatitude,decimalLongitude,year,date,Number of mosquitoes\nAedes,1,2,2006,2007-05-06,0\n", Options{})
	if r := out.records[0]; !r.Absent || r.Date.String() != "2007-05-06" || r.Flags&DateConflict == 0 {
		t.Errorf("read %+v, %v", r, out.warnings)
	}
	// A column that may be the count or the status makes no presence of nothing.
	out = readText(t, "p.csv", basic+",Number,status\nAedes,1,2,2007,3,\nAedes,1,2,2007,0,\nAedes,1,2,2007,3,absent\nAedes,1,2,2007,3,negative\n", Options{})
	if len(out.records) != 2 || out.rejects[errMayBeZero.Error()] != 1 || out.rejects[errMayBeAbsent.Error()] != 1 || out.warnings[`"Number" may be the count: name it with --map count=COLUMN`] != 1 {
		t.Errorf("read %d records, %v, %v", len(out.records), out.rejects, out.warnings)
	}
}

func TestColumnsThatStandTwice(t *testing.T) {
	t.Parallel()
	text := basic + ",count,count,x,x\nAedes,1,2,2007,3,4,a,b\n"
	_, err := Open(writeFile(t, "t.csv", text), Options{})
	var twins *DuplicateColumnError
	if !errors.As(err, &twins) || !slices.Equal(twins.Columns, []string{"count#1", "count#2"}) || !strings.Contains(err.Error(), "--map count='count#1'") {
		t.Errorf("error %v", err)
	}
	out := readText(t, "t.csv", text, Options{Map: Mapping{Columns: map[string]string{"count": "count#2"}}})
	if r := out.records[0]; r.Count != 4 || r.Metadata["count"] != "3" || r.Metadata["x_2"] != "b" {
		t.Errorf("read %+v", r)
	}
	if _, err := Open(writeFile(t, "t.csv", text), Options{Map: Mapping{Columns: map[string]string{"count": "count"}}}); err == nil || !strings.Contains(err.Error(), "count#2") {
		t.Errorf("error %v", err)
	}
	_, err = Open(writeFile(t, "t.csv", basic+",dwc:eventDate\nAedes,1,2,2007,2008\n"), Options{})
	if !errors.As(err, &twins) {
		t.Errorf("error %v", err)
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range Suggest([]string{"VECTOR", "Y", "X", "Latitudde", "collection date", "abundance", "abundance", "habitat", "sex", "week"}) {
		got = append(got, fmt.Sprintf("%s=%s %v", s.Key, s.Column, s.Sure))
		if s.Reason == "" || s.Term == "" {
			t.Errorf("%+v", s)
		}
	}
	want := []string{"date=collection date true", "sex=sex true", "species=VECTOR false", "lat=Y false", "lon=X false", "count=abundance#1 false"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	_, err := Open(writeFile(t, "s.csv", "VECTOR,Y,X,YEAR\nAedes,1,2,2007\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), "did you mean --map species=VECTOR,lat=Y,lon=X?") {
		t.Errorf("error %v", err)
	}
	_, err = Open(writeFile(t, "s.csv", "species,Latitudde N,longtitude,year\nAedes,1,2,2007\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), "lon=longtitude") {
		t.Errorf("error %v", err)
	}
}

// FuzzParseMap holds that what is read is right or an error, and that a layout can be made of it.
func FuzzParseMap(f *testing.F) {
	f.Add(`species="VECTOR, name",lat=Y,country:=BE,status:0=absent`, "VECTOR, name|Y|x|x")
	f.Add("count=n#2", "n|n|N|Latitude (dd)")
	f.Fuzz(func(t *testing.T, s, header string) {
		m, err := ParseMap(s)
		if err != nil || (Options{Map: m}).Validate() != nil {
			m = Mapping{}
		}
		columns := strings.Split(header, "|")
		l := newLayout(columns, m, false)
		_, _, _ = l.checkMap(m), l.check(), l.checkTwice()
		for _, suggestion := range Suggest(columns) {
			if _, err := l.find(suggestion.Column); err != nil {
				t.Fatalf("%q: %v", suggestion.Column, err)
			}
		}
	})
}
