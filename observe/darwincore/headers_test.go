package darwincore

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

func TestHeaders(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]string{
		"upper case": "SCIENTIFICNAME,DECIMALLATITUDE,DECIMALLONGITUDE,EVENTDATE",
		"prefixed":   "dwc:scientificName,dwc:decimalLatitude,dwc:decimalLongitude,dwc:eventDate",
		"URLs":       "http://rs.tdwg.org/dwc/terms/scientificName,http://rs.tdwg.org/dwc/terms/decimalLatitude,http://rs.tdwg.org/dwc/terms/decimalLongitude,http://rs.tdwg.org/dwc/terms/eventDate",
		"exported":   "species_scientific_name,latitude,longitude,observed_at",
		"short":      " species , lat , lng , year ",
	} {
		r := one(t, header, "Aedes vexans,1.5,2.5,2007")
		if r.ScientificName != "Aedes vexans" || r.Lat != 1.5 || r.Lon != 2.5 || r.Date.String() != "2007" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	r := one(t, "id,gbifID,occurrenceID,genus,specificEpithet,infraspecificEpithet,lat,decimalLatitude,decimalLongitude,year,x,x,dwc:habitat",
		"1,2,o3,aedes,vexans,nipponii,77,1,2,2007,a,b,marsh")
	want := map[string]any{"id": "1", "gbifID": "2", "genus": "aedes", "specificEpithet": "vexans", "infraspecificEpithet": "nipponii", "lat": "77", "x": "a", "x_2": "b", "habitat": "marsh"}
	if r.ScientificName != "Aedes vexans nipponii" || r.OccurrenceID != "o3" || r.Lat != 1 || !maps.Equal(r.Metadata, want) {
		t.Errorf("read %+v", r)
	}
	if r := one(t, "ID,"+basic, "7,Aedes,1,2,2007"); r.OccurrenceID != "7" {
		t.Errorf("ID is not the id: %+v", r)
	}
	if r := one(t, "gbifID,"+basic, "7,Aedes,1,2,2007"); r.OccurrenceID != "7" || r.Metadata["gbifID"] != "7" {
		t.Errorf("gbifID is not the id: %+v", r)
	}
	r = one(t, basic+",scientificNameAuthorship", `"Aedes vexans Meigen, 1830",1,2,2007,"Meigen, 1830"`)
	if r.ScientificName != "Aedes vexans" || r.Metadata["scientificNameAuthorship"] != "Meigen, 1830" {
		t.Errorf("read %+v", r)
	}
}

func TestMap(t *testing.T) {
	t.Parallel()
	mapping, err := headers.ParseMapping("species=VECTOR, lat=Y,lon=x,date=YEAR,id=N,source=STUDY")
	if err != nil {
		t.Fatal(err)
	}
	text := "VECTOR,N,Y,X,YEAR,STUDY,scientificName\nAedes aegypti,1,-3.2,40.07,1958,Smith 1960,Aë\n"
	out := readText(t, "study.csv", text, Options{Map: mapping})
	r := out.records[0]
	if r.ScientificName != "Aedes aegypti" || r.OccurrenceID != "1" || r.Lat != -3.2 || r.Lon != 40.07 || r.Date.String() != "1958" ||
		r.Metadata["source"] != "Smith 1960" || r.Metadata["scientificName"] != "Aë" {
		t.Errorf("read %+v", r)
	}
	if out.source.Name != "study" {
		t.Errorf("the source is %q", out.source.Name)
	}
	for _, in := range []string{"speces=VECTOR", "species", "species=", "species=A,species=B"} {
		if _, err := headers.ParseMapping(in); err == nil {
			t.Errorf("ParseMapping(%q) does not fail", in)
		}
	}
	if _, err := headers.ParseMapping("speces=VECTOR"); err == nil || !strings.Contains(err.Error(), "life_stage") {
		t.Errorf("the error does not list the keys: %v", err)
	}
	path := filetest.Write(t, "study.csv", text)
	for _, bad := range []map[string]string{{"species": "NAME"}, {"where": "X"}, {"species": "VECTOR", "id": "VECTOR"}} {
		if _, err := Open(t.Context(), path, Options{Map: headers.Mapping{Columns: bad}}); err == nil {
			t.Errorf("Open with the map %v does not fail", bad)
		}
	}
	if _, err := Open(t.Context(), path, Options{Map: headers.Mapping{Columns: map[string]string{"species": "NAME"}}}); err == nil || !strings.Contains(err.Error(), `"VECTOR"`) {
		t.Errorf("the error does not list the columns: %v", err)
	}
}

