package analytics

import (
	"context"
	"errors"
	"sync"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// dimension is a dimension of a table with the texts of its codes.
type dimension struct {
	surveillance.Dimension
	name   string
	number bool                     // the texts are numbers
	text   func(code uint32) string // not for 0
}

// readDimensions reads the names of one to three dimensions, nil where they are none.
func readDimensions(p *httpapi.Params) []string {
	by := p.List("by")
	var wrong *surveillance.ValueError
	if errors.As(surveillance.CheckDimensions(by), &wrong) {
		p.Fail("by", wrong.Code, wrong.Message)
		return nil
	}
	return by
}

// dimensions returns dimensions by their names.
func (a *Analytics) dimensions(ctx context.Context, q *question, by []string, set, version string) ([]dimension, error) {
	var all []dimension
	for _, name := range by {
		d := dimension{name: name}
		switch name {
		case surveillance.DimensionDay, surveillance.DimensionWeek, surveillance.DimensionMMWR, surveillance.DimensionMonth, surveillance.DimensionYear:
			line := timelines[name]()
			d.Days, d.text, d.number = line.code, line.label, name == surveillance.DimensionYear
		case surveillance.DimensionArea:
			parts, err := a.keptParts(ctx, q, set, version)
			if err != nil {
				return nil, err
			}
			d.Places, d.text = inAreas(parts), func(code uint32) string { return *parts.Place(places.ID(code)).AreaID }
		default:
			words := &codedWords{codes: map[string]uint32{}}
			d.text = words.text
			switch name {
			case surveillance.DimensionSpecies:
				d.Taxon = func(key int32) uint32 { return words.code(speciesID(q.names, key)) }
			case surveillance.DimensionGenus:
				d.Taxon = func(key int32) uint32 { return words.code(q.names.GenusOf(key)) }
			default:
				of := traitOf(q.names, name)
				d.Traits = func(t surveillance.TableTraits) uint32 { return words.code(of(t)) }
			}
		}
		all = append(all, d)
	}
	return all, nil
}

// speciesID is the id of a name as it was identified; "" for what is no name.
func speciesID(names *surveillance.Names, key int32) string {
	if t, _ := names.Taxon(key); !t.Unresolved {
		return t.ID
	}
	return ""
}

// traitOf returns what reads a dimension of traits.
func traitOf(names *surveillance.Names, name string) func(surveillance.TableTraits) string {
	switch name {
	case surveillance.DimensionCountry:
		return func(t surveillance.TableTraits) string { return t.Country }
	case surveillance.DimensionRegion:
		return func(t surveillance.TableTraits) string { return t.Region }
	case surveillance.DimensionSource:
		return func(t surveillance.TableTraits) string {
			source, _ := names.DataSource(t.Source)
			return source.ID
		}
	case surveillance.DimensionStage:
		return func(t surveillance.TableTraits) string { return t.LifeStage }
	case surveillance.DimensionSex:
		return func(t surveillance.TableTraits) string { return t.Sex }
	}
	return func(t surveillance.TableTraits) string { return t.SamplingProtocol }
}

// inAreas returns the areas that a place lies in, by their numbers.
func inAreas(parts places.Parts) func() func(lon, lat float64) []uint32 {
	return func() func(lon, lat float64) []uint32 {
		locate, codes := parts.Locator(), []uint32(nil)
		return func(lon, lat float64) []uint32 {
			codes = codes[:0]
			for _, id := range locate(lon, lat, "") {
				codes = append(codes, uint32(id))
			}
			return codes
		}
	}
}

// codedWords numbers words from 1 on. "" is none.
type codedWords struct {
	codes map[string]uint32
	words []string
}

func (w *codedWords) code(word string) uint32 {
	if word == "" {
		return 0
	}
	code, ok := w.codes[word]
	if !ok {
		w.words = append(w.words, word)
		code = uint32(len(w.words))
		w.codes[word] = code
	}
	return code
}

func (w *codedWords) text(code uint32) string { return w.words[code-1] }

// timelines are the bins of each dimension of time, made when one is first asked for.
var timelines = map[string]func() *dayCodes{
	surveillance.DimensionDay: sync.OnceValue(func() *dayCodes { return newDayCodes(calendar.Calendar{Interval: calendar.Daily}) }),
	surveillance.DimensionWeek: sync.OnceValue(func() *dayCodes {
		return newDayCodes(calendar.Calendar{Interval: calendar.Weekly, Weeks: calendar.ISO})
	}),
	surveillance.DimensionMMWR: sync.OnceValue(func() *dayCodes {
		return newDayCodes(calendar.Calendar{Interval: calendar.Weekly, Weeks: calendar.MMWR})
	}),
	surveillance.DimensionMonth: sync.OnceValue(func() *dayCodes { return newDayCodes(calendar.Calendar{Interval: calendar.Monthly}) }),
	surveillance.DimensionYear:  sync.OnceValue(func() *dayCodes { return newDayCodes(calendar.Calendar{Interval: calendar.Yearly}) }),
}

// dayCodes numbers the bins of a calendar from 1 on, in the order of time.
type dayCodes struct {
	calendar calendar.Calendar
	bins     []calendar.Bin
	first    calendar.Day
	codes    []uint32 // of each day from first on
}

func newDayCodes(c calendar.Calendar) *dayCodes {
	whole := calendar.Calendar{Interval: calendar.Yearly}
	first, _ := whole.Days(calendar.Bin{Year: calendar.MinYear})
	_, last := whole.Days(calendar.Bin{Year: calendar.MaxYear})
	d := &dayCodes{calendar: c, first: first}
	for day := first; day <= last; day++ {
		if bin := c.BinOf(day); len(d.bins) == 0 || bin != d.bins[len(d.bins)-1] {
			d.bins = append(d.bins, bin)
		}
		d.codes = append(d.codes, uint32(len(d.bins)))
	}
	return d
}

// code is the bin that days all lie in; 0 where they lie in several.
func (d *dayCodes) code(first, last int32) uint32 {
	from, to := int64(first)-int64(d.first), int64(last)-int64(d.first)
	if from < 0 || to >= int64(len(d.codes)) || d.codes[from] != d.codes[to] {
		return 0
	}
	return d.codes[from]
}

func (d *dayCodes) label(code uint32) string { return d.calendar.Label(d.bins[code-1]) }
