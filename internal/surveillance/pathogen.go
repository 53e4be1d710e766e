package surveillance

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Pathogen is what pools are tested for.
type Pathogen struct {
	Name      string // as it is stored, such as West Nile virus
	DiseaseID string // of the catalog; "" for none
}

// knownPathogens are the pathogens of the catalog's diseases: the name, then abbreviations and the names in the other languages.
var knownPathogens = []struct{ disease, names string }{
	{"barmah-forest-virus-disease", "Barmah Forest virus, BFV, Virus Barmah Forest, Вирус Барма-Форест"},
	{"batai-virus-infection", "Batai virus, BATV, Calovo virus, Virus Batai, Вирус Батаи"},
	{"buruli-ulcer", "Mycobacterium ulcerans, M. ulcerans"},
	{"bwamba-fever", "Bwamba virus, BWAV, Virus Bwamba, Вирус Бвамба"},
	{"cache-valley-virus-disease", "Cache Valley virus, CVV, Virus Cache Valley, Вирус Кэш-Вэлли"},
	{"chikungunya", "Chikungunya virus, CHIKV, CHIK, Chikungunya, Virus de chikunguña, Virus chikungunya, Virus du chikungunya, Вирус чикунгунья"},
	{"dengue-fever", "Dengue virus, DENV, DEN, Dengue, Virus dengue, Virus del dengue, Virus de la dengue, Vírus da dengue, Вирус денге"},
	{"dengue-fever", "Dengue virus 1, DENV-1, DENV1, DEN1"},
	{"dengue-fever", "Dengue virus 2, DENV-2, DENV2, DEN2"},
	{"dengue-fever", "Dengue virus 3, DENV-3, DENV3, DEN3"},
	{"dengue-fever", "Dengue virus 4, DENV-4, DENV4, DEN4"},
	{"dirofilariasis", "Dirofilaria, Дирофилярия"},
	{"dirofilariasis", "Dirofilaria immitis, D. immitis"},
	{"dirofilariasis", "Dirofilaria repens, D. repens"},
	{"eastern-equine-encephalitis", "Eastern equine encephalitis virus, EEEV, EEE, Eastern equine encephalitis, Virus de la encefalitis equina del este, " +
		"Virus de l'encéphalite équine de l'Est, Vírus da encefalite equina do leste, Вирус восточного энцефаломиелита лошадей"},
	{"everglades-virus-disease", "Everglades virus, EVEV, Virus Everglades, Вирус Эверглейдс"},
	{"getah-virus-infection", "Getah virus, GETV, Virus Getah, Вирус Гета"},
	{"ilheus-fever", "Ilheus virus, ILHV, Virus Ilhéus, Вирус Ильеус"},
	{"inkoo-virus-disease", "Inkoo virus, INKV, Virus Inkoo, Вирус Инко"},
	{"jamestown-canyon-virus-disease", "Jamestown Canyon virus, JCV, Virus Jamestown Canyon, Вирус Джеймстаун-Каньон"},
	{"japanese-encephalitis", "Japanese encephalitis virus, JEV, Virus de la encefalitis japonesa, Virus de l'encéphalite japonaise, " +
		"Vírus da encefalite japonesa, Вирус японского энцефалита"},
	{"la-crosse-encephalitis", "La Crosse virus, LACV, LAC, La Crosse, Virus La Crosse, Вирус Ла-Кросс"},
	{"lymphatic-filariasis", "Wuchereria bancrofti, W. bancrofti"},
	{"lymphatic-filariasis", "Brugia malayi, B. malayi"},
	{"lymphatic-filariasis", "Brugia timori, B. timori"},
	{"madariaga-virus-disease", "Madariaga virus, MADV, Virus Madariaga, Вирус Мадариага"},
	{"malaria", "Plasmodium, Plasmodium spp., Плазмодий"},
	{"malaria", "Plasmodium falciparum, P. falciparum"},
	{"malaria", "Plasmodium vivax, P. vivax"},
	{"malaria", "Plasmodium malariae, P. malariae"},
	{"malaria", "Plasmodium ovale, P. ovale"},
	{"malaria", "Plasmodium knowlesi, P. knowlesi"},
	{"mayaro-fever", "Mayaro virus, MAYV, Virus Mayaro, Вирус Майяро"},
	{"murray-valley-encephalitis", "Murray Valley encephalitis virus, MVEV, MVE, Virus de la encefalitis del valle de Murray, " +
		"Virus de l'encéphalite de la vallée de la Murray, Vírus da encefalite do vale do Murray, Вирус энцефалита долины Муррея"},
	{"o-nyong-nyong-fever", "O'nyong-nyong virus, ONNV, Virus o'nyong-nyong, Вирус о'ньонг-ньонг"},
	{"oropouche-fever", "Oropouche virus, OROV, Virus Oropouche, Вирус Оропуш"},
	{"rift-valley-fever", "Rift Valley fever virus, RVFV, RVF, Virus de la fiebre del valle del Rift, Virus de la fièvre de la vallée du Rift, " +
		"Vírus da febre do Vale do Rift, Вирус лихорадки долины Рифт"},
	{"rocio-encephalitis", "Rocio virus, ROCV, Virus Rocio, Вирус Росио"},
	{"ross-river-fever", "Ross River virus, RRV, Virus del río Ross, Virus Ross River, Vírus do rio Ross, Вирус реки Росс"},
	{"semliki-forest-virus-disease", "Semliki Forest virus, SFV, Virus del bosque de Semliki, Virus de la forêt de Semliki, " +
		"Vírus da floresta de Semliki, Вирус леса Семлики"},
	{"sindbis-fever", "Sindbis virus, SINV, Virus Sindbis, Вирус Синдбис"},
	{"snowshoe-hare-virus-disease", "Snowshoe hare virus, SSHV, Virus de la liebre americana, Virus du lièvre d'Amérique, " +
		"Vírus da lebre-americana, Вирус американского беляка"},
	{"st-louis-encephalitis", "St. Louis encephalitis virus, SLEV, SLE, Saint Louis encephalitis virus, St. Louis encephalitis, " +
		"Virus de la encefalitis de San Luis, Virus de l'encéphalite de Saint-Louis, Vírus da encefalite de Saint Louis, Вирус энцефалита Сент-Луис"},
	{"tahyna-fever", "Tahyna virus, TAHV, Virus Tahyna, Вирус Тягиня"},
	{"tularaemia", "Francisella tularensis, F. tularensis"},
	{"usutu-virus-infection", "Usutu virus, USUV, Usutu, Virus Usutu, Вирус Усуту"},
	{"venezuelan-equine-encephalitis", "Venezuelan equine encephalitis virus, VEEV, VEE, Virus de la encefalitis equina venezolana, " +
		"Virus de l'encéphalite équine vénézuélienne, Vírus da encefalite equina venezuelana, Вирус венесуэльского энцефаломиелита лошадей"},
	{"wesselsbron-disease", "Wesselsbron virus, WSLV, Virus Wesselsbron, Вирус Весселсброн"},
	{"west-nile-fever", "West Nile virus, WNV, WN, West Nile, VNO, Virus del Nilo Occidental, Virus du Nil occidental, Virus West Nile, " +
		"Vírus do Nilo Ocidental, Вирус Западного Нила"},
	{"western-equine-encephalitis", "Western equine encephalitis virus, WEEV, WEE, Western equine encephalitis, Virus de la encefalitis equina del oeste, " +
		"Virus de l'encéphalite équine de l'Ouest, Vírus da encefalite equina do oeste, Вирус западного энцефаломиелита лошадей"},
	{"yellow-fever", "Yellow fever virus, YFV, YF, Virus de la fiebre amarilla, Virus de la fièvre jaune, Vírus da febre amarela, Вирус жёлтой лихорадки"},
	{"zika-virus-disease", "Zika virus, ZIKV, ZIK, Zika, Virus de Zika, Virus Zika, Вирус Зика"},
}

