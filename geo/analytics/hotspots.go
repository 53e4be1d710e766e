package analytics

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Hotspot is how a cell with its neighbours differs from all cells that take part.
type Hotspot struct {
	Cell       string   `json:"cell"`      // H3 index
	Abundance  *float64 `json:"abundance"` // null for a share, as specimens, effort and events
	Specimens  *int64   `json:"specimens"`
	Effort     *float64 `json:"effort"`
	Events     *int64   `json:"events"`
	Share      *float64 `json:"share"`       // records of the taxa by those of all mosquitoes; null for a rate, as both numbers
	Records    *int64   `json:"records"`     // of the taxa
	AllRecords *int64   `json:"all_records"` // of all mosquitoes
	Neighbours int      `json:"neighbours"`  // cells of the ring that take part
	Z          *float64 `json:"z"`           // Gi*
	P          *float64 `json:"p"`
	Q          *float64 `json:"q"`
	Class      *string  `json:"class"`  // hot, cold, none
	Reason     *string  `json:"reason"` // why there is no class

	cell    h3.Cell
	x       float64 // what cells are compared by
	outline any     // GeoJSON geometry
}

func (h Hotspot) Geometry() any { return h.outline }

// HotspotEnvelope is what an answer says of all cells.
type HotspotEnvelope struct {
	Envelope
	Title string `json:"title"`
	Cells int    `json:"cells"` // that take part
}

func (e HotspotEnvelope) columns() jsontext.Object {
	return append(e.Envelope.columns(), jsontext.Member{Name: "title", Value: e.Title})
}

// Values of basis, and the titles of their answers.
const (
	basisRate  = "rate"
	basisShare = "share"

	titleRate  = "abundance"
	titleShare = "share of reports"
)

// Limits of hot spots.
const (
	minHotspotCells  = 30 // that take part
	minShareRecords  = 10 // of all mosquitoes in a cell
	defaultMinEffort = 5
	maxMinEffort     = 1_000_000
	maxRing          = 3
)

// significant is the largest q, the expected share of false ones among what is called a hot spot or a trend.
const significant = 0.05

// Classes of a cell.
const (
	classHot  = "hot"
	classCold = "cold"
	classNone = "none"
)

// Why a cell has no class.
const (
	reasonLittleEffort = "little_effort"
	reasonFewRecords   = "few_records"
	reasonNoNeighbour  = "no_neighbour"
	reasonAllEqual     = "all_equal"      // every cell has the same value
	reasonAllAround    = "all_neighbours" // every cell is a neighbour
)

// hotspotsQuestion is what a request for hot spots asks beside the question.
type hotspotsQuestion struct {
	question
	resolution, ring int
	basis            string
	minEffort        float64
}

func (a *Analytics) getHotspots(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q := hotspotsQuestion{
		resolution: p.Int("resolution", defaultResolution, places.MinResolution, places.MaxResolution), ring: p.Int("ring", 1, 1, maxRing),
		basis: p.OneOf("basis", basisRate, basisRate, basisShare), minEffort: defaultMinEffort,
	}
	if least := p.Float("min_effort", 0, maxMinEffort); least != nil {
		q.minEffort = *least
		if q.basis == basisShare {
			p.Fail("min_effort", "not_allowed", "min_effort belongs to basis=rate: a share has no effort")
		}
	}
	var err error
	if q.question, err = a.readQuestion(r, p, asked{events: true}); err != nil {
		return err
	}
	if q.basis == basisShare && !q.filter.NamesTaxa {
		return missingSpecies("a share is of some taxa among all mosquitoes")
	}
	return a.answer(w, r, &q.question, func(m *moment) (answer, error) { return a.hotspots(r.Context(), m, &q) })
}

// missingSpecies is the error of a question that needs a condition on names.
func missingSpecies(why string) error {
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "species"}, Type: "missing", Msg: "species, genus or disease is required: " + why})
}

func (a *Analytics) hotspots(ctx context.Context, m *moment, q *hotspotsQuestion) (answer, error) {
	read := a.cellsOfRates
	if q.basis == basisShare {
		read = a.cellsOfShares
	}
	envelope, cells, err := read(ctx, m, q)
	if err == nil {
		err = checkSize(len(cells))
	}
	if err != nil {
		return answer{}, err
	}
	slices.SortFunc(cells, func(a, b *Hotspot) int { return cmp.Compare(a.cell, b.cell) })
	if envelope.Cells = compareCells(cells, q.ring); envelope.Cells < minHotspotCells && !q.filter.MatchesNothing() {
		return answer{}, invalid("few_cells", fmt.Sprintf("%d cells have enough effort or records; %d are needed: take smaller cells, less min_effort or more data", envelope.Cells, minHotspotCells))
	}
	results := make([]Hotspot, len(cells))
	for i, c := range cells {
		results[i] = *c
		if q.format == formatGeoJSON {
			results[i].outline = places.Outline(c.cell)
		}
	}
	return newAnswer(envelope, results), nil
}

