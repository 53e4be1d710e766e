// Package darwincore reads and writes the exchange formats of the field: Darwin Core archives,
// GBIF downloads, delimited text with Darwin Core headers, and GeoJSON points.
//
// Files go in, records come out, and back. The package imports the standard library and
// golang.org/x/text; it knows no database, no HTTP and nothing else of skeeter.
//
// The terms are those of https://dwc.tdwg.org/terms/, the archive is the one of
// https://dwc.tdwg.org/text/.
package darwincore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Options of Open. The zero value reads Darwin Core names and detects everything.
type Options struct {
	// Map names the file's own header for a key of MapKeys. A header is matched exactly, then
	// case-insensitively.
	Map map[string]string
	// Now is the clock that tells which dates lie in the future; nil is time.Now.
	Now func() time.Time
}

// Source says where the records of a file come from. Every field may be empty but Name.
type Source struct {
	Name     string // title of eml.xml, else the file's name without its ending
	Licence  string // "CC-BY 4.0", "CC0 1.0", or as the file words it
	Citation string
	URL      string // of the licensed resource itself, a DOI first
	Version  string
}

// FileError is a file that cannot be read as a whole: broken, unreadable or not of this kind.
type FileError struct {
	File   string // name of the file, inside an archive the name of its part
	Line   int    // 1-based; 0 when no line is to blame
	Reason string
	Err    error // cause, may be nil
}

func (e *FileError) Error() string {
	text := e.File
	if e.Line > 0 {
		text = fmt.Sprintf("%s line %d", e.File, e.Line)
	}
	text += ": " + e.Reason
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *FileError) Unwrap() error { return e.Err }

// mapTerms are the keys of --map and the Darwin Core term that each stands for.
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

// ParseMap reads "species=VECTOR,lat=Y,lon=X,date=YEAR". It fails for an unknown or repeated key
// and for a key without a header, listing the keys that exist.
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
