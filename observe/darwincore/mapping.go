package darwincore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// mapTerms are the keys of Options.Map and the Darwin Core term that each stands for.
var mapTerms = map[string]string{
	"species":    "scientificName",
	"lat":        "decimalLatitude",
	"lon":        "decimalLongitude",
	"date":       "eventDate",
	"count":      "individualCount",
	"id":         "occurrenceID",
	"sex":        "sex",
	"life_stage": "lifeStage",
	"notes":      "occurrenceRemarks",
	"source":     "source",
}

// MapKeys lists the keys of Options.Map, sorted.
func MapKeys() []string { return slices.Sorted(maps.Keys(mapTerms)) }

// ParseMap reads "species=VECTOR,lat=Y,lon=X,date=YEAR". It fails for an unknown or repeated key and for a key without a
// header, listing the keys that exist.
func ParseMap(s string) (map[string]string, error) {
	out := map[string]string{}
	for part := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		key, header, found := strings.Cut(part, "=")
		key, header = strings.TrimSpace(key), strings.TrimSpace(header)
		if err := checkMapKey(key); err != nil {
			return nil, err
		}
		if !found || header == "" {
			return nil, fmt.Errorf("the key %q of the map names no column (write %s=COLUMN)", key, key)
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("the key %q stands twice in the map", key)
		}
		out[key] = header
	}
	return out, nil
}

func checkMapKey(key string) error {
	if _, ok := mapTerms[key]; !ok {
		return fmt.Errorf("unknown key %q in the map; the keys are %s", key, strings.Join(MapKeys(), ", "))
	}
	return nil
}