var pathogens = func() map[string]Pathogen {
	out := map[string]Pathogen{}
	for _, known := range knownPathogens {
		name, _, _ := strings.Cut(known.names, ",")
		for written := range strings.SplitSeq(known.names, ",") {
			out[pathogenKey(written)] = Pathogen{name, known.disease}
		}
	}
	return out
}()

// pathogenKey is what spellings of a name share.
func pathogenKey(written string) string { return lang.Slug(lang.Fold(written)) }

// FindPathogen returns the pathogen of a name or an abbreviation in one of five languages, such as WNV, or of both if they
// are those of one pathogen: West Nile virus (WNV). One that is not known keeps the name that it is written with, and has no disease.
func FindPathogen(written string) Pathogen {
	if p, ok := pathogens[pathogenKey(written)]; ok {
		return p
	}
	if name, rest, ok := strings.Cut(written, "("); ok {
		abbreviation, closed := strings.CutSuffix(strings.TrimSpace(rest), ")")
		if p, known := pathogens[pathogenKey(name)]; known && closed && p == pathogens[pathogenKey(abbreviation)] {
			return p
		}
	}
	return Pathogen{Name: strings.Join(strings.Fields(written), " ")}
}

// PathogenDiseases are the diseases that known pathogens cause, each once, as FindPathogen names them.
func PathogenDiseases() []string {
	var out []string
	for _, known := range knownPathogens {
		out = append(out, known.disease)
	}
	return sorted(out)
}
