package coordinates

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// WGS84 is the reference system of records.
const WGS84 = "EPSG:4326"

// named are the usual names of reference systems, without what is neither letter nor digit, in lower case.
var named = map[string]int{
	"wgs84": 4326, "wgs1984": 4326, "worldgeodeticsystem1984": 4326, "gcswgs1984": 4326, "dwgs1984": 4326, "crs84": 4326, "ogccrs84": 4326, "gps": 4326,
	"wgs84decimaldegrees": 4326, "latlongwgs84": 4326, "wgs72": 4322,
	"nad27": 4267, "northamericandatum1927": 4267, "gcsnorthamerican1927": 4267,
	"nad83": 4269, "northamericandatum1983": 4269, "gcsnorthamerican1983": 4269,
	"ed50": 4230, "europeandatum1950": 4230, "etrs89": 4258, "europeanterrestrialreferencesystem1989": 4258,
	"sad69": 4618, "southamericandatum1969": 4618, "psad56": 4248, "provisionalsouthamericandatum1956": 4248,
	"sirgas2000": 4674, "corregoalegre": 4225, "córregoalegre": 4225,
	"gda94": 4283, "gda2020": 7844, "agd66": 4202, "agd84": 4203, "nzgd49": 4272, "nzgd2000": 4167,
	"tokyo": 4301, "jgd2000": 4612, "jgd2011": 6668, "cgcs2000": 4490, "indian1975": 4240,
	"pulkovo1942": 4284, "pulkovo42": 4284, "pulkovo1995": 4200, "sk42": 4284, "sk95": 4200, "ск42": 4284, "ск95": 4200,
	"hartebeesthoek94": 4148, "cape": 4222, "arc1950": 4209, "arc1960": 4210, "adindan": 4201, "minna": 4263,
	"osgb36": 4277, "osgb1936": 4277, "ordnancesurveyofgreatbritain1936": 4277, "britishnationalgrid": 27700, "osgb36britishnationalgrid": 27700, "osgrid": 27700, "osng": 27700,
	"irishgrid": 29903, "tm75irishgrid": 29903,
	"belgelambert72": 31370, "belgelambert1972": 31370, "belgianlambert72": 31370, "belgianlambert1972": 31370, "lambert72": 31370, "belge1972belgianlambert72": 31370, "bd72belgianlambert72": 31370,
	"belgianlambert2008": 3812, "lambert2008": 3812, "etrs89belgianlambert2008": 3812,
	"rdnew": 28992, "amersfoortrdnew": 28992, "rijksdriehoek": 28992, "lambert93": 2154, "rgf93lambert93": 2154,
	"ch1903lv03": 21781, "lv03": 21781, "ch1903+lv95": 2056, "ch1903lv95": 2056, "lv95": 2056,
	"etrs89laea": 3035, "etrs89laeaeurope": 3035, "webmercator": 3857, "wgs84pseudomercator": 3857, "googlemercator": 3857,
}

// unknownNames are what people write where nothing is known of the system.
var unknownNames = map[string]bool{
	"": true, "unknown": true, "notrecorded": true, "notrecordedforcedwgs84": true, "unknownwgs84": true, "notknown": true, "unspecified": true, "none": true, "nodata": true,
	"desconocido": true, "inconnu": true, "desconhecido": true, "неизвестно": true,
}

// formNames are ways to write coordinates, which verbatimCoordinateSystem names; they say nothing of the reference system.
var formNames = map[string]bool{
	"decimaldegrees": true, "degreesminutesseconds": true, "degreesdecimalminutes": true, "degreesminutes": true, "dms": true, "dd": true, "ddm": true, "latlong": true,
	"latitudelongitude": true, "latlon": true, "geographic": true, "degrees": true, "utm": true, // the zone stands with the coordinates
}

// geographic are the systems of degrees among those of named.
var geographic = map[int]bool{
	4326: true, 4322: true, 4267: true, 4269: true, 4230: true, 4258: true, 4618: true, 4248: true, 4674: true, 4225: true, 4283: true, 7844: true,
	4202: true, 4203: true, 4272: true, 4167: true, 4301: true, 4612: true, 6668: true, 4490: true, 4240: true, 4284: true, 4200: true, 4148: true, 4222: true,
	4209: true, 4210: true, 4201: true, 4263: true, 4277: true, 4313: true, 4170: true, 4171: true, 4275: true, 4314: true, 4979: true,
}

