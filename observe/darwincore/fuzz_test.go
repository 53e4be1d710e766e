package darwincore

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// FuzzOpen holds that any file ends in rows and a *FileError at most, and that every record keeps what Record promises.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		basic + ",n\nAedes vexans,1,2,2007-05-06,3\n",
		"species\tlat\tlon\tyear\r\"Aedes\t1\t2\t2006-2008\r",
		featureJSON(`"a"`, `{"type":"Point","coordinates":[1,2]}`, vexans),
		`{"type":"FeatureCollection","features":[null]}`,
		basic + ",occurrenceStatus,targetTaxonomicScope,geodeticDatum,year\nNo mosquitoes,50°51'01N,4°E,31.12.2019,none,Culex,NAD27,2018\nAedes,1,2,1/2/2019,maybe,,,\n",
		"Latitude;Longitude;Collection date;species;Number of mosquitoes\n1,5;2,5;43586;Aedes;2\n",
		basic + ",dynamicProperties,individualCount,eventTime\nAedes,1,2,2007,\"{\"\"a\"\":[\"\"\\u0000\"\"]}\",0.4,x\n",
		basic + ",eventID,samplingEffort,sampleSizeValue,sampleSizeUnit,isTaxonomicScopeFullyReported,individualCount\n,1,2,2007-05-06/13,E1,2 traps x 7 nights,3,traps,yes,0\n",
		"\xff\xfea\x00,\x00",
	} {
		f.Add([]byte(seed))
	}
	for _, files := range [][]string{
		{"meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "data.txt", "1\tAedes\t1\t2\t2007\n", "about.xml", filetest.About},
		{"data.csv", basic + "\nAedes,1,2,2007\n"},
		{
			"meta.xml", filetest.ArchiveXML(filetest.TableXML("core", "Event", "event.txt", "parentEventID", "eventDate", "decimalLatitude", "decimalLongitude", "samplingEffort"),
				humboldtXML("absentTaxa", "targetTaxonomicScope")),
			"event.txt", "E1\tE2\t2007-05-06T18:00Z/2007-05-07T06:00Z\t1\t2\t3 trap-nights\nE2\t\t2007\t1\t2\t\n", "humboldt.txt", "E1\tAedes aegypti\tCulicidae\n",
		},
	} {
		data, err := os.ReadFile(filetest.Zip(f, files...))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, data := range [][]byte{filetest.Gzip(f, []byte(filetest.OneRecord)), filetest.Gzip(f, filetest.Tar(f, "r.csv", filetest.OneRecord)), filetest.Workbook(f), filetest.Parquet(f), filetest.GeoPackage(f)} {
		f.Add(data)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(dir, "input.csv")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := readAll(t, path, Options{})
		var broken *FileError
		if err != nil && !errors.As(err, &broken) {
			t.Fatalf("error %T: %v", err, err)
		}
		for _, r := range out.records {
			checkRecord(t, r)
		}
		for _, e := range out.events {
			checkEvent(t, e)
		}
	})
}

// checkEvent holds what Event promises.
func checkEvent(t *testing.T, e *Event) {
	t.Helper()
	for _, value := range append([]string{e.EventID, e.SiteID, e.StatedCountry, e.SamplingProtocol, e.Lure, e.Remarks, e.CRS}, e.Targets...) {
		if !utf8.ValidString(value) || text.Scrub(value) != value {
			t.Errorf("text %q", value)
		}
	}
	checkClean(t, e.Metadata)
	coarse := e.Precision == "week" || e.Precision == "month" || e.Precision == "year"
	switch {
	case e.EventID == "" || utf8.RuneCountInString(e.EventID) > maxTextRunes,
		e.Started.IsZero() && coarse, !e.Started.IsZero() && e.Started.After(e.Ended), e.Ended.Year() < dates.MinYear-1,
		e.Precision != "time" && e.Precision != "day" && !coarse, e.Offset != 0 && e.Precision != "time",
		(e.Effort == nil) != (e.EffortUnit == "") || (e.Effort == nil) != (e.EffortSource == ""), e.Effort != nil && !(*e.Effort > 0 && *e.Effort <= 1e9),
		e.Traps != nil && (*e.Traps < 1 || *e.Traps > maxTraps), e.Nights != nil && !(*e.Nights >= 0 && *e.Nights <= maxNights),
		e.AccuracyM != nil && !(*e.AccuracyM >= 0), !(e.Lat >= -90 && e.Lat <= 90 && e.Lon >= -180 && e.Lon <= 180):
		t.Errorf("event %+v", e)
	}
}

// checkRecord holds what Record promises.
func checkRecord(t *testing.T, r *Record) {
	t.Helper()
	encoded, err := json.Marshal(r.Metadata)
	if err != nil || len(encoded) > 6*maxMetadataBytes {
		t.Errorf("metadata of %d bytes, %v", len(encoded), err)
	}
	for _, value := range []string{r.OccurrenceID, r.VerbatimName, r.ScientificName, r.LifeStage, r.Sex, r.SamplingProtocol, r.EventID, r.ObserverName, r.Notes,
		r.BasisOfRecord, r.Licence, r.Qualifier, r.StatedCountry, r.DatasetID, r.DatasetName, r.Status, r.CRS} {
		if !utf8.ValidString(value) || text.Scrub(value) != value {
			t.Errorf("text %q", value)
		}
	}
	checkClean(t, r.Metadata)
	switch {
	case r.ScientificName == "" || r.VerbatimName == "",
		r.Absent != (r.Count == 0), r.Count < 0 || r.Count > maxCount,
		!(math.Abs(r.X) <= maxGrid && math.Abs(r.Y) <= maxGrid), r.CRS == "" && (r.X != 0 || r.Y != 0), r.CRS != "" && (r.Lat != 0 || r.Lon != 0),
		!(r.Lat >= -90 && r.Lat <= 90 && r.Lon >= -180 && r.Lon <= 180),
		r.AccuracyM != nil && !(*r.AccuracyM >= 0),
		r.Date.Precision == "", r.Date.Start.Year() < dates.MinYear-1, r.Date.Last().Before(r.Date.First()):
		t.Errorf("record %+v", r)
	}
}

// checkClean holds that all texts of a metadata value are clean.
func checkClean(t *testing.T, value any) {
	t.Helper()
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			checkClean(t, key)
			checkClean(t, member)
		}
	case []any:
		for _, member := range value {
			checkClean(t, member)
		}
	case string:
		if !utf8.ValidString(value) || text.Scrub(value) != value {
			t.Errorf("metadata has the text %q", value)
		}
	}
}
