package coordinates

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const dms = 50 + 51.0/60 + 1.0/3600
	for in, want := range map[string]Coordinate{
		"50.85":            {50.85, Unknown, 2},
		"50,85":            {50.85, Unknown, 2},
		"-50.850":          {-50.85, Unknown, 3},
		"50":               {50, Unknown, 0},
		"5.085e1":          {50.85, Unknown, 4},
		"N50.85":           {50.85, Latitude, 2},
		"50.85N":           {50.85, Latitude, 2},
		"50.85° N":         {50.85, Latitude, 2},
		"50,85 S":          {-50.85, Latitude, 2},
		"4.35 W":           {-4.35, Longitude, 2},
		"50.85°":           {50.85, Unknown, 2},
		`50°51'01"N`:       {dms, Latitude, 4},
		`50º 51' 01'' N`:   {dms, Latitude, 4},
		"50°51′01″ N":      {dms, Latitude, 4},
		"50° 51’ 1,0” S":   {-dms, Latitude, 5},
		"50 51 01 N":       {dms, Latitude, 4},
		"50 51 01":         {dms, Unknown, 4},
		"-50 51 01":        {-dms, Unknown, 4},
		"50:51:01 N":       {dms, Latitude, 4},
		"50d51m01s":        {dms, Unknown, 4},
		"50d51m01s S":      {-dms, Latitude, 4},
		"50d51m01sec N":    {dms, Latitude, 4},
		"50deg 51min N":    {50.85, Latitude, 2},
		"50° 51.0' N":      {50.85, Latitude, 3},
		"50 51 N":          {50.85, Latitude, 2},
		"121°05′34″ Oeste": {-(121 + 5.0/60 + 34.0/3600), Longitude, 4},
		"4°21' Ouest":      {-4.35, Longitude, 2},
		"55°45' с. ш.":     {55.75, Latitude, 2},
		"37°30′ в.д.":      {37.5, Longitude, 2},
		"10°12'E":          {10.2, Longitude, 2},
	} {
		got, err := Parse(in)
		if err != nil || math.Abs(got.Value-want.Value) > 1e-9 || got.Axis != want.Axis || got.Decimals != want.Decimals {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "x", "0x10", "Inf", "1,2.3", "1,234,567", ",5", "50 51", "50 85 1", "50°60'N", "50.5°30'N", "51'N 50°", "N50N", "-50 S", "50 51 01 02",
		"4°21'O", "50°51'01\"Q", "1_000", "50-51-01", "--5",
	} {
		if got, err := Parse(in); err == nil {
			t.Errorf("Parse(%q) = %+v", in, got)
		}
	}
}

func TestParsePair(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][2]float64{
		`50°51'01"N 4°21'00"E`:      {50.850277777, 4.35},
		`50°51'01"N, 4°21'00"E`:     {50.850277777, 4.35},
		`4°21'00"E 50°51'01"N`:      {50.850277777, 4.35},
		`50°51'01"N4°21'00"E`:       {50.850277777, 4.35},
		"50.85, 4.35":               {50.85, 4.35},
		"50.85,4.35":                {50.85, 4.35},
		"50.85 4.35":                {50.85, 4.35},
		"50,85; 4,35":               {50.85, 4.35},
		"50,85 4,35":                {50.85, 4.35},
		"N50.85 E4.35":              {50.85, 4.35},
		"41 05 54S 121 05 34W":      {-41.0983333, -121.0927777},
		"17T 630000 4833400":        {4833400, 630000},
		"17T 630000mE, 4833400mN":   {4833400, 630000},
		"UTM 22K 356000 7456000":    {7456000, 356000},
		"50 51 01 N 004 21 00 E":    {50.850277777, 4.35},
		"50.85° N, 4.35° W":         {50.85, -4.35},
		"-3.22 / 40.07":             {-3.22, 40.07},
		"41 05 54 S, 121 05 34.5 W": {-41.0983333, -121.0929166},
	} {
		lat, lon, _, err := ParsePair(in)
		if err != nil || math.Abs(lat.Value-want[0]) > 1e-6 || math.Abs(lon.Value-want[1]) > 1e-6 {
			t.Errorf("ParsePair(%q) = %v, %v, %v; want %v", in, lat.Value, lon.Value, err, want)
		}
	}
	for _, in := range []string{"", "50.85", "50 51 01 4 21 00", "50N 51N", "near the bridge", "50.85 4.35 3"} {
		if lat, lon, _, err := ParsePair(in); err == nil {
			t.Errorf("ParsePair(%q) = %v, %v", in, lat, lon)
		}
	}
	if _, _, zone, err := ParsePair("22K 356000 7456000"); zone != "22S" || err != nil {
		t.Errorf("zone %q, %v", zone, err)
	}
}

