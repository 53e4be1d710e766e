package darwincore

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	header := "scientificName,eventDate,decimalLatitude,decimalLongitude,verbatimLatitude,verbatimLongitude,verbatimCoordinates,geodeticDatum,verbatimSRS,verbatimCoordinateSystem,coordinateUncertaintyInMeters"
	for row, want := range map[string]string{
		`50.85,4.35,,,,,,,`:                             "50.85,4.35",
		`"50,85","4,35",,,,,,,`:                         "50.85,4.35",
		`"50°51'01""N","4°21'00""E",,,,,,,`:             "50.8502778,4.35",
		`50 51 01 N,004 21 00 W,,,,,,,`:                 "50.8502778,-4.35",
		`N50.85,4.35° E,,,,,,,`:                         "50.85,4.35",
		`,,50 51 01,4 21 00,,,,,`:                       "50.8502778,4.35",
		`,,,,"50.85, 4.35",,,,`:                         "50.85,4.35",
		`,,,,50°51'N 4°21'E,,,degrees decimal minutes,`: "50.85,4.35",
		`,,,,17T 630000 4833400,,,UTM,`:                 "EPSG:32617 630000,4833400",
		`,,,,17T 630000 4833400,,NAD27,,`:               "EPSG:26717 630000,4833400",
		`,,169000,149000,,,EPSG:31370,,`:                "EPSG:31370 149000,169000",
		`,,169000,149000,,,,Belgian Lambert 72,`:        "EPSG:31370 149000,169000",
		`50.85,4.35,,,,WGS84,,,`:                        "50.85,4.35",
		`50.85,4.35,,,,NAD27,,,`:                        "EPSG:4267 4.35,50.85",
		`50.85,4.35,,,,not recorded (forced WGS84),,,`:  "50.85,4.35",
		`50.85,4.35,,,,Clarke 1866,,,`:                  "50.85,4.35",
		`50.85,4.35,,,,WGS84,NAD27,,`:                   "50.85,4.35", // that is of the verbatim ones
		`50.8,4.3,,,,,,,`:                               "50.8,4.3 coarse",
		`50.80,4.3,,,,,,,`:                              "50.8,4.3",
		`50°N,4°E,,,,,,,`:                               "50,4 coarse",
		`50.85,4.35,,,,,,,10000`:                        "50.85,4.35 coarse",
		`50.85,4.35,,,,,,,9999`:                         "50.85,4.35",
		`0,0,,,,,,,`:                                    errNullIsland.Error(),
		`0,0,,,,NAD27,,,`:                               errNullIsland.Error(),
		`4.35 E,50.85 N,,,,,,,`:                         "50.85,4.35",
		`4.35 E,50.85,,,,,,,`:                           errLatitudeForm.Error(),
		`4.35,50.85 N,,,,,,,`:                           errLongitudeForm.Error(),
		`50.85,4.35,,,,EPSG:31370,,,`:                   errDegreesOnGrid.Error(),
		`50 51,4 21,,,,,,,`:                             errLatitudeForm.Error(),
		`169000,149000,,,,,,,`:                          errGridUnnamed.Error(),
		`169000,149000,,,,WGS84,,,`:                     errGridUnnamed.Error(),
		`114.35,50.85,,,,,,,`:                           errLatitudeSwapped.Error(),
		`-91,-90,,,,,,,`:                                errLatitudeSwapped.Error(),
		`114.35,150.85,,,,,,,`:                          errLatitudeRange.Error(),
		`508.5,4.35,,,,,,,`:                             errLatitudeRange.Error(),
		`2e9,1,,,,EPSG:31370,,,`:                        errGridRange.Error(),
		`,,,,by the bridge,,,,`:                         errCoordinatesForm.Error(),
		`50.85,,,,,,,,`:                                 errNoCoordinates.Error(),
	} {
		if got := place(t, header, "Aedes,2007,"+row, Options{}); got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
	const plain = "scientificName,eventDate,decimalLatitude,decimalLongitude,geodeticDatum"
	for _, test := range []struct {
		row     string
		options Options
		want    string
	}{
		{"4.35,50.85,", Options{Swap: true}, "50.85,4.35"},
		{"169000,149000,", Options{CRS: "EPSG:31370"}, "EPSG:31370 149000,169000"},
		{"169000,149000,", Options{CRS: "Lambert 72"}, "EPSG:31370 149000,169000"},
		{"50.85,4.35,NAD27", Options{CRS: "WGS84"}, "50.85,4.35"},
		{"149000,169000,", Options{CRS: "31370", Swap: true}, "EPSG:31370 149000,169000"},
	} {
		if got := place(t, plain, "Aedes,2007,"+test.row, test.options); got != test.want {
			t.Errorf("%s with %+v: %s, want %s", test.row, test.options, got, test.want)
		}
	}
	out := readText(t, "n.csv", plain+"\nAedes,2007,1,2,Mars\nAedes,2007,1,2,unknown\nAedes,2007,1,2,NAD27\n", Options{})
	for _, message := range []string{
		"reference system (geodeticDatum) is no known name, taken as WGS 84, kept in the metadata",
		"reference system (geodeticDatum) not known, taken as WGS 84, kept in the metadata",
		"coordinates of EPSG:4267, transformed to WGS 84",
	} {
		if out.warnings[message] != 1 {
			t.Errorf("%q is not noted: %v", message, out.warnings)
		}
	}
	if out.records[0].Metadata["geodeticDatum"] != "Mars" {
		t.Errorf("metadata %v", out.records[0].Metadata)
	}
	if _, err := Open(t.Context(), filetest.Write(t, "a.csv", plain+"\n"), Options{CRS: "Mars"}); err == nil {
		t.Error("an unknown reference system is taken")
	}
}

