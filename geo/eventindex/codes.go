package eventindex

import (
	"errors"
	"math"
	"slices"
	"strings"
)

// Codes are values by the numbers that events, their catch and pools have for them.
type Codes struct {
	Taxa       []int32  // keys
	Words      []string // of countries, regions and protocols; the first is ""
	Targets    []string // as TargetsOf reads them; the first is ""
	Kinds      []Kind
	Sites      []Site
	Tests      []Test
	Accuracies []float64 // metres; the first is NaN: not stated
}

// TargetsOf returns the names of what was looked for under a number; nil for all mosquitoes.
func (c Codes) TargetsOf(target uint16) []string {
	if target == 0 {
		return nil
	}
	return strings.Split(c.Targets[target], targetSeparator)
}

// targetSeparator stands between the names of a target; no name has it.
const targetSeparator = "\n"

// dictionary gives numbers. It only grows, so Codes that were taken from it stay as they are. One goroutine uses it.
type dictionary struct {
	taxa       numbers[int32, uint16]
	words      numbers[string, uint16]
	targets    numbers[string, uint16]
	kinds      numbers[Kind, uint16]
	sites      numbers[Site, uint32]
	tests      numbers[Test, uint16]
	accuracies numbers[float64, uint32]
}

func newDictionary() *dictionary {
	d := &dictionary{}
	_, _ = d.words.number("")
	_, _ = d.targets.number("")
	_, _ = d.accuracies.number(math.NaN())
	return d
}

func (d *dictionary) codes() Codes {
	return Codes{
		slices.Clip(d.taxa.values), slices.Clip(d.words.values), slices.Clip(d.targets.values), slices.Clip(d.kinds.values), slices.Clip(d.sites.values),
		slices.Clip(d.tests.values), slices.Clip(d.accuracies.values),
	}
}

// ErrFull means that there are more different values than numbers.
var ErrFull = errors.New("the events and pools have more names, words or kinds than their copy in memory can number")

// numbers gives each value a number, from 0 on.
type numbers[T comparable, N uint16 | uint32] struct {
	of     map[T]N
	values []T
}

func (n *numbers[T, N]) number(value T) (N, error) {
	if number, ok := n.of[value]; ok {
		return number, nil
	}
	if n.of == nil {
		n.of = map[T]N{}
	}
	if uint64(len(n.values)) > uint64(^N(0)) {
		return 0, ErrFull
	}
	number := N(len(n.values))
	n.of[value] = number
	n.values = append(n.values, value)
	return number, nil
}

// placeUnits are the 1e-7 degrees in the fifth decimal of a degree.
const placeUnits = 100

// site returns the number of a site that its source names, or of a place.
func (d *dictionary) site(source int32, id string, lon, lat int32) (uint32, error) {
	at := Site{Source: source, ID: id}
	if id == "" {
		at.Lon, at.Lat = toFiveDecimals(lon), toFiveDecimals(lat)
	}
	return d.sites.number(at)
}

func toFiveDecimals(units int32) int32 {
	return int32(math.Round(float64(units)/placeUnits)) * placeUnits
}
