package names

import (
	"slices"
	"strings"
	"unicode"
)

// Genera are the genera of mosquitoes by their abbreviation without the full stop: the valid genera, and after them former genera that
// files still have, which are subgenera of Aedes today. Reinert J.F. (2009) List of abbreviations for currently valid generic-level taxa in
// family Culicidae (Diptera), European Mosquito Bulletin 27: 68-76; Wilkerson R.C. et al. (2015) Making mosquito taxonomy useful,
// PLoS ONE 10(7): e0133602.
var Genera = map[string]string{
	"Ad": "Aedeomyia", "Ae": "Aedes", "An": "Anopheles", "Ar": "Armigeres", "Bi": "Bironella",
	"Ch": "Chagasia", "Cq": "Coquillettidia", "Cs": "Culiseta", "Cx": "Culex", "De": "Deinocerites", "Er": "Eretmapodites",
	"Fi": "Ficalbia", "Ga": "Galindomyia", "Hg": "Haemagogus", "Ho": "Hodgesia", "Hz": "Heizmannia", "Is": "Isostomyia",
	"Jb": "Johnbelkinia", "Km": "Kimia", "Li": "Limatus", "Lt": "Lutzia", "Ma": "Mansonia", "Mg": "Maorigoeldia", "Mi": "Mimomyia",
	"Ml": "Malaya", "On": "Onirion", "Op": "Opifex", "Or": "Orthopodomyia", "Ps": "Psorophora", "Ru": "Runchomyia", "Sa": "Sabethes",
	"Sh": "Shannoniana", "To": "Topomyia", "Tp": "Tripteroides", "Tr": "Trichoprosopon", "Tx": "Toxorhynchites", "Ud": "Udaya",
	"Ur": "Uranotaenia", "Ve": "Verrallina", "Wy": "Wyeomyia", "Ze": "Zeugnomyia",

	"Am": "Aedimorphus", "Ay": "Ayurakitia", "Bc": "Borichinda", "Bo": "Bothaella", "Da": "Dahliana", "Di": "Diceromyia", "Do": "Downsiomyia",
	"Fl": "Finlaya", "Fr": "Fredwardsius", "Gc": "Georgecraigius", "Hl": "Hulecoeteomyia",
	"Hw": "Howardina", "Mu": "Mucidus", "Nm": "Neomelaniconion", "Oc": "Ochlerotatus", "Och": "Ochlerotatus",
	"Sc": "Scutomyia", "St": "Stegomyia", "Ta": "Tanakaius",
}

// FormerGenera are the slugs of the former genera: their species stand in the genus Aedes.
var FormerGenera = []string{
	"aedimorphus", "ayurakitia", "borichinda", "bothaella", "dahliana", "diceromyia", "downsiomyia", "finlaya", "fredwardsius", "georgecraigius",
	"hulecoeteomyia", "howardina", "mucidus", "neomelaniconion", "ochlerotatus", "scutomyia", "stegomyia", "tanakaius",
}

// wordsToo are abbreviations that are words as well: without a full stop they abbreviate nothing.
var wordsToo = []string{"Am", "Da", "De", "Di", "Do", "Is", "La", "On", "Or", "To"}

// expand replaces an abbreviated genus: "Ae. albopictus", "CX. PIPIENS", "An freeborni". A letter alone abbreviates none, because
// several genera begin with it.
func expand(words []string) []string {
	genus, ok := expanded(words[0], len(words) > 1 && hasLetter(words[1]))
	if !ok {
		return words
	}
	if !strings.ContainsFunc(strings.Join(words, ""), unicode.IsLower) {
		genus = strings.ToUpper(genus)
	}
	return append([]string{genus}, words[1:]...)
}

func expanded(word string, followed bool) (string, bool) {
	bare, dotted := strings.CutSuffix(word, ".")
	if len(bare) < 2 || len(bare) > 3 {
		return "", false
	}
	key := capitalized(bare)
	genus, ok := Genera[key]
	return genus, ok && (dotted || followed && startsUpper(bare) && !slices.Contains(wordsToo, key))
}

// families are the names above the genus, of the family and its parts.
var families = []string{
	"Culicidae", "Culicinae", "Anophelinae", "Aedeomyiini", "Aedini", "Culicini", "Culisetini", "Ficalbiini", "Hodgesiini", "Mansoniini",
	"Orthopodomyiini", "Sabethini", "Toxorhynchitini", "Uranotaeniini",
}

// knownGenus reports whether a word is a genus of mosquitoes, its abbreviation, or the family's name or a part's.
func knownGenus(word string) bool {
	first, _, _ := strings.Cut(strings.Trim(word, "?\"'(),"), "/")
	if first == "" {
		return false
	}
	if _, ok := expanded(first, strings.HasSuffix(first, ".")); ok {
		return true
	}
	first = capitalized(strings.TrimRight(first, "."))
	if slices.Contains(families, first) {
		return true
	}
	for _, genus := range Genera {
		if genus == first {
			return true
		}
	}
	return false
}

// IsMosquito reports whether a name is that of mosquitoes: by its genus, which need not be valid today, or as the family or a part of it.
func (n Name) IsMosquito() bool {
	if n.Genus == "" && len(n.Alternatives) > 0 {
		return !slices.ContainsFunc(n.Alternatives, func(name string) bool { return !knownGenus(strings.Fields(name)[0]) })
	}
	return n.Scientific != "" && knownGenus(strings.Fields(n.Scientific)[0])
}

// above are the taxa that mosquitoes and other animals belong to, from the nearest on.
var above = []string{
	"Culicoidea", "Culicomorpha", "Nematocera", "Diptera", "Holometabola", "Endopterygota", "Neoptera", "Pterygota", "Insecta", "Hexapoda", "Arthropoda", "Animalia", "Metazoa",
}

// MayBeMosquito reports whether a name that is not that of mosquitoes leaves it open: what mosquitoes and others belong to (Diptera), or an
// undivided name with one among its alternatives.
func (n Name) MayBeMosquito() bool {
	return !n.IsMosquito() && (slices.Contains(above, n.Scientific) ||
		slices.ContainsFunc(n.Alternatives, func(name string) bool { return knownGenus(strings.Fields(name)[0]) }))
}
