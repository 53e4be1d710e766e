package analytics

import (
	"context"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Richness is how many species the events of a place caught, and how many they missed.
type Richness struct {
	places.Place
	Events       int64    `json:"events"`
	Specimens    int64    `json:"specimens"`    // that are identified to species
	Unidentified int64    `json:"unidentified"` // specimens that are not, and count for nothing
	Observed     int      `json:"observed"`     // species
	Q0           float64  `json:"q0"`           // Hill number of order 0: the same
	Q1           *float64 `json:"q1"`
	Q2           *float64 `json:"q2"`
	Chao1        *float64 `json:"chao1"` // least number of species, by specimens
	Chao2        *float64 `json:"chao2"` // least number of species, by events
	Coverage     *float64 `json:"coverage"`
	Rarefied     *float64 `json:"rarefied"` // species in size specimens; null without size, and for fewer specimens
}

// RichnessEnvelope is what an answer says of all places.
type RichnessEnvelope struct {
	Envelope
	Size *int `json:"size"` // specimens that samples are rarefied to
}

// maxSize is how many specimens samples may be rarefied to.
const maxSize = 1_000_000

func (a *Analytics) getRichness(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	size := p.Int("size", 0, 1, maxSize)
	q, err := a.readPlaces(r, p, asked{by: []string{byArea, byCountry, byCells}, events: true})
	if err != nil {
		return err
	}
	if q.unit == "" {
		q.unit = unitCollection
	}
	q.eachName = true
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.richness(r.Context(), m, &q, size) })
}

func (a *Analytics) richness(ctx context.Context, m *moment, q *placeQuestion, size int) (answer, error) {
	parts, err := a.placeParts(ctx, q)
	if err != nil {
		return answer{}, err
	}
	s, err := a.openSurvey(ctx, m, &q.question)
	if err != nil {
		return answer{}, err
	}
	samples, err := a.sample(ctx, s, parts)
	if err != nil {
		return answer{}, err
	}
	results := make([]Richness, 0, len(samples))
	for id, sample := range samples {
		results = append(results, sample.richness(parts.Place(id), size))
	}
	slices.SortFunc(results, func(a, b Richness) int { return a.Compare(b.Place) })
	e := RichnessEnvelope{Envelope: s.envelope()}
	if size != 0 {
		e.Size = &size
	}
	return newAnswer(e, results), nil
}

// sample is what the events of a place caught, by species.
type sample struct {
	events, unidentified int64
	species              map[int32]*speciesCatch
}

type speciesCatch struct{ specimens, events int64 }

func (s *sample) of(species int32) *speciesCatch {
	found := s.species[species]
	if found == nil {
		if s.species == nil {
			s.species = map[int32]*speciesCatch{}
		}
		found = &speciesCatch{}
		s.species[species] = found
	}
	return found
}

func (s *sample) merge(other *sample) {
	s.events += other.events
	s.unidentified += other.unidentified
	for number, c := range other.species {
		to := s.of(number)
		to.specimens += c.specimens
		to.events += c.events
	}
}

// sample reads what the events of each place caught, and adds them to a survey of one protocol.
func (a *Analytics) sample(ctx context.Context, s *survey, parts places.Parts) (map[places.ID]*sample, error) {
	samples := newCapped[places.ID, sample](MaxResults)
	if s.scope.q.filter.MatchesNothing() {
		return samples.byKey, nil
	}
	speciesOf := s.scope.species()
	err := s.eachPlaced(ctx, parts, func() (func(*placedEvent), func()) {
		local := newCapped[places.ID, sample](MaxResults)
		var found []int32
		return func(e *placedEvent) {
			for _, id := range e.places {
				at := local.at(id)
				at.events++
				at.unidentified += e.caught.unidentified
				found = found[:0]
				for _, taxon := range e.caught.taxa {
					species := speciesOf[taxon.number]
					if species < 0 || taxon.specimens == 0 {
						continue
					}
					of := at.of(species)
					of.specimens += taxon.specimens
					if !slices.Contains(found, species) {
						found = append(found, species)
						of.events++
					}
				}
			}
		}, func() { samples.merge(local, (*sample).merge) }
	})
	return samples.byKey, a.checkPlaced(ctx, s, err, samples.check)
}

// species numbers the species of each taxon of the selection, of which a subspecies is one; -1 for what is not identified to species.
func (c *scope) species() []int32 {
	numbers, of := map[string]int32{}, make([]int32, len(c.selection.Taxa))
	for i, key := range c.selection.Taxa {
		of[i] = -1
		if t, ok := c.q.names.Taxon(key); ok && t.Identified() {
			name := t.Species()
			if _, known := numbers[name]; !known {
				numbers[name] = int32(len(numbers))
			}
			of[i] = numbers[name]
		}
	}
	return of
}

// richness is the result of a place.
func (s *sample) richness(place places.Place, size int) Richness {
	var specimens, events []int64
	for _, c := range s.species {
		specimens, events = append(specimens, c.specimens), append(events, c.events)
	}
	r := estimate.RichnessOf(specimens)
	return Richness{
		Place: place, Events: s.events, Specimens: r.Specimens, Unidentified: s.unidentified, Observed: r.Observed, Q0: float64(r.Observed),
		Q1: r.Shannon, Q2: r.Simpson, Chao1: r.Chao1, Chao2: estimate.Chao2(events, s.events), Coverage: r.Coverage,
		Rarefied: estimate.Rarefied(specimens, int64(size)),
	}
}