// cellsOfRates compares cells by ln(1 + A), because abundance is skewed.
func (a *Analytics) cellsOfRates(ctx context.Context, m *moment, q *hotspotsQuestion) (e HotspotEnvelope, cells []*Hotspot, err error) {
	s, err := a.openSurvey(ctx, m, &q.question)
	if err != nil {
		return e, nil, err
	}
	sums, err := a.sumPlaces(ctx, s, places.Cells{Resolution: q.resolution}, MaxResults)
	if err != nil {
		return e, nil, err
	}
	for at, sum := range sums {
		effort, rate := sum.effort.Value(), sum.rate()
		h := newHotspot(at.place, math.Log1p(rate))
		h.Abundance, h.Specimens, h.Effort, h.Events = &rate, &sum.specimens, &effort, &sum.events
		if effort < q.minEffort {
			h.Reason = new(reasonLittleEffort)
		}
		cells = append(cells, h)
	}
	return HotspotEnvelope{Envelope: s.envelope(), Title: titleRate}, cells, nil
}

// cellsOfShares compares cells by the share of the taxa among the records of all mosquitoes, which were reported with the same effort
// (Phillips et al. 2009).
func (a *Analytics) cellsOfShares(ctx context.Context, m *moment, q *hotspotsQuestion) (e HotspotEnvelope, cells []*Hotspot, err error) {
	whole, err := a.counter.Series(ctx, q.filter, 1, func(_, _ int32) int { return 0 })
	if err != nil {
		return e, nil, err
	}
	if e.Envelope, err = a.collections(ctx, m, &q.question, whole); err != nil {
		return e, nil, err
	}
	e.Title = titleShare
	all := q.filter
	all.Taxa, all.NamesTaxa = nil, false
	if q.filter.MatchesNothing() {
		return e, nil, nil
	}
	of, _, err := a.countRecords(ctx, q.filter, places.Cells{Resolution: q.resolution})
	if err != nil {
		return e, nil, err
	}
	total, inaccurate, err := a.countRecords(ctx, all, places.Cells{Resolution: q.resolution})
	if err != nil {
		return e, nil, err
	}
	e.InaccurateRecords = &inaccurate
	for id, records := range total {
		taken := new(int64)
		if of[id] != nil {
			taken = of[id]
		}
		share := float64(*taken) / float64(*records)
		h := newHotspot(id, share)
		h.Share, h.Records, h.AllRecords = &share, taken, records
		if *records < minShareRecords {
			h.Reason = new(reasonFewRecords)
		}
		cells = append(cells, h)
	}
	return e, cells, nil
}

// countRecords counts the records of each place, and those that are less exact than one.
func (a *Analytics) countRecords(ctx context.Context, f surveillance.Filter, parts places.Parts) (records map[places.ID]*int64, inaccurate int64, err error) {
	sums := newCapped[places.ID, int64](MaxResults)
	inaccurate, err = a.eachRecord(ctx, f, parts, func() (func([]places.ID, surveillance.Place), func()) {
		local := newCapped[places.ID, int64](MaxResults)
		return func(ids []places.ID, p surveillance.Place) {
			for _, id := range ids {
				*local.at(id) += p.Records
			}
		}, func() { sums.merge(local, func(to, from *int64) { *to += *from }) }
	})
	return sums.byKey, inaccurate, err
}

func newHotspot(id places.ID, x float64) *Hotspot {
	cell := h3.Cell(id)
	return &Hotspot{Cell: cell.String(), cell: cell, x: x}
}

// compareCells sets z, p, q and the class of the cells that take part, and returns how many do.
func compareCells(cells []*Hotspot, ring int) int {
	taking := slices.DeleteFunc(slices.Clone(cells), func(h *Hotspot) bool { return h.Reason != nil })
	at := make(map[h3.Cell]int, len(taking))
	x := make([]float64, len(taking))
	for i, h := range taking {
		at[h.cell], x[i] = i, h.x
	}
	near := make([][]int, len(taking))
	for i, h := range taking {
		for _, cell := range h.cell.GridDisk(ring) {
			if j, ok := at[cell]; ok {
				near[i] = append(near[i], j)
			}
		}
		h.Neighbours = len(near[i]) - 1
	}
	var compared []*Hotspot
	var ps []float64
	for i, spot := range estimate.GetisOrd(x, near) {
		h := taking[i]
		if h.Z, h.P = spot.Z, spot.P; h.P != nil {
			compared, ps = append(compared, h), append(ps, *h.P)
			continue
		}
		switch {
		case h.Neighbours == 0:
			h.Reason = new(reasonNoNeighbour)
		case len(near[i]) == len(taking):
			h.Reason = new(reasonAllAround)
		default:
			h.Reason = new(reasonAllEqual)
		}
	}
	for i, q := range estimate.BenjaminiHochberg(ps) {
		h := compared[i]
		h.Q, h.Class = &q, new(classNone)
		switch {
		case q <= significant && *h.Z > 0:
			h.Class = new(classHot)
		case q <= significant:
			h.Class = new(classCold)
		}
	}
	return len(taking)
}