func TestParseCRS(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		crs    CRS
		stated Stated
	}{
		"":                           {"", Nothing},
		"decimal degrees":            {"", Nothing},
		"WGS84":                      {WGS84, Known},
		"WGS 84":                     {WGS84, Known},
		"WGS-84":                     {WGS84, Known},
		"World Geodetic System 1984": {WGS84, Known},
		"EPSG:4326":                  {WGS84, Known},
		"epsg: 4326":                 {WGS84, Known},
		"WGS84 (EPSG:4326)":          {WGS84, Known},
		"http://www.opengis.net/def/crs/EPSG/0/4326":   {WGS84, Known},
		"urn:ogc:def:crs:EPSG::31370":                  {"EPSG:31370", Known},
		"urn:ogc:def:crs:EPSG:6.9:31370":               {"EPSG:31370", Known},
		"urn:ogc:def:crs:OGC:1.3:CRS84":                {WGS84, Known},
		"http://www.opengis.net/def/crs/OGC/1.3/CRS84": {WGS84, Known},
		"urn:ogc:def:crs:OGC::CRS84":                   {WGS84, Known},
		"OGC:CRS84":                                    {WGS84, Known},
		"OGC:CRS84h":                                   {WGS84, Known},
		"http://www.opengis.net/def/crs/EPSG/0/3857":   {"EPSG:3857", Known},
		"urn:ogc:def:crs:EPSG:9.8.5:4326":              {WGS84, Known},
		"urn:x-ogc:def:crs:EPSG::4326":                 {WGS84, Known},
		" Belge 1972 ":                                 {"", NotNamed},
		"ESRI:102100":                                  {"", NotNamed},
		"https://spatialreference.org/ref/epsg/4326/":  {"", NotNamed},
		"31370":                           {"EPSG:31370", Known},
		"NAD27":                           {"EPSG:4267", Known},
		"North American Datum 1983":       {"EPSG:4269", Known},
		"ED50":                            {"EPSG:4230", Known},
		"SAD69":                           {"EPSG:4618", Known},
		"OSGB36":                          {"EPSG:4277", Known},
		"British National Grid":           {"EPSG:27700", Known},
		"Belge Lambert 72":                {"EPSG:31370", Known},
		"Belge 1972 / Belgian Lambert 72": {"EPSG:31370", Known},
		"UTM zone 31N":                    {"EPSG:32631", Known},
		"WGS 84 / UTM zone 31N":           {"EPSG:32631", Known},
		"UTM 31 N":                        {"EPSG:32631", Known},
		"NAD83 / UTM zone 17N":            {"EPSG:26917", Known},
		"NAD27 UTM 10N":                   {"EPSG:26710", Known},
		"ED50 / UTM zone 30N":             {"EPSG:23030", Known},
		"SIRGAS 2000 / UTM zone 23S":      {"EPSG:31983", Known},
		"SAD69 UTM 22S":                   {"EPSG:29192", Known},
		"UTM zone 31":                     {"", NotNamed},
		"UTM zone 61N":                    {"", NotNamed},
		"NAD83 / UTM zone 17S":            {"", NotNamed},
		"unknown":                         {"", NotKnown},
		"not recorded (forced WGS84)":     {"", NotKnown},
		"Clarke 1866":                     {"", NotNamed},
	} {
		if crs, stated := ParseCRS(in); crs != want.crs || stated != want.stated {
			t.Errorf("ParseCRS(%q) = %q, %v; want %q, %v", in, crs, stated, want.crs, want.stated)
		}
	}
	if CRS("EPSG:31370").Geographic() || !CRS("EPSG:4267").Geographic() || !CRS("").Geographic() {
		t.Error("degrees are not told from metres")
	}
}

// FuzzParse holds that nothing breaks the parsers and that they give finite numbers.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"50.85", `50°51'01"N 4°21'00"E`, "50,85; 4,35", "17T 630000 4833400", "55°45' с. ш.", "NAD27 UTM 10N", "urn:ogc:def:crs:EPSG::31370"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err == nil && (math.IsNaN(c.Value) || math.IsInf(c.Value, 0) || c.Decimals < 0) {
			t.Fatalf("Parse(%q) = %+v", s, c)
		}
		lat, lon, zone, err := ParsePair(s)
		if err == nil && (math.IsNaN(lat.Value) || math.IsNaN(lon.Value) || lat.Axis == Longitude || lon.Axis == Latitude) {
			t.Fatalf("ParsePair(%q) = %+v, %+v", s, lat, lon)
		}
		Zone("", zone)
		if crs, stated := ParseCRS(s); (crs == "") == (stated == Known) {
			t.Fatalf("ParseCRS(%q) = %q, %v", s, crs, stated)
		}
	})
}
