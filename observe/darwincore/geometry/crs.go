package geometry

import (
	"strconv"
	"strings"
)

// WGS84 is the system of latitude and longitude, which formats without a statement have.
const WGS84 = "EPSG:4326"

// OfAuthority returns the name of a system by authority and number, and the given name where there is no authority.
func OfAuthority(authority string, code int, name string) string {
	if authority == "" || strings.EqualFold(authority, "none") || code <= 0 {
		return strings.TrimSpace(name)
	}
	return strings.ToUpper(authority) + ":" + strconv.Itoa(code)
}
