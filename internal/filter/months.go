package filter

import (
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

const allMonths = 1<<12 - 1

func parseMonths(p *httpapi.Params) uint16 {
	var mask uint16
	for _, item := range list(p, "months") {
		n, err := strconv.Atoi(item)
		if err != nil || n < 1 || n > 12 {
			p.Fail("months", "not_allowed", "months must be numbers from 1 to 12")
			return 0
		}
		mask |= 1 << (n - 1)
	}
	if mask == allMonths {
		return 0
	}
	return mask
}

// monthSets returns the values of observations.months that lie inside the mask: a record touches a run of months, round
// the year, so there are few. An index finds them, which `months & ~mask = 0` would not.
func monthSets(mask uint16) []int16 {
	if mask == 0 {
		return nil
	}
	sets := []int16{}
	for first := range 12 {
		var run uint16
		for n := range 11 {
			run |= 1 << ((first + n) % 12)
			if run&^mask != 0 {
				break
			}
			sets = append(sets, int16(run))
		}
	}
	return sets
}
