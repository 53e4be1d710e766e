package names

import (
	"slices"
	"strings"
)

// groupMarkers are the words after a name that make it one of several species together, in lower case, and their canonical spelling.
// An aggregate is the species in the broad sense.
var groupMarkers = map[string]string{
	"complex": "complex", "group": "group", "grp": "group", "grp.": "group", "gr.": "group", "subgroup": "subgroup", "subgrp.": "subgroup",
	"s.l.": "s.l.", "s.l": "s.l.", "sl": "s.l.", "s.lat.": "s.l.", "lat.": "s.l.", "lato": "s.l.",
	"agg.": "s.l.", "agg": "s.l.", "aggregate": "s.l.",
}

// strictMarkers say that the species itself is meant.
var strictMarkers = []string{"s.s.", "s.s", "ss", "s.str.", "s.str", "str."}

func isGroupMarker(word string) bool {
	switch word {
	case "complex", "group", "subgroup", "s.l.":
		return true
	}
	return false
}

// takeGroup takes the marker of a group off the end of a name, and "s.s.".
func takeGroup(words []string) (rest []string, marker string) {
	rest = broad(words)
	for len(rest) > 1 {
		last := strings.ToLower(strings.Trim(rest[len(rest)-1], "(),"))
		spelled, isMarker := groupMarkers[last]
		switch {
		case isMarker && marker == "":
			marker = spelled
		case slices.Contains(strictMarkers, last),
			marker != "" && (isMarker || isSpecies(last)): // "gambiae s.l. complex", "gambiae species complex"
		default:
			return rest, marker
		}
		rest = rest[:len(rest)-1]
	}
	return rest, marker
}

// broad joins what is written in two words: "sensu lato", "s. l.", "sens. str.".
func broad(words []string) []string {
	n := len(words)
	if n < 3 {
		return words
	}
	first := strings.ToLower(strings.Trim(words[n-2], "(),."))
	last := strings.ToLower(strings.Trim(words[n-1], "(),."))
	if first != "sensu" && first != "sens" && first != "s" {
		return words
	}
	switch last {
	case "lato", "lat", "l":
		return append(slices.Clone(words[:n-2]), "s.l.")
	case "stricto", "str", "s", "strictu":
		return append(slices.Clone(words[:n-2]), "s.s.")
	}
	return words
}

// formMarkers are the ranks of forms that the code of nomenclature does not rule.
var formMarkers = []string{"f.", "form", "forma", "fo.", "biotype", "bioform", "ecotype", "ecoform"}

// markForm gives the marker of a form a spelling that Spell knows.
func markForm(words []string) (rest []string, form bool) {
	i := slices.IndexFunc(words, func(word string) bool { return slices.Contains(formMarkers, strings.ToLower(word)) })
	if i < 2 || i+1 == len(words) {
		return words, false
	}
	rest = slices.Clone(words)
	rest[i] = "f."
	return rest, true
}
