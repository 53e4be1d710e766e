package headers

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// vagueHeaders may mean a term; only a person can tell. One that is in several lists may mean several terms, the likelier first.
// vagueCount says which may mean the count.
var vagueHeaders = []struct {
	term string
	keys []string
}{
	{"scientificName", keys(`vector, mosquito, name, organism, species display name, nombre, nom, nome, название`)},
	{"decimalLatitude", keys(`y, y coord, y coordinate, coord y, northing, point y`)},
	{"decimalLongitude", keys(`x, x coord, x coordinate, coord x, easting, point x`)},
	{"eventDate", keys(`test date, survey date, collected, data, when, time, timestamp, datetime`)},
	{"samplingProtocol", keys(`trap, method, trap acronym`)},
	{"occurrenceStatus", slices.Concat(keys(`status, result`), presenceKeys, absenceKeys)},
}

// presenceKeys and absenceKeys are vague headers that ask whether something was found, so that no and 0 answer them.
//
//nolint:misspell // words of seven languages
var (
	presenceKeys = keys(`present, pres, present absent, pres abs, p a, pos neg, positive negative, occurrence, occ, found, detected, detection,
		presencia, presencia ausencia, presente, detectado, encontrado, présent, présence absence, détecté, détection, trouvé, presença,
		presença ausência, наличие, обнаружен, обнаружено, присутствие, nachweis, vorhanden, aanwezig, aanwezigheid, aangetroffen`)
	absenceKeys = keys(`absence, absent, ausencia, ausente, ausência, отсутствие, abwesend, afwezig`)
)

// vagueCount matches the keys of headers that may mean the count: a quantity (number of, nb), what is counted (females), or both, and
// what it is counted by (per trap night).
//
//nolint:misspell // words of seven languages
var vagueCount = func() *regexp.Regexp {
	const (
		quantity = `number|numbers|num|nb|no|nº|nr|totals?|counts?|qty|quantity|abundance|sum|nombre|numero|cantidad|effectif|total[ea]|
			abundancia|abondance|quantidade|anzahl|aantal|gesamt|insgesamt|totaal|число|численность|количество|всего|итого`
		counted = `females?|males?|mosquitoe?s|culicids|individuals|specimens|adults|larvae|pupae|eggs|vectors|catch|catches|captures|
			trapcounts?|trapcatch|trapcatches|hembras?|machos?|zancudos|individuos|especimenes|ejemplares|adultos|larvas|pupas|huevos|capturas|
			femelles?|moustiques|individus|exemplaires|adultes|larves|nymphes|oeufs|femeas?|exemplares|ovos|weibchen|mannchen|mucken|
			individuen|exemplare|larven|puppen|fange|muggen|exemplaren|vrouwtjes|mannetjes|vangst|самки|самок|самцы|самцов|комары|комаров|
			особи|особей|личинки|личинок|экземпляры|экземпляров|экз|пойманоособей`
		other = `of|de|des|di|the|der|van|all|adult|collected|caught|captured|trapped|counted|found|colectad[oa]s|capturad[oa]s|
			recolectad[oa]s|capturee?s|collectee?s|coletad[oa]s|gefangen|gevangen|поймано`
		by = `(?:per|par|por|pro)(?:trap|night|day|hour|man|person|dip|house|site|piege|nuit|jour|heure|trampa|noche|dia|hora|armadilha|
			noite|falle|nacht|val).*`
	)
	pattern := fmt.Sprintf(`^n$|^n?(?:%[1]s|%[2]s|%[3]s)*(?:%[1]s|%[2]s)(?:%[1]s|%[2]s|%[3]s)*(?:%[4]s)?$`, quantity, counted, other, by)
	return regexp.MustCompile(strings.Join(strings.Fields(pattern), ""))
}()

// serialKeys are vague headers of the count that number the rows of many files. They may be the count where nothing else may.
var serialKeys = []string{"n", "no", "nº", "nr", "num", "numero"}

func keys(list string) []string {
	headers := split(list)
	for i := range headers {
		headers[i] = plainKey(headers[i])
	}
	return headers
}

// vagueTerms returns the terms that a header may mean, by its plainKey.
func vagueTerms(key string) (found []string) {
	for _, vague := range vagueHeaders {
		if slices.Contains(vague.keys, key) {
			found = append(found, vague.term)
		}
	}
	if vagueCount.MatchString(key) {
		found = append(found, "individualCount")
	}
	return found
}

// vague returns the columns whose names may mean a term and that mean no other one.
func (l *Layout) vague(term string) (columns []int) {
	for i, name := range l.names {
		if l.terms[i] == "" && slices.Contains(vagueTerms(plainKey(name)), term) {
			columns = append(columns, i)
		}
	}
	return columns
}

// maybeCounts returns the columns that may be the count.
func (l *Layout) maybeCounts() []int {
	columns := l.vague("individualCount")
	isSerial := func(column int) bool { return slices.Contains(serialKeys, plainKey(l.names[column])) }
	if others := slices.DeleteFunc(slices.Clone(columns), isSerial); len(others) > 0 {
		return others
	}
	return columns
}

// AsksPresence reports whether a column of MaybeStatuses asks whether something was found: no and 0 then say that it was not.
func (l *Layout) AsksPresence(column int) bool {
	return slices.Contains(presenceKeys, plainKey(l.names[column]))
}

// AsksAbsence reports whether a column of MaybeStatuses asks whether nothing was found: yes and 1 then say so.
func (l *Layout) AsksAbsence(column int) bool {
	return slices.Contains(absenceKeys, plainKey(l.names[column]))
}

// sexWords are the words of a header that say whose count it is, as plainKey writes them.
var sexWords = map[string][]string{
	"female": keys(`female, females, hembra, hembras, femelle, femelles, fêmea, fêmeas, самки, самок`),
	"male":   keys(`male, males, macho, machos, mâle, mâles, самцы, самцов`),
}

// countedSex returns the sex whose count a header may say: "Mâles", "No. of females"; "" for another header.
func countedSex(header string) (sex string) {
	if !vagueCount.MatchString(plainKey(header)) {
		return ""
	}
	for word := range strings.FieldsFuncSeq(header, func(c rune) bool { return !unicode.IsLetter(c) }) {
		for of, words := range sexWords {
			if slices.Contains(words, plainKey(word)) {
				sex = of
			}
		}
	}
	return sex
}

// noteSexes names the columns beside the count that may be that of a sex.
func (l *Layout) noteSexes(warn *text.Warnings) {
	for i, header := range l.Header {
		sex := countedSex(header)
		if sex == "" || l.terms[i] != "" || l.Columns[Count] < 0 {
			continue
		}
		warn.Add(fmt.Sprintf("%q may be the count of %ss, which no record has: import the file again with --map 'count=%s,sex:=%s'",
			header, sex, mapName(l.NameOf(i)), sex), 0)
	}
}

// mapName writes the name of a column as a map has it.
func mapName(name string) string {
	if strings.ContainsAny(name, `,=:" `) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// noteVague names the columns that may be the count or the status.
func (l *Layout) noteVague(warn *text.Warnings) {
	for _, vague := range [...]struct {
		key     string
		columns []int
	}{{"count", l.MaybeCounts}, {"status", l.MaybeStatuses}} {
		var names []string
		for _, column := range vague.columns {
			if vague.key != "status" || l.unmappedPools() == "" { // the result of a test is no status
				names = append(names, l.Header[column])
			}
		}
		if len(names) > 0 {
			warn.Add(fmt.Sprintf("%s may be the %s: name it with --map %[2]s=COLUMN", text.List(names), vague.key), 0)
		}
	}
}
