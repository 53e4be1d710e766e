package names

import (
	"slices"
	"strings"
)

// results are words of what a test of the mosquitoes found, in lower case.
var results = []string{"positive", "pos", "negative", "neg", "infected", "uninfected", "tested"}

// testWords are what mosquitoes are tested for, and how, in lower case.
var testWords = []string{
	"wnv", "slev", "sle", "eeev", "eee", "weev", "wee", "veev", "jev", "denv", "dengue", "zikv", "zika", "chikv", "chikungunya", "yfv", "rvfv", "usuv",
	"usutu", "sinv", "sindbis", "rrv", "lacv", "virus", "arbovirus", "plasmodium", "falciparum", "vivax", "malaria", "parasite", "parasites",
	"sporozoite", "sporozoites", "csp", "filaria", "filariae", "microfilariae", "dirofilaria", "wuchereria", "brugia", "wolbachia", "pcr", "rt-pcr",
	"qpcr", "elisa", "pool", "test",
}

// affirmations say behind a name that the taxon was there, in lower case.
var affirmations = []string{
	"yes", "present", "presence", "positive", "pos", "sí", "presente", "oui", "présent", "présente", "sim", "да", "tested", "infected", "uninfected",
}

// dropResult drops what a test of the mosquitoes found, because a mosquito that was tested was there: "Culex pipiens WNV negative",
// "Anopheles negative for Plasmodium". What was looked for may be the mosquito itself ("trap negative for Aedes"): then its name is left,
// behind "no" where it was not there. A name that is affirmed stays.
func dropResult(text string) string {
	words := strings.Fields(text)
	bare := func(i int) string { return strings.ToLower(strings.Trim(words[i], ".,;:()[]-–—")) }
	end := len(words)
	for i := 1; i < len(words) && end == len(words); i++ {
		last := i+1 == len(words)
		switch {
		case slices.Contains(results, bare(i)) && slices.Contains(testWords, bare(i-1)),
			last && slices.Contains(affirmations, bare(i)) && !slices.Contains(absentBefore, bare(i-1)):
			end = i
		case slices.Contains(results, bare(i)) && !last && slices.Contains([]string{"for", "with", "by"}, bare(i+1)):
			if i+2 < len(words) && knownGenus(words[i+2]) {
				name := strings.Join(words[i+2:], " ")
				if strings.HasPrefix(bare(i), "neg") {
					name = "no " + name
				}
				return name
			}
			end = i
		}
	}
	for end > 1 && end < len(words) && slices.Contains(testWords, bare(end-1)) {
		end--
	}
	if end == len(words) {
		return text
	}
	return strings.TrimRight(strings.Join(words[:end], " "), " :([-–—,;")
}

// dropCount drops a number of specimens before a name: "2 Culex pipiens". It is not ok for several counts.
func dropCount(text string) (name string, ok bool) {
	first, rest, more := strings.Cut(text, " ")
	switch {
	case !more:
		return text, true
	case !isNumber(first):
		return text, true
	}
	words := strings.Fields(rest)
	return rest, knownGenus(words[0]) && !slices.ContainsFunc(words, func(word string) bool { return isNumber(word) && !isYear(word) })
}

// isNumber reports whether a word consists of digits.
func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// isZero reports whether a word is a count of 0: "0", "x0".
func isZero(word string) bool {
	word = strings.Trim(word, "x×")
	return word != "" && strings.Trim(word, "0") == ""
}