// place writes the place of a row, or why it is rejected.
func place(t *testing.T, header, row string, o Options) string {
	t.Helper()
	out := readText(t, "p.csv", header+"\n"+row+"\n", o)
	r := out.rows[0].Record
	if r == nil {
		return out.rows[0].Reject
	}
	at := fmt.Sprintf("%v,%v", r.Lat, r.Lon)
	if r.CRS != "" {
		if r.Lat != 0 || r.Lon != 0 {
			t.Errorf("%s: degrees of WGS 84 beside those of %s", row, r.CRS)
		}
		at = r.CRS + " " + strconv.FormatFloat(r.X, 'f', -1, 64) + "," + strconv.FormatFloat(r.Y, 'f', -1, 64)
	}
	if r.Flags&CoarsePlace != 0 {
		at += " coarse"
	}
	return at
}

func TestStatedCountry(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{"Belgium,BE": "Belgium", ",NA": "NA", ",be": "be", ",": "", "NA,": ""} {
		if r := one(t, basic+",country,countryCode", "Aedes,1.5,2.5,2007,"+row); r.StatedCountry != want {
			t.Errorf("%s: %q, want %q", row, r.StatedCountry, want)
		}
	}
}

func TestHemisphereInTheHeader(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ header, row, want string }{
		{"Lat (°N),Long (°W)", "18.25,66.5", "18.25,-66.5"},
		{"Lat (°N),Long (°E)", "18.25,66.5", "18.25,66.5"},
		{"Lat (°N),Long (°E)", "-18.25,-66.5", "-18.25,-66.5"},
		{"Latitude,Longitude W", "18.25,66.5", "18.25,-66.5"},
		{"Latitude (S),Lon West", "18.25,66.5", "-18.25,-66.5"},
		{"Latitude_S,Longitude (decimal degrees W)", "18.25,66.5", "-18.25,-66.5"},
		{"Latitud Sur,Longitud Oeste", "18.25,66.5", "-18.25,-66.5"},
		{"Latitude Sud,Longitude Ouest", "18.25,66.5", "-18.25,-66.5"},
		{"South latitude,W Longitude", "18.25,66.5", "-18.25,-66.5"},
		{"широта (с. ш.),долгота (з. д.)", "18.25,66.5", "18.25,-66.5"},
		{"verbatimLatitude S,verbatimLongitude W", `18°15'00",66°30'00"`, "-18.25,-66.5"},
		{"Latitude (N/S),Longitude (E/W)", "18.25,66.5", "18.25,66.5"},
		{"Lat (d m s),Long (d m s)", "18 15 00,66 30 00", "18.25,66.5"},
		{"Latitude (W),Longitude (S)", "18.25,66.5", "18.25,66.5"},
		{"Latitude S,Longitude W", "18.25 N,66.5 E", "18.25,66.5"},
		{"Latitude S,Longitude W", "0,66.55", "0,-66.55"},
		{"Latitude S,Longitude", "-18.25,66.5", errBelowSouth.Error()},
		{"Latitude,Longitude W", "18.25,-66.5", errBelowWest.Error()},
	} {
		if got := place(t, "scientificName,eventDate,"+test.header, "Aedes,2007,"+test.row, Options{}); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.row, test.header, got, test.want)
		}
	}
	if got := place(t, "scientificName,eventDate,Latitude S,Longitude W", "Aedes,2007,66.5,18.25", Options{Swap: true}); got != "-18.25,-66.5" {
		t.Errorf("swapped: %s", got)
	}
	out := readText(t, "h.csv", "species,date,Lat (°N),Long (°W)\nAedes,2007,18.25,66.5\nAedes,2007,18.25,66.5 W\n", Options{})
	if out.warnings["longitudes are west, as their header says"] != 1 || len(out.records) != 2 {
		t.Errorf("notes %v", out.warnings)
	}
}
