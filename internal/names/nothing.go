package names

import (
	"slices"
	"strings"
)

// nothings are texts that say that no mosquito was there, in lower case.
var nothings = []string{"no", "none", "nothing", "nil", "zero", "absent", "empty", "aucun", "ninguno", "ninguna", "nenhum", "nenhuma", "нет"}

// nothingAfterNo are the words that may follow "no" and "none" in such a text.
var nothingAfterNo = []string{
	"mosquito", "mosquitoes", "mosquitos", "mosq", "mosqs", "mosquitoe", "culicid", "culicids", "culicidae", "capture", "captures",
	"captured", "catch", "catches", "caught", "specimen", "specimens", "individual", "individuals", "adult", "adults", "female", "females",
	"larva", "larvae", "pupa", "pupae", "immatures", "species", "vector", "vectors", "insect", "insects", "collected", "collection",
	"collections", "found", "trapped", "detected", "detection", "seen", "present", "observed", "recorded", "records", "taken", "were", "was",
	"in", "the", "trap", "at", "all", "of", "target", "this", "any", "sample", "samples",
}

// saysNothing reports whether a text says that no mosquito was there.
func saysNothing(text string) bool {
	words := strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:!()-_", r) {
			return ' '
		}
		return r
	}, text)))
	if len(words) == 0 {
		return false
	}
	if len(words) == 1 {
		return slices.Contains(nothings, words[0])
	}
	if words[0] == "not" && len(words) == 2 {
		return slices.Contains([]string{"detected", "found", "present", "observed", "seen", "collected", "captured", "caught"}, words[1])
	}
	if !slices.Contains([]string{"no", "none", "nothing", "zero", "0"}, words[0]) {
		return false
	}
	for _, word := range words[1:] {
		if !slices.Contains(nothingAfterNo, word) {
			return false
		}
	}
	return true
}

// unknowns are words that say that it is not known which mosquito it is, in lower case and without a full stop.
var unknowns = []string{
	"unknown", "unidentified", "unident", "unid", "unidentifiable", "unspecified", "undetermined", "undet", "indet",
	"indeterminate", "indetermined", "incertae", "sedis", "damaged", "undescribed", "unkn", "unk", "unsorted", "ungraded", "other", "others", "various",
	"mixed", "mosquito", "mosquitoes", "mosquitos", "неизвестно",
}

// fillers say nothing about the taxon in a text that has an unknown or sp. in it.
var fillers = []string{
	"female", "females", "male", "males", "larva", "larvae", "pupa", "pupae", "adult", "adults", "not", "identified", "to", "genus", "only", "species", "determined", "too", "identify", "be", "for", "identification",
}

// dropUnknown drops words that leave the species open: "UNSPECIFIED CULEX", "Culex sp.", "Culex species", "Culex (damaged)". What
// tells one unnamed species from another (Anopheles sp. A) stays.
func dropUnknown(words []string) []string {
	bare := func(word string) string { return strings.Trim(strings.ToLower(word), ".,()") }
	isUnknown := func(word string) bool { return slices.Contains(unknowns, bare(word)) }
	dropped := slices.ContainsFunc(words, isUnknown) || strings.Contains(strings.ToLower(strings.Join(words, " ")), "not identified")
	rest := words
	if dropped {
		rest = slices.DeleteFunc(slices.Clone(rest), func(word string) bool { return isUnknown(word) || slices.Contains(fillers, bare(word)) })
	}
	for i, word := range rest {
		if !isSpecies(word) || i > 2 {
			continue
		}
		tail := slices.DeleteFunc(slices.Clone(rest[i+1:]), func(word string) bool {
			return isSpecies(word) || slices.Contains(fillers, bare(word)) && strings.ToLower(word) == word
		})
		if len(tail) == 0 {
			return rest[:i]
		}
		break
	}
	return rest
}
