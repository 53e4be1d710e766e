package darwincore

import (
	"math"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/effort"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
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

// worked reads the effort of an event: what it states, else what samplingEffort says, else the nights between its dates. A stated
// effort that is 0, below 0 or out of range is none, and nothing else is taken in its place. It returns the roles that fields tell.
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
	switch {
	case statedTraps && e.Traps == nil || statedNights && e.Nights == nil:
	case statedNights && b.work(e, effort.Amount{Value: nights, Unit: effort.Night}, effortStated):
	case b.statedEffort(e):
	default:
		b.otherEffort(e)
	}
	return said
}

// statedEffort reads an effort that is stated with its unit, and reports whether there is one.
func (b *builder) statedEffort(e *Event) bool {
	for _, stated := range [...]struct{ value, unit headers.Role }{
		{headers.EffortValue, headers.EffortUnit}, {headers.SampleSize, headers.SampleSizeUnit},
	} {
		value, isStated := b.number(stated.value)
		unit, known := effort.ParseUnit(b.get(stated.unit))
		if isStated && !known && stated.value == headers.EffortValue {
			b.warn.Add("effort whose unit is none of trap_night, trap_hour, collection, dip, house, person_hour, kept in the metadata", b.line)
		}
		if isStated && known && !math.IsNaN(value) && b.work(e, effort.Amount{Value: value, Unit: unit}, effortStated) {
			return true
		}
	}
	return false
}

// otherEffort reads an effort from samplingEffort, else from the nights between the first and the last day.
func (b *builder) otherEffort(e *Event) {
	if amount, ok := effort.Parse(b.get(headers.SamplingEffort)); ok && b.work(e, amount, effortText) {
		return
	}
	if !e.Started.IsZero() && (e.Precision == "day" || e.Precision == "time") {
		nights := effort.Nights(e.Started, e.Ended, int(e.Offset))
		b.work(e, effort.Amount{Value: float64(nights), Unit: effort.Night}, effortDerived)
	}
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
	if a.Value > 0 && a.Value <= effort.Most {
		e.Effort, e.EffortUnit, e.EffortSource = &a.Value, string(a.Unit), source
	}
	return true
}

// number reads a number, NaN where something else is written.
func (b *builder) number(role headers.Role) (value float64, stated bool) {
	written := b.get(role)
	if written == "" {
		return 0, false
	}
	value, ok := coordinates.Number(strings.Replace(written, ",", ".", 1))
	if !ok {
		return math.NaN(), true
	}
	return value, true
}
