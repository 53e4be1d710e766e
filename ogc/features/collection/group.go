package collection

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// groups are the parameters of the Filter that conditions may name, and that are no property of an observation.
func (s *source) groups() []*Field {
	taxa := func(f surveillance.Filter) []int32 { return f.Taxa }
	return []*Field{
		{Name: "species", Title: "Species and what it includes", Kind: KindText, Group: &cql2.Group{Key: taxonKey, Find: s.find("species", taxa)},
			Description: "A name in any spelling, a synonym or a group: records of all that it includes. Compared with =, <> and IN"},
		{Name: "disease", Title: "Disease", Kind: KindText, Group: &cql2.Group{Key: taxonKey, Find: s.find("disease", taxa)},
			Description: "Id of a disease: records of its vectors. Compared with =, <> and IN"},
		{Name: "months", Title: "Months", Kind: KindText, Group: &cql2.Group{Key: "o.months", Find: s.find("months", months)},
			Description: "Numbers from 1 to 12: records all of whose days lie in these months. Compared with =, <> and IN"},
	}
}

func months(f surveillance.Filter) (keys []int32) {
	for _, run := range f.Months.Runs() {
		keys = append(keys, int32(run))
	}
	return keys
}

// find returns what finds the keys that a parameter of the Filter selects by some values; nil keys are all.
func (s *source) find(parameter string, keys func(surveillance.Filter) []int32) func(values []string) ([]int32, error) {
	return func(values []string) ([]int32, error) {
		for _, v := range values {
			if strings.TrimSpace(v) == "" {
				return nil, &cql2.Error{Msg: parameter + " is compared with texts that are not empty"}
			}
		}
		c := surveillance.NewCriteria()
		if err := c.SetItems(parameter, slices.Compact(slices.Sorted(slices.Values(values)))); err != nil {
			return nil, &cql2.Error{Msg: err.Error()}
		}
		f, err := c.Resolve(s.Lookups.Current())
		return keys(f), err
	}
}
