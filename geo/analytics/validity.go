package analytics

import (
	"math"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Reasons why an event does not count.
const (
	reasonProblem     = "problem"
	reasonNotTargeted = "not_targeted"   // it did not look for the taxon
	reasonUnknown     = "unknown_target" // nobody can tell what it looked for
	reasonIncomplete  = "incomplete"     // not every target taxon was counted
	reasonNotCounted  = "not_counted"    // its data source has nothing of the sex or life stage that the Filter asks for
	reasonNights      = "nights"         // outside of min_nights and max_nights, or not known
	reasonNoEffort    = "no_effort"
	reasonOtherUnit   = "other_unit"
	reasonInaccurate  = "inaccurate" // the place is less exact than a cell
	reasonNoArea      = "no_area"    // in none of the areas that part the results
)

// unitCollection counts events, whatever their effort.
const unitCollection = "collection"

// scope says what of a selection a question counts.
type scope struct {
	q         *question
	selection *eventindex.Selection
	taxa      []bool   // by the numbers of the selection: what the Filter takes; nil: all
	mayBe     []bool   // names that leave in doubt whether a taxon of the Filter was caught; nil without a condition on names
	unclear   []bool   // by the number of a target: whether it is not understood
	targeted  []bool   // by the number of a target: whether all taxa of the Filter are among what was looked for
	targets   [][]bool // by the number of a target: the taxa that were looked for
	mayTarget [][]bool // by the number of a target: names that may be of such a taxon
	unknown   []bool   // taxa that are not identified to species
	kinds     []kind   // by the number of a kind
}

// kind says what the records of a kind are to a question.
type kind struct {
	counts, unsure bool // as in eventindex.Selection
	unsexed        bool
}

func newScope(q *question, s *eventindex.Selection) *scope {
	c := &scope{
		q: q, selection: s, unclear: make([]bool, len(s.Targets)), targeted: make([]bool, len(s.Targets)), targets: make([][]bool, len(s.Targets)),
		mayTarget: make([][]bool, len(s.Targets)), unknown: make([]bool, len(s.Taxa)), kinds: make([]kind, len(s.Kinds)),
	}
	for i, k := range s.Kinds {
		c.kinds[i] = kind{s.Counts[i], s.Unsure[i], !surveillance.StatesSex(k.Sex)}
	}
	var wanted map[int32]bool
	if q.filter.Taxa != nil {
		wanted = keySet(q.filter.Taxa)
		c.taxa = marks(s.Taxa, func(key int32) bool { return wanted[key] })
	}
	if q.filter.NamesTaxa {
		c.mayBe = marks(s.Taxa, func(key int32) bool { return q.names.MayBe(key, wanted) })
	}
	for i, key := range s.Taxa {
		t, _ := q.names.Taxon(key)
		c.unknown[i] = !t.Identified()
	}
	for number := range s.Targets {
		c.resolveTarget(uint16(number))
	}
	return c
}

// resolveTarget finds the taxa of a target.
func (c *scope) resolveTarget(number uint16) {
	targets, names := c.selection.TargetsOf(number), c.q.names
	c.unclear[number], c.targeted[number] = !names.Understands(targets), c.q.filter.TargetedBy(targets, names)
	looked := func(key int32) bool { is, _ := names.Mosquito(key); return is }
	may := func(key int32) bool { _, may := names.Mosquito(key); return may }
	if keys, all := names.FindTargets(targets); !all {
		set := keySet(keys)
		looked = func(key int32) bool { return set[key] }
		may = func(key int32) bool { return names.MayBe(key, set) }
	}
	c.targets[number], c.mayTarget[number] = marks(c.selection.Taxa, looked), marks(c.selection.Taxa, may)
	if c.q.has(bySpecies) { // each name has its own events
		c.targeted[number] = !c.q.filter.NamesTaxa || slices.ContainsFunc(c.q.filter.Taxa, looked)
	}
}

func keySet(keys []int32) map[int32]bool {
	set := make(map[int32]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set
}

func marks(keys []int32, mark func(int32) bool) []bool {
	out := make([]bool, len(keys))
	for i, key := range keys {
		out[i] = mark(key)
	}
	return out
}

// exclude returns why an event does not count, whatever the unit; "" for one that does.
func (c *scope) exclude(e *eventindex.Event) string {
	switch q := c.q; {
	case e.Traits.Has(eventindex.Problem):
		return reasonProblem
	case c.unclear[e.Target]:
		return reasonUnknown
	case !c.targeted[e.Target]:
		return reasonNotTargeted
	case e.Traits.Has(eventindex.Incomplete):
		return reasonIncomplete
	case c.selection.Counting != nil && !c.selection.Counting[e.Source]:
		return reasonNotCounted
	case q.minNights != nil && (math.IsNaN(e.Nights) || e.Nights < *q.minNights), q.maxNights != nil && (math.IsNaN(e.Nights) || e.Nights > *q.maxNights):
		return reasonNights
	}
	return ""
}

// valid returns the effort of an event in a unit, or why it does not count.
func (c *scope) valid(e *eventindex.Event, unit string) (effort float64, reason string) {
	reason = c.exclude(e)
	switch {
	case reason != "":
		return 0, reason
	case unit == unitCollection && e.Unit == 0 && e.Nights == 0: // it never stood
		return 0, reasonNoEffort
	case unit == unitCollection:
		return 1, ""
	case e.Unit == 0:
		return 0, reasonNoEffort
	case surveillance.EffortUnits[e.Unit-1] != unit:
		return 0, reasonOtherUnit
	}
	return e.Effort, ""
}

// takes reports whether the Filter takes a name, and an event looked for it.
func (c *scope) takes(e *eventindex.Event, taxon uint16) bool {
	return (c.taxa == nil || c.taxa[taxon]) && c.targets[e.Target][taxon]
}

// mayTake reports whether a name that is not taken may be one that is.
func (c *scope) mayTake(e *eventindex.Event, taxon uint16) bool {
	if c.mayBe != nil {
		return c.mayBe[taxon]
	}
	return c.mayTarget[e.Target][taxon]
}
