package names

import (
	"maps"
	"slices"
	"strings"
)

// nothings are words that say by themselves that no mosquito was there, in lower case.
var nothings = []string{
	"no", "none", "nothing", "nil", "zero", "absent", "empty", "negative", "neg", "aucun", "aucune", "rien", "vide", "ninguno", "ninguna", "nada",
	"vacío", "vacio", "vacía", "vacia", "nenhum", "nenhuma", "vazio", "vazia", "нет", "ничего", "пусто", "keine", "geen",
}

// negations say so with another word, in lower case.
var negations = []string{
	"0", "without", "sin", "ningún", "ningun", "sem", "não", "nao", "pas", "sans", "без", "не", "nicht",
	"kein", "keine", "niet", "geen",
}

// mosquitoWords are what mosquitoes are called, in lower case.
var mosquitoWords = []string{
	"mosquito", "mosquitoes", "mosquitos", "mosquitoe", "mosq", "mosqs", "zancudo", "zancudos", "pernilongo", "pernilongos", "moustique", "moustiques",
	"комар", "комара", "комары", "комаров", "mücke", "mücken", "stechmücke", "stechmücken", "muggen", "steekmuggen",
}

// trapWords are what traps are called, in lower case.
var trapWords = []string{"trap", "traps", "trampa", "trampas", "armadilha", "armadilhas", "piège", "pièges", "piege", "ловушка", "ловушке", "ловушки"}

// neutral are the words beside a negation that name no taxon, in lower case.
//
//nolint:misspell // words of five languages
var neutral = slices.Concat(mosquitoWords, trapWords, slices.Collect(maps.Keys(sexWords)), slices.Collect(maps.Keys(stageWords)), afterNot, []string{
	"culicid", "culicids", "culicidae", "specimen", "specimens", "individual", "individuals", "species", "vector", "vectors", "insect", "insects",
	"collection", "collections", "detection", "records", "taken", "were", "was", "in", "the", "at", "all", "of", "target", "this", "any", "sample",
	"samples",
	"ejemplar", "ejemplares", "exemplar", "exemplares", "individuo", "individuos", "indivíduo", "indivíduos", "hay", "hubo", "há", "houve", "se",
	"foi", "foram",
	"en", "em", "el", "la", "los", "na",
	"individu", "individus", "spécimen", "spécimens", "de", "d", "dans", "le", "les", "особей", "в",
})

// saysNothing reports whether a text says that no mosquito was there.
func saysNothing(text string) bool {
	words := plainWords(text)
	if len(words) == 1 {
		return slices.Contains(nothings, words[0])
	}
	if len(words) == 2 && words[0] == "not" {
		return slices.Contains(afterNot, words[1])
	}
	said := false
	for _, word := range words {
		switch {
		case slices.Contains(nothings, word), slices.Contains(negations, word):
			said = true
		case !slices.Contains(neutral, word):
			return false
		}
	}
	return said
}

// saysAbsent reports whether a word in lower case says before a name that the taxon was not there.
func saysAbsent(word string) bool { return slices.Contains(absentBefore, word) || isZero(word) }

// beforeAbsence is how many of n words are left before all at the end that say that the taxon was not there. One is left at least.
func beforeAbsence(n int, word func(int) string) int {
	for n > 1 {
		last := word(n - 1)
		switch before := notFound(n, word); {
		case before > 0:
			n = before
		case n > 2 && isZero(last) && slices.Contains([]string{"x", "×", "n"}, word(n-2)): // "x 0", "n=0"
			n -= 2
		case slices.Contains(absences, last) || isZero(last):
			n--
		default:
			return n
		}
	}
	return n
}

// notFound is how many of n words are left before those that say that the taxon was not there: "not found in the trap", "no detectado". It is
// 0 where nothing says so.
func notFound(n int, word func(int) string) int {
	found := false
	for i := n - 1; i > 0; i-- {
		switch said := word(i); {
		case found && (said == "not" || said == "no" || said == "non" || slices.Contains(negations[1:], said)):
			for i > 1 && slices.Contains([]string{"was", "were", "is", "fue", "foi"}, word(i-1)) {
				i--
			}
			return i
		case isStage(said) || !slices.Contains(neutral, said):
			return 0
		default:
			found = found || slices.Contains(afterNot, said)
		}
	}
	return 0
}

// saysUndecided reports whether n.d. stands behind a name: it abbreviates both "not determined" and "not detected".
func saysUndecided(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if n := len(words); n > 2 && strings.TrimLeft(words[n-2], "([") == "n." {
		words = append(words[:n-2], "n."+words[n-1])
	}
	return len(words) > 1 && slices.Contains([]string{"n.d", "nd", "n/d"}, strings.Trim(words[len(words)-1], "()[],;:.-–—"))
}

// unknowns are words that say that it is not known which mosquito it is, in lower case and without a full stop.
var unknowns = []string{
	"unknown", "unidentified", "unident", "unid", "unidentifiable", "unspecified", "undetermined", "undet", "indet",
	"indeterminate", "indetermined", "incertae", "sedis", "damaged", "undescribed", "unkn", "unk", "unsorted", "ungraded", "other", "others", "various",
	"mixed", "bycatch", "by-catch", "неизвестно", "неизвестный", "неизвестные", "desconocido", "desconocida", "desconhecido", "desconhecida", "inconnu",
	"inconnue", "indéterminé", "indéterminée", "indeterminado", "indeterminada",
}

// fillers say nothing about the taxon in a text that has an unknown or sp. in it.
var fillers = []string{
	"female", "females", "male", "males", "larva", "larvae", "pupa", "pupae", "adult", "adults", "not", "identified", "to", "genus", "only", "species", "determined", "too", "identify", "be", "for", "identification",
}

// cutNegation drops what a name is said not to be: "Culex not pipiens", "Culex no identificado". A number may follow "no".
func cutNegation(words []string) []string {
	for i, word := range words {
		if i == 0 || i+1 == len(words) || len(words[i+1]) < minNegated {
			continue
		}
		if bare := strings.ToLower(strings.Trim(word, "(,:;-–—")); bare == "not" || bare == "no" || slices.Contains(negations[1:], bare) {
			return words[:i]
		}
	}
	return words
}

// minNegated is the length of the shortest word that is said not to be.
const minNegated = 3

// dropUnknown drops words that leave the species open: "UNSPECIFIED CULEX", "Culex sp.", "Culex species", "Culex (damaged)", "Culex
// non-pipiens". What tells one unnamed species from another (Anopheles sp. A) stays.
func dropUnknown(words []string) []string {
	bare := func(word string) string { return strings.Trim(strings.ToLower(word), ".,()") }
	isUnknown := func(word string) bool {
		said := bare(word)
		return slices.Contains(unknowns, said) || slices.Contains(mosquitoWords, said) || strings.HasPrefix(said, "non-") ||
			strings.HasPrefix(said, "no-")
	}
	words = cutNegation(words)
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
