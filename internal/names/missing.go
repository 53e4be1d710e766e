package names

import (
	"slices"
	"strings"
)

// missings are whole texts that stand for no value, in lower case and without signs.
var missings = []string{"na", "n a", "nan", "null", "not applicable", "blank"}

// nameless are whole texts that stand where a name belongs and name nothing, in lower case and without signs: no data, no identification, and
// what answers another question.
var nameless = []string{
	"nd", "n d", "no data", "missing", "missing data", "data missing", "not available", "not recorded", "tbd", "sin datos", "sin dato",
	"pas de données", "données manquantes", "sem dados", "нет данных", "not identified", "not determined", "no id", "no identification",
	"rain", "test", "positive", "pos", "yes", "present", "presence",
}

// sums are words of rows that add up others, in lower case.
var sums = []string{"total", "totals", "subtotal", "subtotals", "sum", "suma", "soma", "somme", "итого", "всего"}

// absences are words that say after a name that the taxon was not there, in lower case.
var absences = []string{
	"negative", "neg", "none", "no", "not", "absent", "absence", "nil", "zero", "undetected", "ausente", "não", "nao", "non",
	"negativo", "negativa", "absente", "négatif", "нет", "ninguno", "ninguna", "nenhum", "nenhuma", "aucun", "aucune", "keine", "geen",
}

// absentBefore are words that say so before a name.
var absentBefore = slices.Concat(negations, []string{
	"no", "not", "non", "none", "zero", "absent", "negative", "ninguno", "ninguna", "nenhum", "nenhuma", "aucun", "aucune", "нет",
})

// ofName are the words between such a word and the name.
var ofName = []string{"de ", "d'", "d’", "for ", "of ", "x ", "× "}

// afterNot are the words that say so behind "not".
//
//nolint:misspell // words of seven languages
var afterNot = []string{
	"detected", "found", "present", "observed", "seen", "collected", "captured", "caught", "recorded", "trapped", "capture", "captures", "catch",
	"catches", "captura", "capturas", "capturado", "capturada", "capturados", "capturadas", "capturaron", "encontrado", "encontrada", "encontrados",
	"encontradas", "encontró", "encontraron", "detectado", "detectada", "detectados", "detectadas", "detectó", "detectaron", "observado",
	"observada", "presente",
	"capturé", "capturée", "capturés", "trouvé", "trouvée", "trouvés", "détecté", "détectée", "détectés", "observé", "observée", "observés", "présent",
	"présente", "обнаружен", "обнаружена", "обнаружено", "обнаружены", "найден", "найдена", "найдено", "найдены", "пойман", "поймано", "пойманы",
	"gefunden", "gefangen", "nachgewiesen", "vorhanden", "gevonden", "gevangen", "aangetroffen", "waargenomen",
}

// saysMissing reports whether a text stands for no value.
func saysMissing(text string) bool {
	return text == `\N` || slices.Contains(missings, strings.Join(plainWords(text), " "))
}

// saysSum reports whether a text says that the row adds up others: "Grand Total", "Total Culex", "all species".
func saysSum(text string) bool {
	words := plainWords(text)
	return len(words) > 0 && words[0] == "all" || slices.ContainsFunc(words, func(word string) bool { return slices.Contains(sums, word) })
}

// saysNoName reports whether a text names nothing: words of sex and stage alone, a common name (tiger mosquito) or something of a trap,
// without a genus.
func saysNoName(text string) bool {
	words := plainWords(text)
	if !slices.ContainsFunc(words, func(word string) bool { return !isStage(word) }) {
		return len(words) > 0
	}
	common := slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(mosquitoWords, word) || slices.Contains(trapWords, word)
	})
	return common && !slices.ContainsFunc(strings.Fields(text), knownGenus)
}

// plainWords are the words of a text in lower case, without signs.
func plainWords(text string) []string {
	return strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:!?()[]-–—_/#'’", r) {
			return ' '
		}
		return r
	}, text)))
}

// bracketsApart puts spaces around the signs that an absence is written with.
var bracketsApart = strings.NewReplacer(":", " : ", "(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "=", " = ")

// takeAbsence takes what says that the taxon was not there off a text: "Aedes aegypti (negative)", "no Aedes aegypti".
// before reports that they stood before the name.
func takeAbsence(text string) (rest string, before, absent bool) {
	words := strings.Fields(bracketsApart.Replace(text))
	var said []int // places of the words that are no signs
	for i, word := range words {
		if !isSign(word) {
			said = append(said, i)
		}
	}
	bare := func(i int) string { return strings.ToLower(strings.Trim(words[said[i]], ".,;-–—")) }
	n := len(said)
	switch {
	case n < 2:
		return text, false, false
	case saysAbsent(bare(0)) && !strings.HasSuffix(words[said[0]], "."):
		if saysAbsent(bare(1)) { // no name follows
			return "", true, true
		}
		at := strings.Index(text, words[said[0]]) + len(words[said[0]])
		rest = strings.Trim(text[at:], " :()[]=-–—,;")
		for _, of := range ofName {
			rest = strings.TrimPrefix(rest, of)
		}
		return rest, true, true
	}
	if n = beforeAbsence(n, bare); n == len(said) {
		return text, false, false
	}
	// What is left keeps its own signs, such as the brackets of a subgenus, but for one that opened before the words taken off.
	for i := len(said) - 1; i >= n; i-- {
		text = text[:cutBefore(text, words[said[i]])]
	}
	return strings.TrimRight(text, " :([=-–—,;"), false, true
}

// cutBefore is where the last occurrence of a word begins in a text that has it.
func cutBefore(text, word string) int { return max(0, strings.LastIndex(text, word)) }

// readAbsence reads a text from which words of absence were taken: the taxon is the one that was not there. What is no name of a known
// genus names none; before reports that the words stood before it.
func readAbsence(rest string, before bool) Name {
	if n := read(rest); n.Scientific != "" && n.Rank != Unranked && knownGenus(strings.Fields(n.Scientific)[0]) {
		return Name{Nothing: true, Sought: rest}
	}
	if before { // "no idea" says nothing of mosquitoes
		return Name{Unknown: true}
	}
	return Name{Nothing: true}
}
