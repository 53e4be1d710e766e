package darwincore

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reasons to reject a row for what it says of presence.
var (
	errCountOfNothing  = errors.New("count of 0 claims to be present")
	errAbsentWithCount = errors.New("absent with a count above 0")
	errStatus          = errors.New("occurrenceStatus is not understood and no count is stated (say what it means with --map status:WORD=present)")
	errNothingWithout  = errors.New("nothing was found, and the row does not say which one taxon was looked for")
	errMayBeZero       = errors.New("a column that may be the count says 0 (name the count with --map count=COLUMN)")
	errMayBeAbsent     = errors.New("a column that may be the status says that nothing was found (name it with --map status=COLUMN)")
	errNothingCounted  = errors.New("the name says that nothing was found, the count or the status that something was")
)

// statuses are the words for presence (true) and absence in English, Spanish, French, Portuguese and Russian, in lower case. Words for
// how common something is claim its presence.
//
//nolint:misspell // words of five languages
var statuses = func() map[string]bool {
	words := map[string]bool{}
	for present, list := range map[bool]string{
		true: `present, presence, detected, found, observed, collected, positive, yes, y, true, t, 1, common, abundant, frequent, rare,
			irregular, presente, presencia, sí, si, detectado, encontrado, positivo, présent, présente, présence, oui, détecté, trouvé, positif,
			presença, sim, присутствует, есть, да, обнаружен, обнаружено, найден, найдено`,
		false: `absent, absence, not detected, not detected (nd), notdetected, non-detect, non detect, nondetect, zero, neg, neg., not found, not present, not observed, undetected, none, no, n, false, f, 0, nil,
			negative, nothing, ausente, ausencia, no detectado, no encontrado, no presente, negativo, ninguno, absente, non détecté, non trouvé, non, négatif,
			aucun, ausência, não, nao, não detectado, não encontrado, nenhum, отсутствует, нет, не обнаружен, не обнаружено, не найден, не найдено`,
	} {
		for word := range strings.SplitSeq(list, ",") {
			words[strings.TrimSpace(word)] = present
		}
	}
	return words
}()

// shortAbsences mean absence in a column that asks for presence: elsewhere they answer another question, such as a test for a virus.
var shortAbsences = strings.Split(`none, no, n, false, f, 0, nil, nothing, negative, negativo, négatif, ninguno, aucun, nenhum, non, não, nao, нет`, ", ")

// absenceLetters mean absence in a column that asks for nothing but presence, affirmations in one that asks for absence.
var (
	absenceLetters = []string{"a", "abs", "neg", "neg.", "0.0", "-"}
	affirmations   = []string{"yes", "y", "true", "t", "1", "1.0", "x", "sí", "si", "oui", "sim", "да", "ja"}
)

// contradicted rejects a row that a column of uncertain meaning may call an absence: it must not become a presence.
func (b *builder) contradicted() error {
	zeros, others := 0, 0
	for _, column := range b.MaybeCounts {
		n, _, err := b.parseCount(strings.TrimSpace(b.row[column]))
		switch {
		case err != nil:
		case n == 0:
			zeros++
		default:
			others++
		}
	}
	if zeros > 0 && others == 0 {
		return errMayBeZero
	}
	if slices.ContainsFunc(b.MaybeStatuses, b.mayBeAbsent) {
		return errMayBeAbsent
	}
	return nil
}

// mayBeAbsent reports whether a column that may be the status says that nothing was found.
func (b *builder) mayBeAbsent(column int) bool {
	word := strings.ToLower(strings.ReplaceAll(text.OneLine(b.row[column]), "_", " "))
	present, known := statuses[word]
	switch {
	case b.AsksPresence(column) && (known && !present || slices.Contains(absenceLetters, word)):
		return true
	case b.AsksAbsence(column) && slices.Contains(affirmations, word):
		return true
	}
	return known && !present && !slices.Contains(shortAbsences, word)
}

// status reads occurrenceStatus: whether it claims presence or absence, and whether it says something that is neither.
func (b *builder) status() (present, absent, unclear bool) {
	written := text.OneLine(b.get(headers.Status))
	if written == "" {
		return false, false, false
	}
	word := strings.ToLower(strings.ReplaceAll(written, "_", " "))
	if present, known := statuses[word]; known {
		if word != "present" && word != "presence" && word != "absent" && word != "absence" && !b.release010 {
			b.keep("occurrenceStatus", written)
		}
		return present, !present, false
	}
	b.warn.Add("occurrenceStatus is neither present nor absent, kept in the metadata", b.line)
	b.keep("occurrenceStatus", written)
	return false, false, true
}

// target takes the one taxon that was looked for as the name of a row that found nothing: the one that the name itself says was not
// there, else that of its column. verbatim is what the row says instead of a name. An event that caught nothing needs no taxon.
func (b *builder) target(named, verbatim string) error {
	if named == "" && b.events.stated && b.eventID != "" {
		b.nothing, b.caughtNothing = true, true
		return nil
	}
	sought := cmp.Or(named, text.OneLine(b.get(headers.Target)))
	name := b.names.parse(sought)
	if name.Scientific == "" || name.Nothing || name.Unknown || strings.ContainsAny(sought, ";|,") {
		return errNothingWithout
	}
	b.nothing = true
	b.record.setName(name)
	b.record.VerbatimName = verbatim
	if verbatim == "" {
		b.record.VerbatimName = sought
	}
	return nil
}

// foundNothing reports whether a row without a name says that nothing was found: by a count of 0 or its status.
func (b *builder) foundNothing() bool {
	if status := strings.ToLower(text.OneLine(b.get(headers.Status))); status != "" {
		present, known := statuses[status]
		return known && !present
	}
	stated, _ := b.statedCount()
	n, _, err := b.parseCount(stated)
	return stated != "" && err == nil && n == 0
}

// countsNone reports whether a row says neither by its count nor by its status that something was found.
func (b *builder) countsNone() bool {
	stated, _ := b.statedCount()
	n, _, err := b.parseCount(stated)
	return !statuses[strings.ToLower(text.OneLine(b.get(headers.Status)))] && (stated == "" || err == nil && n == 0)
}

// maybeCatch reports whether a row that was rejected for a reason may be a catch. A sum of 0 is none: every other row leaves open what was
// caught, also where it counts 0 of something that is not understood.
func (b *builder) maybeCatch(reason error) bool {
	return !errors.Is(reason, errSum) || !b.foundNothing() || !b.countsNone()
}
