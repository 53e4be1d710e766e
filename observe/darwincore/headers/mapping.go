package headers

import (
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
)

// Mapping says which columns of a file hold what, and what their values mean. Its keys are those of Keys, and Darwin Core's terms.
type Mapping struct {
	// Columns names the file's own header for a key. A header is matched exactly, then in any case; NAME#2 is the second column of
	// that name. The id of an event or a pool may be made of several columns, YEAR+WEEK+TRAP, unless one column has that whole name.
	Columns map[string]string
	// Likely names for a key, which Columns does not have, headers of which the file may have one: the first that is there counts.
	Likely map[string][]string
	// Values says for a key what stands for what is written, in any case. Under "" is what stands where nothing is written, or
	// where there is no column: a constant.
	Values map[string]map[string]string
}

// mapTerms are the short keys of a Mapping and the term that each stands for.
var mapTerms = map[string]string{
	"species":    "scientificName",
	"author":     "scientificNameAuthorship",
	"genus":      "genus",
	"epithet":    "specificEpithet",
	"subspecies": "infraspecificEpithet",
	"qualifier":  "identificationQualifier",

	"lat":         "decimalLatitude",
	"lon":         "decimalLongitude",
	"coordinates": "verbatimCoordinates",
	"datum":       "geodeticDatum",
	"accuracy":    "coordinateUncertaintyInMeters",
	"country":     "country",

	"date":     "eventDate",
	"end_date": "observed_until",
	"time":     "eventTime",
	"year":     "year",
	"month":    "month",
	"day":      "day",
	"week":     "week",

	"count":  "individualCount",
	"status": "occurrenceStatus",
	"target": "targetTaxonomicScope",

	"id":            "occurrenceID",
	"event":         "eventID",
	"sex":           "sex",
	"life_stage":    "lifeStage",
	"protocol":      "samplingProtocol",
	"trap_type":     "samplingProtocol",
	"observer":      "recordedBy",
	"identified_by": "identifiedBy",
	"notes":         "occurrenceRemarks",
	"basis":         "basisOfRecord",
	"licence":       "license",
	"site":          "locationID",
	"locality":      "locality",
	"source":        "source",

	"traps":       "traps",
	"nights":      "nights",
	"effort":      "samplingEffortValue",
	"effort_unit": "samplingEffortUnit",
	"problem":     "problem",
	"lure":        "lure",

	"pool":      "pool",
	"size":      "size",
	"pathogen":  "pathogen",
	"method":    "method",
	"result":    "result",
	"tested_on": "tested_on",
}

// Keys lists the short keys of a Mapping, sorted.
func Keys() []string { return slices.Sorted(maps.Keys(mapTerms)) }

// mapTerm returns the term of a key of a Mapping.
func mapTerm(key string) (term string, ok bool) {
	if term, ok = mapTerms[key]; ok {
		return term, true
	}
	if _, ok = eventTerms[key]; ok {
		return key, true
	}
	return terms.Known(key)
}

// ParseMapping reads what --map has: KEY=COLUMN, KEY:=CONSTANT and KEY:WRITTEN=VALUE, separated by commas. A text with a comma, an equals
// sign, a colon or a quote is quoted as CSV quotes:
//
//	species=VECTOR,lat=Y,lon=X,date="Date, collected",country:=BE,status:0=absent,status:1=present
//
// It fails for an unknown or repeated key and for a key without a column, listing the keys that exist.
func ParseMapping(s string) (Mapping, error) {
	m := Mapping{}
	if strings.TrimSpace(s) == "" {
		return m, nil
	}
	parts, err := splitQuoted(s, ',')
	if err != nil {
		return Mapping{}, err
	}
	for _, part := range parts {
		if strings.TrimSpace(part) == "" {
			continue
		}
		if err := m.parsePart(part); err != nil {
			return Mapping{}, err
		}
	}
	return m, nil
}

// parsePart reads one part of --map.
func (m *Mapping) parsePart(part string) error {
	sides, err := splitQuoted(part, '=')
	if err != nil {
		return err
	}
	left, err := splitQuoted(sides[0], ':')
	if err != nil {
		return err
	}
	key := unquote(left[0])
	if _, ok := mapTerm(key); !ok {
		return unknownKey(key)
	}
	value := ""
	if len(sides) > 1 {
		value = unquote(strings.Join(sides[1:], "="))
	}
	switch {
	case value == "" && len(left) == 1:
		return fmt.Errorf("the key %q of the map names no column (write %s=COLUMN)", key, key)
	case len(left) == 1:
		if _, twice := m.Columns[key]; twice {
			return fmt.Errorf("the key %q stands twice in the map", key)
		}
		if m.Columns == nil {
			m.Columns = map[string]string{}
		}
		m.Columns[key] = value
		return nil
	case len(sides) == 1:
		return fmt.Errorf("the key %q of the map gives no value (write %s:WRITTEN=VALUE, or %s:=CONSTANT)", key, key, key)
	}
	return m.setValue(key, unquote(strings.Join(left[1:], ":")), value)
}

