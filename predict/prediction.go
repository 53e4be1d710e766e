package predict

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// check fails for a result that must not reach a client: of a model without an id, without classes, or with impossible numbers.
func check(r classify.Result) error {
	if r.ModelID == "" {
		return errors.New("the model has no id")
	}
	if len(r.Classes) == 0 {
		return errors.New("the model returned no classes")
	}
	for _, c := range r.Classes {
		if lang.Slug(c.Name) == "" {
			return fmt.Errorf("the model returned a class named %q", c.Name)
		}
		if !(c.Probability >= 0 && c.Probability <= 1) { // NaN is neither
			return fmt.Errorf("the model returned the probability %v for %s", c.Probability, c.Name)
		}
	}
	return nil
}

// certain is the probability from which a prediction is not uncertain: the species is then more likely right than wrong, as far as the model's
// probabilities are calibrated.
const certain = 0.5

// prediction is the JSON answer for one picture.
type prediction struct {
	ID             string         `json:"id"` // with underscores
	ScientificName *string        `json:"scientific_name"`
	CommonName     *string        `json:"common_name"`
	Probabilities  probabilities  `json:"probabilities"`
	ModelID        string         `json:"model_id"`
	ModelLicence   *model.Licence `json:"model_licence"` // null when the model's description has none
	Confidence     float64        `json:"confidence"`
	InCatalog      bool           `json:"in_catalog"`
	Uncertain      bool           `json:"uncertain"`
	Reason         *reason        `json:"reason"`     // null when it is not uncertain
	TaxonRank      *taxonRank     `json:"taxon_rank"` // null when not even the genus is sure
	Genus          *string        `json:"genus"`      // null without a rank
	Box            *boxAnswer     `json:"box"`        // null when the whole picture was classified
	ImageURL       string         `json:"image_url_species,omitempty"`
	PredictionID   string         `json:"prediction_id,omitempty"`
}

// formatter formats answers in the language and with the threshold of a request.
type formatter struct {
	names     *surveillance.Names
	code      lang.Code
	threshold *float64 // nil keeps all classes
	base      string   // the service's address
}

// prediction formats an answer. Its probabilities lack the classes below the threshold.
func (f formatter) prediction(a answer) prediction {
	best := a.classes[0]
	p := prediction{
		ID: identifier(best.Name), ModelID: a.modelID, Confidence: best.Probability, Probabilities: a.classes,
		Uncertain: a.strange || best.Name == classify.NoneOfThese || best.Probability < certain,
	}
	if a.licence != (model.Licence{}) {
		p.ModelLicence = &a.licence
	}
	if best.Name != classify.NoneOfThese {
		p.ScientificName = &best.Name
		if taxon, ok := f.names.FindTaxon(best.Name); ok {
			p.ID = identifier(taxon.ID)
			p.InCatalog = taxon.InCatalog
			if common := f.names.CommonName(f.code, taxon); common != "" {
				p.CommonName = &common
			}
		}
	}
	least := certain
	if f.threshold != nil {
		least = max(least, *f.threshold)
		p.Uncertain = p.Uncertain || best.Probability < *f.threshold
	}
	p.settle(a, least)
	p.Box = newBoxAnswer(a.box)
	if f.threshold != nil {
		p.Probabilities = slices.DeleteFunc(a.classes, func(c classify.Class) bool { return c.Probability < *f.threshold })
	}
	if a.saved != nil {
		p.ImageURL, p.PredictionID = f.base+a.saved.URL, a.saved.ID.String()
	}
	return p
}

// accepted returns the classes under their accepted names, highest first. It adds up the probabilities of classes that are
// synonyms of one another.
func accepted(classes []classify.Class, names *surveillance.Names) []classify.Class {
	sums := make(map[string]float64, len(classes))
	for _, c := range classes {
		name := c.Name
		if taxon, ok := names.FindTaxon(name); ok {
			name = taxon.ScientificName
		}
		sums[name] = min(sums[name]+c.Probability, 1) // rounding may exceed 1
	}
	out := make([]classify.Class, 0, len(sums))
	for name, sum := range sums {
		out = append(out, classify.Class{Name: name, Probability: sum})
	}
	slices.SortFunc(out, func(a, b classify.Class) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// identifier returns the id of a name in the form of predictions, with underscores.
func identifier(name string) string {
	return strings.ReplaceAll(lang.Slug(name), "-", "_")
}

// probabilities are a JSON object from name to number, in their own order.
type probabilities []classify.Class

// MarshalJSON writes the object. encoding/json would sort a map by name.
func (p probabilities) MarshalJSON() ([]byte, error) {
	var object jsontext.Object
	for _, c := range p {
		object.Add(c.Name, c.Probability)
	}
	return object.MarshalJSON()
}
