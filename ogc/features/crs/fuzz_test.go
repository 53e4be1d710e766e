package crs

import (
	"strings"
	"testing"
)

// FuzzCRS holds that only the spelling of the register is a code.
func FuzzCRS(f *testing.F) {
	for _, s := range []string{epsgPrefix + "4326", epsgPrefix + "04326", epsgPrefix + "+1", epsgPrefix + "-1", epsgPrefix + "99999999999", "EPSG:4326", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		code, ok := epsgCode(uri)
		if ok && (code <= 0 || !strings.HasPrefix(uri, epsgPrefix) || strings.Trim(strings.TrimPrefix(uri, epsgPrefix), "0123456789") != "") {
			t.Errorf("%q is %d", uri, code)
		}
	})
}