// SetConstant says what stands for a key where nothing is written. It fails where the map says so already.
func (m *Mapping) SetConstant(key, value string) error { return m.setValue(key, "", value) }

func (m *Mapping) setValue(key, written, value string) error {
	if _, twice := m.Values[key][written]; twice {
		return fmt.Errorf("the map says twice what %q means for %s", written, key)
	}
	if m.Values == nil {
		m.Values = map[string]map[string]string{}
	}
	if m.Values[key] == nil {
		m.Values[key] = map[string]string{}
	}
	m.Values[key][written] = value
	return nil
}

// splitQuoted splits at a separator outside of quotes.
func splitQuoted(s string, separator byte) ([]string, error) {
	var out []string
	quoted, begin := false, 0
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == separator && !quoted:
			out = append(out, s[begin:i])
			begin = i + 1
		}
	}
	if quoted {
		return nil, errors.New("a quote of the map has no end")
	}
	return append(out, s[begin:]), nil
}

// unquote takes the quotes of CSV off a text.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	if fields, err := csv.NewReader(strings.NewReader(s)).Read(); err == nil && len(fields) == 1 {
		return fields[0]
	}
	return s
}

func unknownKey(key string) error {
	message := fmt.Sprintf("unknown key %q in the map", key)
	if near := nearest(key, Keys()); near != "" {
		message += fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("%s; the keys are %s, and the terms of Darwin Core", message, strings.Join(Keys(), ", "))
}

// Over returns m, with what it does not say taken from base: a profile, which names no Columns. What m says that a value means counts,
// and base says what the other values of the same term mean.
func (m Mapping) Over(base Mapping) Mapping {
	out := Mapping{Columns: maps.Clone(m.Columns), Likely: maps.Clone(base.Likely), Values: map[string]map[string]string{}}
	columns, values := keysByTerm(m.Columns), keysByTerm(m.Values)
	maps.DeleteFunc(out.Likely, func(key string, _ []string) bool {
		term, _ := mapTerm(key)
		return columns[term] != ""
	})
	for key, meanings := range m.Values {
		out.Values[key] = maps.Clone(meanings)
	}
	for key, meanings := range base.Values {
		term, _ := mapTerm(key)
		if values[term] == "" {
			out.Values[key] = maps.Clone(meanings)
			continue
		}
		said := map[string]bool{}
		for written := range m.Values[values[term]] {
			said[plainValue(written)] = true
		}
		for written, value := range meanings {
			if !said[plainValue(written)] {
				out.Values[values[term]][written] = value
			}
		}
	}
	return out
}

// keysByTerm returns the key of each term that keys stand for.
func keysByTerm[V any](of map[string]V) map[string]string {
	keys := map[string]string{}
	for key := range of {
		term, _ := mapTerm(key)
		keys[term] = key
	}
	return keys
}

// Check fails for unknown keys, for keys that mean the same, and for what is written in two ways that mean the same.
func (m Mapping) Check() error {
	for _, keys := range []iter.Seq[string]{maps.Keys(m.Columns), maps.Keys(m.Likely), maps.Keys(m.Values)} {
		if err := checkKeys(slices.Sorted(keys)); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.Values)) {
		term, _ := mapTerm(key)
		if _, known := valueRole(term); !known && (len(m.Values[key]) > 1 || m.Values[key][""] == "") {
			return fmt.Errorf("the map says what values of %s mean; it can do so only for what a record, an event or a pool has a field for, and else give a constant (%s:=VALUE)", key, key)
		}
		means := map[string]string{}
		for _, written := range slices.Sorted(maps.Keys(m.Values[key])) {
			plain, value := plainValue(written), m.Values[key][written]
			if other, twice := means[plain]; twice && other != value {
				return fmt.Errorf("the map says twice what %q means for %s", plain, key)
			}
			means[plain] = value
		}
	}
	return nil
}

// checkKeys fails for an unknown key, and for two that stand for one term.
func checkKeys(keys []string) error {
	meant := map[string]string{}
	for _, key := range keys {
		term, ok := mapTerm(key)
		switch {
		case !ok:
			return unknownKey(key)
		case meant[term] != "":
			return fmt.Errorf("the keys %s and %s of the map mean the same", meant[term], key)
		}
		meant[term] = key
	}
	return nil
}

// plainValue is a written value as it is compared: in lower case, without blanks around it.
func plainValue(written string) string { return strings.ToLower(strings.TrimSpace(written)) }
