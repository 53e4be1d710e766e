package predict

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

// smallSide is the number of pixels of a side below which a picture counts as small. The bundled model names 83 % of its validation
// photographs correctly, 75 % when they have 48 pixels a side, and 68 % with 32.
const smallSide = 48

// taxonRank is the rank that a prediction is sure of, as Darwin Core spells it.
type taxonRank string

const (
	rankSpecies taxonRank = "species"
	rankGenus   taxonRank = "genus"
)

// reason says why a prediction is uncertain.
type reason string

const (
	reasonSmall   reason = "too_small"
	reasonNone    reason = "none_of_these"
	reasonOther   reason = "other_species"
	reasonUnclear reason = "unclear"
)

// settle sets the rank that the answer is sure of with the least probability, its genus, and the reason when that is no species. A
// picture of another species has neither: the probabilities are of those that the model knows.
func (p *prediction) settle(a answer, least float64) {
	genus := classify.Class{Name: genusOf(a.classes[0].Name), Probability: 1}
	rank := rankSpecies
	if p.Uncertain {
		genus, rank = likelyGenus(a.classes), rankGenus
		p.Reason = new(why(a))
	}
	if genus.Name != "" && genus.Probability >= least && !a.strange {
		p.TaxonRank, p.Genus = &rank, &genus.Name
	}
}

func why(a answer) reason {
	none := a.classes[0].Name == classify.NoneOfThese
	switch {
	case a.small: // few pixels are unlike the training pictures, too
		return reasonSmall
	case a.strange && !none:
		return reasonOther
	case none:
		return reasonNone
	}
	return reasonUnclear
}

// likelyGenus returns the genus whose species have the highest sum; of equal ones that of the more probable species. Its name is
// empty when all are none of these.
func likelyGenus(classes []classify.Class) (best classify.Class) {
	sums := map[string]float64{}
	for _, c := range classes {
		if c.Name != classify.NoneOfThese {
			sums[genusOf(c.Name)] += c.Probability
		}
	}
	for _, c := range classes {
		if genus := genusOf(c.Name); sums[genus] > best.Probability {
			best = classify.Class{Name: genus, Probability: sums[genus]}
		}
	}
	return best
}

// genusOf returns the first word of a scientific name.
func genusOf(name string) string {
	genus, _, _ := strings.Cut(name, " ")
	return genus
}
