package names

import (
	"slices"
	"strings"
)

// qualifiers are the words of a doubt, in lower case and without a full stop, and how they are written in a record.
var qualifiers = map[string]string{
	"cf": "cf.", "conf": "cf.", "aff": "aff.", "nr": "nr.", "near": "nr.",
	"prob": "prob.", "probable": "prob.", "probably": "prob.", "likely": "prob.", "presumably": "prob.", "probablemente": "prob.",
	"probablement": "prob.", "provável": "prob.", "provavelmente": "prob.", "wahrscheinlich": "prob.", "waarschijnlijk": "prob.", "вероятно": "prob.",
	"poss": "poss.", "possible": "poss.", "possibly": "poss.", "perhaps": "poss.", "maybe": "poss.", "posible": "poss.", "posiblemente": "poss.",
	"possiblement": "poss.", "possível": "poss.", "possivelmente": "poss.", "möglich": "poss.", "möglicherweise": "poss.", "mogelijk": "poss.",
	"возможно":  "poss.",
	"suspected": "?", "suspect": "?", "doubtful": "?", "uncertain": "?", "sospechoso": "?", "sospechosa": "?", "suspecté": "?", "suspeito": "?",
	"suspeita": "?", "предположительно": "?",
}

// doubts are words of doubt behind a name, in lower case; they count as a question mark.
var doubts = []string{
	"not confirmed", "to be confirmed", "unconfirmed", "tbc", "no confirmado", "no confirmada", "sin confirmar", "por confirmar", "non confirmé",
	"à confirmer", "não confirmado", "не подтверждено", "не подтвержден",
	"or similar", "or similar species", "or other", "or other species", "or another", "or another species", "or unknown", "o similar",
	"ou similaire", "ou similar", "oder ähnlich",
}

// takeDoubt takes them off the end of a text.
func takeDoubt(text string) (rest string, doubted bool) {
	bare := strings.TrimRight(text, " .,;)]")
	for _, doubt := range doubts {
		at := len(bare) - len(doubt)
		if at > 0 && strings.EqualFold(bare[at:], doubt) && strings.ContainsRune(" (-[", rune(bare[at-1])) {
			return strings.TrimRight(bare[:at], " ([-–—:,;"), true
		}
	}
	return text, false
}

// takeQualifiers takes question marks and words of doubt out of a name.
func takeQualifiers(words []string) (rest []string, qualifier string) {
	var found []string
	note := func(q string) {
		if !slices.Contains(found, q) {
			found = append(found, q)
		}
	}
	for i, word := range words {
		bare := strings.Trim(word, "?")
		if bare != word || strings.Contains(word, "(?)") {
			note("?")
			bare = strings.ReplaceAll(bare, "(?)", "")
		}
		if strings.HasPrefix(bare, "(?") {
			note("?")
			bare = "(" + strings.TrimLeft(bare, "(?")
		}
		if strings.HasSuffix(bare, "?)") {
			note("?")
			bare = strings.TrimRight(bare, "?)") + ")"
		}
		if bare == "" {
			continue
		}
		q, ok := qualifiers[strings.TrimSuffix(strings.ToLower(strings.Trim(bare, "()[],:;")), ".")]
		switch {
		case !ok:
			rest = append(rest, bare)
		// "sp. nr. pipiens" is a species near it: sp. belongs to the qualifier.
		case i > 0 && len(rest) > 0 && isSpecies(rest[len(rest)-1]) && i+1 < len(words):
			rest = rest[:len(rest)-1]
			note("sp. " + q)
		default:
			note(q)
		}
	}
	return rest, strings.Join(found, " ")
}

// isSpecies reports whether a word stands for a species that is not named.
func isSpecies(word string) bool {
	switch strings.TrimRight(strings.ToLower(word), ".,") {
	case "sp", "spp", "species":
		return true
	}
	return false
}