func TestMapOfValues(t *testing.T) {
	t.Parallel()
	mapping, err := headers.ParseMapping("species=art,status=RESULT,status:0=absent,status:1=present,status:NA=absent,country:=BE,site=trap,locality:=Ghent,count:=2,protocol:=BG-Sentinel")
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
	out = readText(t, "m.csv", "art,decimalLatitude,decimalLongitude,eventDate,RESULT\nAedes,1,2,2007,0\nAedes,1,2,2007,NA\n", Options{Map: headers.Mapping{Columns: map[string]string{"species": "art", "status": "RESULT"}, Values: mapping.Values}})
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

func TestNoteOfTheID(t *testing.T) {
	t.Parallel()
	for header, noted := range map[string]bool{"id": true, "ID": true, "id,occurrenceID": false, "occurrenceID": false, "feature_id": false} {
		out := readText(t, "i.csv", basic+","+header+"\nAedes,1,2,2007,7\n", Options{})
		note := fmt.Sprintf("columns understood by their names: %q as occurrenceID", header)
		if got := strings.Contains(fmt.Sprint(out.warnings), "as occurrenceID"); got != noted || noted && out.warnings[note] != 1 {
			t.Errorf("%s: %v", header, out.warnings)
		}
	}
}

func TestHelpWithTheHeader(t *testing.T) {
	t.Parallel()
	const note = `"Time" may be the time of day: name it with --map time=COLUMN`
	if out := readText(t, "t.csv", basic+",Time\nAedes,1,2,2007,30\n", Options{}); out.warnings[note] != 1 || out.records[0].Metadata["Time"] != "30" {
		t.Errorf("notes %v", out.warnings)
	}
	if out := readText(t, "t.csv", basic+",Time,eventTime\nAedes,1,2,2007-05-06,30,10:30Z\n", Options{}); out.warnings[note] != 0 {
		t.Errorf("notes %v", out.warnings)
	}
	const hint = "if the header stands in a later line, remove what is above it"
	if _, err := Open(t.Context(), filetest.Write(t, "t.csv", "Mosquitoes of 2019\n"+basic+"\n"), Options{}); err == nil || !strings.Contains(err.Error(), hint) {
		t.Errorf("error %v", err)
	}
	if _, err := Open(t.Context(), filetest.Write(t, "t.csv", "species,lat,date\n"), Options{}); err == nil || strings.Contains(err.Error(), hint) {
		t.Errorf("error %v", err)
	}
}

func TestColumnsThatStandTwice(t *testing.T) {
	t.Parallel()
	text := basic + ",count,count,x,x\nAedes,1,2,2007,3,4,a,b\n"
	_, err := Open(t.Context(), filetest.Write(t, "t.csv", text), Options{})
	var twins *headers.DuplicateColumnError
	if !errors.As(err, &twins) || !slices.Equal(twins.Columns, []string{"count#1", "count#2"}) || !strings.Contains(err.Error(), "--map count='count#1'") {
		t.Errorf("error %v", err)
	}
	out := readText(t, "t.csv", text, Options{Map: headers.Mapping{Columns: map[string]string{"count": "count#2"}}})
	if r := out.records[0]; r.Count != 4 || r.Metadata["count"] != "3" || r.Metadata["x_2"] != "b" {
		t.Errorf("read %+v", r)
	}
	if _, err := Open(t.Context(), filetest.Write(t, "t.csv", text), Options{Map: headers.Mapping{Columns: map[string]string{"count": "count"}}}); err == nil || !strings.Contains(err.Error(), "count#2") {
		t.Errorf("error %v", err)
	}
	_, err = Open(t.Context(), filetest.Write(t, "t.csv", basic+",dwc:eventDate\nAedes,1,2,2007,2008\n"), Options{})
	if !errors.As(err, &twins) {
		t.Errorf("error %v", err)
	}
}
