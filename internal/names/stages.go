package names

import "strings"

// sexWords and stageWords are words of sex and life stage by what Darwin Core calls it, in lower case. They are no part of a name.
var (
	sexWords = wordsOf(map[string]string{
		"female": `female females ♀ ♀♀ f♀ hembra hembras femelle femelles fêmea fêmeas femea femeas самка самки самок`,
		"male":   `male males ♂ ♂♂ m♂ macho machos mâle mâles самец самцы самцов`,
	})
	stageWords = wordsOf(map[string]string{
		"adult":    `adult adults adulto adultos adulta adultas adulte adultes imago imagos imagines имаго взрослый взрослые взрослых`,
		"larva":    `larva larvae larval larvas larve larves личинка личинки личинок l1 l2 l3 l4`,
		"pupa":     `pupa pupae pupal pupas nymphe nymphes куколка куколки куколок`,
		"egg":      `egg eggs ova huevo huevos œuf œufs oeuf oeufs ovo ovos яйцо яйца яиц`,
		"immature": `immature immatures inmaduro inmaduros imaturo imaturos`,
	})
)

func wordsOf(lists map[string]string) map[string]string {
	words := map[string]string{}
	for meaning, list := range lists {
		for word := range strings.FieldsSeq(list) {
			words[word] = meaning
		}
	}
	return words
}

// Sex returns the sex that a word names in one of five languages: female, male, or "".
func Sex(word string) string { return sexWords[strings.ToLower(word)] }

// instarWords are beside the number of a larva's instar in a text of its stage.
var instarWords = wordsOf(map[string]string{
	"instar": `instar instars estadio estadios stade stades estádio estádios возраст возраста`,
	"number": `1 2 3 4 i ii iii iv 1st 2nd 3rd 4th first second third fourth 1er 2e 3e 4e 1º 2º 3º 4º l li lii liii liv`,
	"other":  `and to y et e и a à stage early late`,
})

// LifeStage returns the life stage that a text names in one of five languages: adult, larva, pupa, egg, immature, or "". Instars (L4, 4th instar,
// instar IV, L1-L3) are larvae.
func LifeStage(text string) string {
	if stage := stageWords[text]; stage != "" {
		return stage
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" -–/,.()_+&", r) })
	if len(words) == 1 && stageWords[words[0]] != "" {
		return stageWords[words[0]]
	}
	larva := false
	for _, word := range words {
		switch {
		case stageWords[word] == "larva", instarWords[word] == "instar", len(word) > 1 && word[0] == 'l' && instarWords[word] == "number":
			larva = true
		case instarWords[word] == "":
			return ""
		}
	}
	if larva {
		return "larva"
	}
	return ""
}

// saidStages returns the sex and the life stage that the words beside a name say; "" where they say none, or two.
func saidStages(words []string) (sex, stage string) {
	one := func(said *string, many *bool, word string) {
		*many = *many || *said != "" && word != "" && *said != word
		if word != "" {
			*said = word
		}
	}
	var sexes, stages bool
	for _, word := range words {
		if !isStage(word) {
			continue
		}
		for part := range strings.SplitSeq(strings.ToLower(strings.Trim(word, ".,;:()[]")), "/") {
			one(&sex, &sexes, sexWords[part])
			one(&stage, &stages, stageWords[part])
		}
	}
	if sexes {
		sex = ""
	}
	if stages {
		stage = ""
	}
	return sex, stage
}