var (
	epsgName = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:epsg|esri:epsg)\D{0,4}(?:[\d.]+[/:])?(\d{4,6})\)?$`)
	bareCode = regexp.MustCompile(`^\d{4,6}$`)
	utmName  = regexp.MustCompile(`(?i)^(.*?)[\s,/]*UTM[\s,/]*(?:zone[\s:]*)?(\d{1,2})\s*([NS]?)[\s,]*(.*)$`)
)

// utmZones are the codes of UTM zones by datum and hemisphere: what is added to the number of a zone from first to last.
var utmZones = []struct {
	datum       CRS
	hemisphere  byte
	first, last int
	add         int
}{
	{WGS84, 'N', 1, 60, 32600}, {WGS84, 'S', 1, 60, 32700},
	{"EPSG:4269", 'N', 1, 23, 26900}, {"EPSG:4267", 'N', 1, 22, 26700}, // North America
	{"EPSG:4258", 'N', 28, 37, 25800}, {"EPSG:4230", 'N', 28, 38, 23000}, // Europe
	{"EPSG:4674", 'S', 17, 25, 31960}, {"EPSG:4618", 'S', 17, 25, 29170}, // South America
}

// CRS is a coordinate reference system.
type CRS string // EPSG:n, or empty where none is stated

// Stated says what a text tells of the reference system.
type Stated int

// What a text tells of the reference system.
const (
	Nothing  Stated = iota // it is empty, or a way to write coordinates
	Known                  // a system with a code
	NotKnown               // that it is not known
	NotNamed               // something that is no known name
)

// ParseCRS finds the code of a reference system: EPSG:31370, urn:ogc:def:crs:EPSG::31370, 4267, NAD27, Belge Lambert 72, WGS 84 / UTM
// zone 31N. The answer is EPSG:n.
func ParseCRS(s string) (CRS, Stated) {
	s = strings.TrimSpace(s)
	key := bare(s)
	switch {
	case s == "" || formNames[key]:
		return "", Nothing
	case unknownNames[key]:
		return "", NotKnown
	case len(s) > 2*maxWritten:
		return "", NotNamed
	case bareCode.MatchString(s):
		return "EPSG:" + CRS(s), Known
	}
	if code := epsgName.FindStringSubmatch(s); code != nil {
		return "EPSG:" + CRS(strings.TrimLeft(code[1], "0")), Known
	}
	if code, ok := named[key]; ok {
		return CRS("EPSG:" + strconv.Itoa(code)), Known
	}
	if strings.HasSuffix(strings.TrimSuffix(key, "h"), "crs84") { // CRS84h has heights
		return WGS84, Known
	}
	return utm(s)
}

// utm finds the code of a UTM zone. Without a datum it is WGS 84; without a hemisphere it has no code.
func utm(s string) (CRS, Stated) {
	m := utmName.FindStringSubmatch(s)
	if m == nil {
		return "", NotNamed
	}
	datum := 4326
	for _, side := range []string{m[1], m[4]} {
		key := bare(side)
		if code, ok := named[key]; ok {
			datum = code
		} else if key != "" && !formNames[key] {
			return "", NotNamed
		}
	}
	return Zone(CRS(fmt.Sprintf("EPSG:%d", datum)), m[2]+m[3])
}

// Zone returns the UTM zone of a datum, such as 31N. Without a datum it is one of WGS 84.
func Zone(datum CRS, zone string) (CRS, Stated) {
	if datum == "" {
		datum = WGS84
	}
	if len(zone) < 2 {
		return "", NotNamed
	}
	hemisphere := zone[len(zone)-1] &^ ' ' // in upper case
	number, err := strconv.Atoi(zone[:len(zone)-1])
	for _, z := range utmZones {
		if err == nil && z.datum == datum && z.hemisphere == hemisphere && z.first <= number && number <= z.last {
			return CRS(fmt.Sprintf("EPSG:%d", z.add+number)), Known
		}
	}
	return "", NotNamed
}

// bare leaves the letters, digits and plus signs of a name, in lower case.
func bare(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '+', c > 127:
			return c
		}
		return -1
	}, strings.ToLower(s))
}

// Code is the number of an EPSG code; 0 when there is none.
func (c CRS) Code() int {
	code, _ := strconv.Atoi(strings.TrimPrefix(string(c), "EPSG:"))
	return code
}

// Geographic reports whether coordinates of the system are known to be degrees.
func (c CRS) Geographic() bool { return c == "" || geographic[c.Code()] }
