package darwincore

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/effort"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Where the effort of an event comes from.
const (
	effortStated  = "stated"
	effortText    = "sampling_effort"
	effortDerived = "derived"
)

// Limits of what an event states.
const (
	maxTraps  = 10_000
	maxNights = 366
)

// statedEfforts are the columns that state an effort, in the order in which they count.
var statedEfforts = [...]struct {
	value, unit headers.Role
	column      string
}{
	{headers.EffortValue, headers.EffortUnit, "effort"},
	{headers.SampleSize, headers.SampleSizeUnit, "sampleSizeValue"},
	{headers.SamplingEffort, noUnit, "samplingEffort"},
}

// noUnit is the unit of a column whose text has it.
const noUnit headers.Role = -1

// worked reads the effort of an event: what it states, else the nights between its dates. A stated effort that is 0, below 0, out of range
// or not understood is none, and none is derived in its place. It returns the roles that fields tell.
func (b *builder) worked(e *Event) (said []headers.Role) {
	traps, statedTraps := b.number(headers.Traps)
	nights, statedNights := b.number(headers.Nights)
	if statedTraps && traps >= 1 && traps <= maxTraps && traps == math.Trunc(traps) {
		n := int(traps)
		e.Traps, said = &n, append(said, headers.Traps)
	} else if statedTraps {
		b.warn.Add("number of traps that is no whole number from 1 to 10,000, kept in the metadata", b.line)
	}
	if statedNights && nights >= 0 && nights <= maxNights {
		e.Nights, said = &nights, append(said, headers.Nights)
	} else if statedNights {
		b.warn.Add("number of nights outside 0 to 366, kept in the metadata", b.line)
	}
	none := true
	switch {
	case statedTraps && e.Traps == nil || statedNights && e.Nights == nil:
	case statedNights && b.work(e, effort.Amount{Value: nights, Unit: effort.Night}, effortStated):
	default:
		none = b.otherEffort(e)
	}
	e.NoEffort = none && e.Effort == nil
	return said
}

// otherEffort takes the first effort that is stated and understood, else, where none is stated, the nights between the first and the last
// day. It reports whether one is stated.
func (b *builder) otherEffort(e *Event) (states bool) {
	for i, stated := range statedEfforts {
		written := b.get(stated.value)
		if written == "" {
			continue
		}
		unit := ""
		if stated.unit != noUnit {
			unit = b.get(stated.unit)
		}
		amount, source, ok := readEffort(written, unit)
		if ok && b.work(e, amount, source) {
			return true
		}
		if ok && amount.Unit == effort.Trap && e.Traps != nil {
			continue // a part of an effort, which the dates may complete
		}
		states = true
		if b.unclearEfforts[i] == "" {
			b.unclearEfforts[i] = strings.TrimSpace(text.OneLine(written + " " + unit))
		}
		b.warn.Add(fmt.Sprintf("%s that is no effort in trap_night, trap_hour, collection, dip, house or person_hour, such as %q: no effort, kept in the metadata",
			stated.column, b.unclearEfforts[i]), b.line)
	}
	if !states && !e.Started.IsZero() && (e.Precision == "day" || e.Precision == "time") {
		nights := effort.Nights(e.Started, e.Ended, int(e.Offset))
		b.work(e, effort.Amount{Value: float64(nights), Unit: effort.Night}, effortDerived)
	}
	return states
}

// readEffort reads an effort as a number beside its unit, or as a text with a unit, which must be the one that is stated beside it.
func readEffort(written, unit string) (a effort.Amount, source string, ok bool) {
	known, isUnit := effort.ParseUnit(unit)
	if value, ok := number(written); ok {
		return effort.Amount{Value: value, Unit: known}, effortStated, isUnit
	}
	a, ok = effort.Parse(written)
	if unit == "" {
		return a, effortText, ok
	}
	return a, effortStated, ok && isUnit && a.Unit == known
}

// work takes an effort, or completes a part of one: nights and hours are those of each trap, which is one where no number is stated. It
// reports whether that settles the effort of the event, which a number of traps alone does not.
func (b *builder) work(e *Event, a effort.Amount, source string) bool {
	traps := 1.0
	if e.Traps != nil {
		traps = float64(*e.Traps)
	}
	switch a.Unit {
	case effort.Trap:
		if e.Traps == nil && a.Value >= 1 && a.Value <= maxTraps && a.Value == math.Trunc(a.Value) {
			n := int(a.Value)
			e.Traps = &n
		}
		return false
	case effort.Night:
		if effort.NoTrap(e.SamplingProtocol) && (e.Traps == nil || source != effortStated) {
			return false
		}
		a.Value, a.Unit = a.Value*traps, effort.TrapNight
	case effort.Hour:
		if e.SamplingProtocol == "" || effort.NoTrap(e.SamplingProtocol) {
			return false
		}
		a.Value, a.Unit = a.Value*traps, effort.TrapHour
	}
	if a.Value >= effort.Least && a.Value <= effort.Most {
		e.Effort, e.EffortUnit, e.EffortSource = &a.Value, string(a.Unit), source
	}
	return true
}

// number reads the number of a role, NaN where something else is written.
func (b *builder) number(role headers.Role) (value float64, stated bool) {
	written := b.get(role)
	if written == "" {
		return 0, false
	}
	value, ok := number(written)
	if !ok {
		return math.NaN(), true
	}
	return value, true
}

// maybeThousands are numbers whose comma may separate thousands.
var maybeThousands = regexp.MustCompile(`^[+-]?\d{1,3},\d{3}$`)

// number reads a number with a decimal point or comma. One whose comma may separate thousands is not understood.
func number(written string) (value float64, ok bool) {
	if maybeThousands.MatchString(written) {
		return 0, false
	}
	return coordinates.Number(strings.Replace(written, ",", ".", 1))
}
