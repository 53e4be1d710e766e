package areas

import (
	"encoding/json"
	"regexp"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// system is the member crs of the GeoJSON of 2008: the name of a coordinate reference system, or the JSON of what is no name. RFC 7946
// has no such member, because all of its coordinates are WGS 84.
type system string

// UnmarshalJSON reads any JSON.
func (s *system) UnmarshalJSON(b []byte) error {
	var named struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	}
	if json.Unmarshal(b, &named) == nil && named.Properties.Name != "" {
		*s = system(named.Properties.Name)
	} else {
		*s = system(b)
	}
	return nil
}

// wgs84 are the names of WGS 84. GeoJSON has the longitude first, whatever the register says of EPSG:4326.
var wgs84 = regexp.MustCompile(`(?i)^(urn:(x-)?ogc:def:crs:|https?://www\.opengis\.net/def/crs/)?(OGC[:/]([0-9.]*[:/])?CRS84|EPSG[:/]([0-9.]*[:/])?4326)$`)

// check refuses another system than WGS 84. Without a member crs it is WGS 84.
func (s *system) check() error {
	if s == nil || wgs84.MatchString(string(*s)) {
		return nil
	}
	return refuse("unsupported_crs", "the coordinates must be longitudes and latitudes in WGS 84 (CRS84 or EPSG:4326), and not in %s", httpapi.Shown(string(*s)))
}
