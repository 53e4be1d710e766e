package darwincore

import (
	"strings"
	"testing"
)

// Words of five languages are understood, in any case; what may mean anything is not.
func TestTestResults(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"Positive": "positive", "POS": "positive", "positivo": "positive", "Détecté": "positive",
		"detecte": "positive", "Положительный": "positive", "+": "positive", "positif": "positive",
		"NEG": "negative", "neg.": "negative", "not_detected": "negative", "Не обнаружено": "negative",
		"NÃO DETECTADO": "negative", "négatif": "negative", "Negativa": "negative",
		"Inconclusive": "inconclusive", "indeterminado": "inconclusive", "douteux": "inconclusive",
		"сомнительный": "inconclusive", "equivocal": "inconclusive",
		"": "", "1": "", "0": "", "-": "", "Confirmed": "", "yes": "", "invalid": "", "pending": "",
	} {
		if got := testResults[strings.ToLower(strings.ReplaceAll(word, "_", " "))]; got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}
