package events

import (
	"fmt"
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/effort"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// readEffort reads traps, nights and effort. Effort that the request does not state is what the traps make, where it says something of
// them and the event has no other effort; follows says that it has none.
func (d *draft) readEffort(f form.Form, follows bool) {
	if f.Given("traps") {
		d.Traps = f.Int("traps", 1, maxTraps)
	}
	f.SetFloat("nights", 0, maxNights, &d.Nights)
	ofTraps := f.Given("traps", "nights", "started_at", "ended_at", "date_precision", "sampling_protocol")
	switch stated := f.Given("effort", "effort_unit"); {
	case stated:
		d.stateEffort(f)
	case ofTraps && follows:
		d.deriveEffort()
	}
}

// stateEffort reads effort and unit, which belong together. A null for one forgets both, and the traps make the effort again.
func (d *draft) stateEffort(f form.Form) {
	if f.Patch && !f.IsNull("effort") && !f.IsNull("effort_unit") && d.Effort != nil {
		d.EffortSource = new(surveillance.EffortStated) // one of both may stay
	} else {
		d.forgetEffort()
	}
	if f.Has("effort") {
		d.Effort = f.Float("effort", -math.MaxFloat64, math.MaxFloat64)
		if d.Effort != nil && (*d.Effort < surveillance.MinEffort || *d.Effort > surveillance.MaxEffort) {
			f.Fail("effort", "out_of_range", fmt.Sprintf("effort must be from %f to %.0f; leave it out where there is none",
				surveillance.MinEffort, surveillance.MaxEffort))
		}
	}
	if f.Has("effort_unit") {
		if unit := f.OneOf("effort_unit", surveillance.EffortUnits); unit != "" {
			d.EffortUnit = &unit
		}
	}
	switch stated := f.Has("effort"); {
	case f.Has("effort_unit") && !stated && d.Effort == nil:
		f.Fail("effort", "missing", "effort_unit needs effort")
	case stated && !f.Has("effort_unit") && d.EffortUnit == nil:
		f.Fail("effort_unit", "missing", "effort needs effort_unit")
	case stated:
		d.EffortSource = new(surveillance.EffortStated)
	case d.Effort == nil:
		d.deriveEffort()
	}
}

func (d *draft) forgetEffort() { d.Effort, d.EffortUnit, d.EffortSource = nil, nil, nil }

// deriveEffort sets the effort of the traps, if there is any.
func (d *draft) deriveEffort() {
	d.forgetEffort()
	if amount, source, ok := d.trapEffort(); ok {
		d.Effort, d.EffortUnit, d.EffortSource = &amount, new(surveillance.UnitTrapNight), &source
	}
}

// trapEffort returns traps x nights, as stated or as the days have them.
func (d *draft) trapEffort() (amount float64, source string, ok bool) {
	if d.Nights != nil {
		amount, ok = surveillance.TrapNights(d.Traps, *d.Nights)
		return amount, surveillance.EffortStated, ok
	}
	if d.StartedAt == nil || form.Coarse(d.DatePrecision) || d.SamplingProtocol != nil && effort.NoTrap(*d.SamplingProtocol) {
		return 0, "", false
	}
	amount, ok = surveillance.TrapNights(d.Traps, float64(effort.Nights(*d.StartedAt, d.EndedAt, int(d.UTCOffset))))
	return amount, surveillance.EffortDerived, ok
}

// followsTraps reports whether the effort is what the traps make, or there is none.
func (d *draft) followsTraps() bool {
	amount, source, ok := d.trapEffort()
	if d.Effort == nil || !ok {
		return d.Effort == nil
	}
	return *d.Effort == amount && *d.EffortUnit == surveillance.UnitTrapNight && *d.EffortSource == source
}
