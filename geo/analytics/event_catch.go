package analytics

import (
	"encoding/binary"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// eventCatch is what one event caught of what a question counts. It is read into again and again.
type eventCatch struct {
	scope  *scope
	parted bool         // by name
	taxa   []taxonCatch // where it is parted
	others []uint16     // names that do not count and may, or whose record may

	specimens, unsexed, unidentified int64
	leftOut                          int64 // specimens of another sex or life stage
	inDoubt                          bool  // it caught none that counts, and a name or a record that may
}

type taxonCatch struct {
	number    uint16
	specimens int64
}

func newEventCatch(c *scope) *eventCatch { return &eventCatch{scope: c, parted: c.q.eachName} }

func (c *eventCatch) read(e *eventindex.Event, all []eventindex.Catch) {
	c.taxa, c.others, c.specimens, c.unsexed, c.unidentified, c.leftOut, c.inDoubt = c.taxa[:0], c.others[:0], 0, 0, 0, 0, false
	s := c.scope.selection
	for _, caught := range all {
		taken := c.scope.takes(e, caught.Taxon)
		if !taken && !c.scope.mayTake(e, caught.Taxon) {
			continue
		}
		n := int64(caught.Count)
		switch {
		case !s.Counts[caught.Kind] && !s.Unsure[caught.Kind]: // of another sex or life stage
			if taken {
				c.leftOut += n
			}
			continue
		case !taken || s.Unsure[caught.Kind]:
			c.inDoubt, c.others = true, append(c.others, caught.Taxon)
			continue
		}
		c.specimens += n
		if !surveillance.StatesSex(s.Kinds[caught.Kind].Sex) {
			c.unsexed += n
		}
		if c.scope.unknown[caught.Taxon] {
			c.unidentified += n
		}
		if c.parted {
			c.addTaxon(caught.Taxon, n)
		}
	}
	c.inDoubt = c.inDoubt && c.specimens == 0
}

// undecided reports whether an event without a catch that counts caught what may be the taxon, or it in another sex or life stage.
func (c *eventCatch) undecided() bool { return c.inDoubt || c.specimens == 0 && c.leftOut > 0 }

func (c *eventCatch) addTaxon(number uint16, specimens int64) {
	for i := range c.taxa {
		if c.taxa[i].number == number {
			c.taxa[i].specimens += specimens
			return
		}
	}
	c.taxa = append(c.taxa, taxonCatch{number, specimens})
}

// doubt returns the names that an event caught, one of which may be another taxon, as a key; "" for other events.
func (c *eventCatch) doubt() string {
	numbers := slices.Clone(c.others)
	unknown := len(c.others) > 0
	for _, t := range c.taxa {
		numbers = append(numbers, t.number)
		unknown = unknown || c.scope.unknown[t.number]
	}
	if !unknown {
		return ""
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	key := make([]byte, 0, 2*len(numbers))
	for _, n := range numbers {
		key = binary.BigEndian.AppendUint16(key, n)
	}
	return string(key)
}

// doubtTaxa returns the taxa of a key of doubt.
func doubtTaxa(key string) (numbers []uint16) {
	for i := 0; i < len(key); i += 2 {
		numbers = append(numbers, binary.BigEndian.Uint16([]byte(key[i:i+2])))
	}
	return numbers
}
