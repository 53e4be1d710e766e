package surveillance

import (
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Mosquitoes of one pool. The check of the table is the same.
const (
	MinPoolSize = 1
	MaxPoolSize = 1000
)

// Results of the test of a pool: result in the database.
const (
	Positive     = "positive"
	Negative     = "negative"
	Inconclusive = "inconclusive" // in no estimate
)

// PoolResults are all results.
var PoolResults = []string{Positive, Negative, Inconclusive}

// PoolUUID is the id of the test of a pool for a pathogen. Spellings of the pathogen that differ in case and punctuation have the same.
func PoolUUID(sourceID, poolID, pathogen string) uuid.UUID {
	return uuid.NewSHA1(eventNamespace, []byte(sourceID+"\x00pool\x00"+poolID+"\x00"+lang.Slug(pathogen)))
}

// poolResults are the words for results in English, Spanish, French, Portuguese and Russian, folded.
var poolResults = func() map[string]string {
	words := map[string]string{}
	//nolint:misspell // words of five languages
	for result, list := range map[string]string{
		Positive: `positive, pos, pos., +, detected, reactive, positivo, positiva, detectado, detectada, reactivo, positif, détecté, détectée, réactif,
			reagente, положительный, положительная, положительно, положительное, положителен, обнаружен, обнаружена, обнаружено, выявлен, выявлено`,
		Negative: `negative, neg, neg., not detected, undetected, non-reactive, nonreactive, negativo, negativa, no detectado, no detectada, no reactivo,
			négatif, négative, non détecté, non détectée, non réactif, não detectado, não detectada, não reagente,
			отрицательный, отрицательная, отрицательно, отрицательное, отрицателен, не обнаружен, не обнаружена, не обнаружено, не выявлен, не выявлено`,
		Inconclusive: `inconclusive, indeterminate, undetermined, equivocal, inconcluso, inconclusa, no concluyente, indeterminado, indeterminada, dudoso,
			dudosa, non concluant, indéterminé, indéterminée, douteux, équivoque, inconclusivo, inconclusiva, duvidoso,
			сомнительный, сомнительно, неопределённый, неопределенный, неопределённо, неопределенно`,
	} {
		for word := range strings.SplitSeq(list, ",") {
			words[lang.Fold(word)] = result
		}
	}
	return words
}()

// ParsePoolResult reads the result of a test in one of five languages. ok is false for a word that is not known: it may mean anything.
func ParsePoolResult(word string) (result string, ok bool) {
	result, ok = poolResults[lang.Fold(strings.ReplaceAll(word, "_", " "))]
	return result, ok
}
