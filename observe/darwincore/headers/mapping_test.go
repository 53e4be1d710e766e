package headers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseMapping(t *testing.T) {
	t.Parallel()
	m, err := ParseMapping(`species="VECTOR, name",lat=Y,"lon"="a=b",date="the ""day""",country:=BE,status:0=absent,status:1=present,notes:"a,b"=c, individualCount=N#2`)
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
		"protocol:a=b,trap_type:c=d": "mean the same",
		"status:A=absent,status:a=b": `says twice what "a" means`,
		"locality:a=b":               "what values of locality mean",
	} {
		m, err := ParseMapping(in)
		if err == nil {
			err = m.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", in, err, want)
		}
	}
}

func TestSetConstant(t *testing.T) {
	t.Parallel()
	var m Mapping
	if err := m.SetConstant("target", "Culex"); err != nil || m.Values["target"][""] != "Culex" {
		t.Errorf("the map is %+v, %v", m, err)
	}
	if err := m.SetConstant("target", "Aedes"); err == nil {
		t.Error("a map takes two constants for one key")
	}
}

// TestTwinsOfAProfile holds that a profile whose tables or columns have two keys for one term is refused.
func TestTwinsOfAProfile(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]Mapping{
		"values": {Values: map[string]map[string]string{"status": {"x": "absent"}, "occurrenceStatus": {"x": "present"}}},
		"likely": {Likely: map[string][]string{"protocol": {"a"}, "trap_type": {"b"}}},
	} {
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), "mean the same") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestOver holds that a map adds to the tables of a profile, and that what the map says comes first.
func TestOver(t *testing.T) {
	t.Parallel()
	profile := Mapping{
		Likely: map[string][]string{"scientificName": {"Taxon"}, "lat": {"Y"}},
		Values: map[string]map[string]string{"occurrenceStatus": {"0": "absent", "X": "present"}, "country": {"": "BE"}},
	}
	m := Mapping{Columns: map[string]string{"species": "VECTOR"}, Values: map[string]map[string]string{"status": {"x": "absent"}, "sex": {"m": "male"}}}
	want := Mapping{
		Columns: map[string]string{"species": "VECTOR"},
		Likely:  map[string][]string{"lat": {"Y"}},
		Values: map[string]map[string]string{
			"status": {"x": "absent", "0": "absent"}, "country": {"": "BE"}, "sex": {"m": "male"},
		},
	}
	if got := m.Over(profile); !reflect.DeepEqual(got, want) || got.Check() != nil {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if len(m.Values["status"]) != 1 || len(profile.Values["occurrenceStatus"]) != 2 {
		t.Error("Over changes what it merges")
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
	for header, want := range map[string]string{
		"VECTOR,Y,X,YEAR":                     "did you mean --map species=VECTOR,lat=Y,lon=X?",
		"species,Latitudde N,longtitude,year": "lon=longtitude",
	} {
		err := NewLayout(strings.Split(header, ","), Mapping{}, false).Check(false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", header, err, want)
		}
	}
}

// FuzzParseMap holds that what is read is right or an error, and that a layout can be made of it.
func FuzzParseMapping(f *testing.F) {
	f.Add(`species="VECTOR, name",lat=Y,country:=BE,status:0=absent`, "VECTOR, name|Y|x|x")
	f.Add("count=n#2", "n|n|N|Latitude (dd)")
	f.Fuzz(func(t *testing.T, s, header string) {
		m, err := ParseMapping(s)
		if err != nil || m.Check() != nil {
			m = Mapping{}
		}
		columns := strings.Split(header, "|")
		l := NewLayout(columns, m, false)
		_, _, _ = l.CheckMap(m), l.Check(false), l.CheckTwice()
		for _, suggestion := range Suggest(columns) {
			if _, err := l.find(suggestion.Column); err != nil {
				t.Fatalf("%q: %v", suggestion.Column, err)
			}
		}
	})
}
