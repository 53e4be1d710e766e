package surveillance

import (
	"maps"
	"slices"
)

// states are the countries that territories with a code of their own belong to (ISO 3166-1). Records from a territory often state the
// country.
var states = map[string]string{
	"as": "us", "gu": "us", "mp": "us", "pr": "us", "um": "us", "vi": "us",
	"bl": "fr", "gf": "fr", "gp": "fr", "mf": "fr", "mq": "fr", "nc": "fr", "pf": "fr", "pm": "fr", "re": "fr", "tf": "fr", "wf": "fr", "yt": "fr",
	"ai": "gb", "bm": "gb", "fk": "gb", "gg": "gb", "gi": "gb", "gs": "gb", "im": "gb", "io": "gb", "je": "gb", "ky": "gb", "ms": "gb", "pn": "gb", "sh": "gb", "tc": "gb", "vg": "gb",
	"aw": "nl", "bq": "nl", "cw": "nl", "sx": "nl",
	"fo": "dk", "gl": "dk", "ax": "fi", "sj": "no", "bv": "no",
	"cc": "au", "cx": "au", "hm": "au", "nf": "au", "ck": "nz", "nu": "nz", "tk": "nz",
	"hk": "cn", "mo": "cn",
}

// Territories returns the territories with a code of their own, and the countries that they belong to, in the same order.
func Territories() (territories, countries []string) {
	for _, territory := range slices.Sorted(maps.Keys(states)) {
		territories, countries = append(territories, territory), append(countries, states[territory])
	}
	return territories, countries
}
