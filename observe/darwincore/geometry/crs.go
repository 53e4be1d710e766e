package geometry

import (
	"regexp"
	"strconv"
	"strings"
)

// WGS84 is the system of latitude and longitude that records have.
const WGS84 = "EPSG:4326"

// authorityCode is an authority and a code in one of the ways in which systems are written: EPSG:4326, urn:ogc:def:crs:EPSG::4326,
// urn:ogc:def:crs:OGC:1.3:CRS84, http://www.opengis.net/def/crs/EPSG/0/4326.
var authorityCode = regexp.MustCompile(`(?i)^(?:urn:(?:x-)?ogc:def:crs:|https?://www\.opengis\.net/def/crs/)?(EPSG|OGC)(?:[:/][0-9.]*)?[:/]([0-9]+|CRS84h?)$`)

// CRS returns the common name of a coordinate reference system: EPSG and its number, with WGS84 for CRS84, whose axes alone
// differ. A name that is none of an authority is returned as it is, without blanks around it.
func CRS(name string) string {
	name = strings.TrimSpace(name)
	m := authorityCode.FindStringSubmatch(name)
	if m == nil {
		return name
	}
	code := strings.ToUpper(m[2])
	if code == "CRS84" || code == "CRS84H" {
		return WGS84
	}
	if !strings.EqualFold(m[1], "EPSG") {
		return name
	}
	return "EPSG:" + code
}

// OfAuthority returns the common name of a system by authority and number, and the given name where there is no authority.
func OfAuthority(authority string, code int, name string) string {
	if authority == "" || strings.EqualFold(authority, "none") || code <= 0 {
		return strings.TrimSpace(name)
	}
	return CRS(strings.ToUpper(authority) + ":" + strconv.Itoa(code))
}
