package surveillance

import "strconv"

// Months is a set of months: bit 0 is January, bit 11 December.
type Months uint16

const allMonths Months = 1<<12 - 1

// parseMonths reads numbers from 1 to 12. All twelve become the empty set, which sets no condition.
func parseMonths(items []string) (Months, error) {
	var set Months
	for _, item := range items {
		n, err := strconv.Atoi(item)
		if err != nil || n < 1 || n > 12 {
			return 0, &ValueError{"not_allowed", "months must be numbers from 1 to 12"}
		}
		set |= 1 << (n - 1)
	}
	if set == allMonths {
		return 0, nil
	}
	return set, nil
}

// Runs returns every run of months, round the year, that lies inside the set. The months that a record touches form such a
// run, so an index finds the records by equality.
func (m Months) Runs() []int16 {
	if m == 0 {
		return nil
	}
	runs := []int16{}
	for first := range 12 {
		var run Months
		for n := range 11 {
			run |= 1 << ((first + n) % 12)
			if run&^m != 0 {
				break
			}
			runs = append(runs, int16(run))
		}
	}
	return runs
}
