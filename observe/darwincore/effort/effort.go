// Package effort reads how much was done to catch mosquitoes, as samplingEffort and sampleSizeUnit write it in English, Spanish, French,
// Portuguese and Russian: 3 trap-nights, 2 traps x 7 nights, 1 noche-trampa, 40 dips. A text that says anything else says nothing: no
// effort is guessed. The package imports the standard library, and nothing of the project.
package effort

import (
	"regexp"
	"strconv"
	"strings"
)

// Unit is what effort is counted in. Units are never converted into each other.
type Unit string

// The units of an event's effort.
const (
	TrapNight  Unit = "trap_night"
	TrapHour   Unit = "trap_hour"
	Collection Unit = "collection"
	Dip        Unit = "dip"
	House      Unit = "house"
	PersonHour Unit = "person_hour"
)

// Units that are a part of an effort: traps, and the nights or hours that each of them stood.
const (
	Trap  Unit = "trap"
	Night Unit = "night"
	Hour  Unit = "hour"
)

// Amount is an effort, or a part of one.
type Amount struct {
	Value float64 // from Least to Most
	Unit  Unit
}

// The smallest and the largest value of an Amount: what is less is no effort.
const (
	Least = 1e-6
	Most  = 1e9
)

// units are the units by what the words of a text are, a letter each: of a unit, and of a product of two amounts.
var units = map[string]Unit{
	"TG": TrapNight, "GT": TrapNight, "TH": TrapHour, "HT": TrapHour, "PH": PersonHour, "HP": PersonHour,
	"D": Dip, "S": House, "C": Collection, "T": Trap, "G": Night, "H": Hour,
	"TxnG": TrapNight, "GxnT": TrapNight, "TxnH": TrapHour, "HxnT": TrapHour, "PxnH": PersonHour, "HxnP": PersonHour,
	"xnTG": TrapNight, "xnGT": TrapNight,
	"T,nG": TrapNight, "G,nT": TrapNight, "T,nH": TrapHour, "H,nT": TrapHour, "P,nH": PersonHour, "H,nP": PersonHour,
}

// words say what a word is: T trap, G night, H hour, P person, D dip, S house, C collection, x times, a comma itself, k
// which trap it was.
//
//nolint:misspell // words of five languages
var words = func() map[string]byte {
	out := map[string]byte{}
	for kind, list := range map[byte]string{
		'T': `trap traps trampa trampas piège pièges piege pieges armadilha armadilhas ловушка ловушки ловушек ловушко`,
		'G': `night nights noche noches nuit nuits noite noites ночь ночи ночей`,
		'H': `h hr hrs hour hours hora horas heure heures час часа часов`,
		'P': `person persons people man persona personas hombre personne personnes homme hommes pessoa pessoas homem человек человека человеко`,
		'D': `dip dips dipper`,
		'S': `house houses household households casa casas vivienda viviendas maison maisons дом дома домов`,
		'C': `collection collections colecta colectas coleta coletas collecte collectes сбор сбора сборов`,
		'x': `x × * for por pour durante pendant`,
		',': `,`,
		'k': `cdc light gravid bg sentinel co2 baited mosquito`,
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] = kind
		}
	}
	return out
}()

// tokens are the numbers, the words and the signs of a text.
var tokens = regexp.MustCompile(`\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{M}\d]*|\S`)

// thousands are numbers whose comma or point may separate thousands.
var thousands = regexp.MustCompile(`^\d{1,3}[.,]\d{3}$`)

// maxBytes is the longest text that can be an effort.
const maxBytes = 100

// joined writes what some write as one word as two.
var joined = strings.NewReplacer("trapnight", "trap night", "traphour", "trap hour")

// abbreviated and times are the rest of what tokens do not part: TN for trap nights, and the x before a number.
var (
	abbreviated = regexp.MustCompile(`\btns?\b`)
	times       = regexp.MustCompile(`(^|[\s\d])x\s*(\d)`)
)

// read writes a text as the kinds of its words, n for a number, and returns the numbers. It is not ok for a text with any other word.
func read(text string) (kinds string, numbers []float64, ok bool) {
	if len(text) > maxBytes {
		return "", nil, false
	}
	text = joined.Replace(strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text)), "."))
	text = times.ReplaceAllString(abbreviated.ReplaceAllString(text, "trap nights"), "$1 x $2")
	var last byte
	for _, token := range tokens.FindAllString(text, -1) {
		kind := words[token]
		switch {
		case kind != 0:
		case token[0] >= '0' && token[0] <= '9':
			n, err := strconv.ParseFloat(strings.Replace(token, ",", ".", 1), 64)
			if err != nil || thousands.MatchString(token) {
				return "", nil, false
			}
			numbers, kind = append(numbers, n), 'n'
		case token == ":" || token == "=":
			kind = ':'
		case (token == "-" || token == "–" || token == "_") && last != 0 && last != ':' && last != 'x':
			continue // it joins words, and is no minus sign
		default:
			return "", nil, false
		}
		if kind != 'T' || last != 'k' {
			kinds += string(rune(kind))
		} else {
			kinds = kinds[:len(kinds)-1] + "T" // a light trap is a trap
		}
		if kind == 'k' && last == 'k' {
			kinds = kinds[:len(kinds)-1]
		}
		last = kind
	}
	return kinds, numbers, true
}

// Parse reads an effort: a number and a unit in either order, or a product such as 2 traps x 7 nights. A Trap, Night or Hour is a part
// of an effort. It is not ok for every other text, and for an effort of 0.
func Parse(text string) (Amount, bool) {
	kinds, numbers, ok := read(text)
	if !ok || len(numbers) == 0 {
		return Amount{}, false
	}
	unit, found := strings.CutPrefix(kinds, "n")
	if !found {
		unit, found = strings.CutSuffix(kinds, ":n")
		found = found && len(numbers) == 1
	}
	a := Amount{Value: 1, Unit: units[unit]}
	for _, n := range numbers {
		a.Value *= n
	}
	return a, found && a.Unit != "" && a.Value >= Least && a.Value <= Most
}

// ParseUnit reads a unit, as sampleSizeUnit names it; trap_night and its like are read too. It may be a part of one.
func ParseUnit(text string) (Unit, bool) {
	kinds, numbers, ok := read(text)
	unit := units[kinds]
	return unit, ok && unit != "" && numbers == nil
}
