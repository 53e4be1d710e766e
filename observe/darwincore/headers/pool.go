package headers

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// poolTerms are the columns that say something of the test of a pool. Only a Mapping can name them: as headers they may mean something
// else. The record of the row keeps them in its metadata.
var poolTerms = map[string]Role{
	"pool": PoolID, "size": PoolSize, "pathogen": Pathogen, "method": TestMethod, "result": TestResult, "tested_on": TestedOn,
}

// inOrder returns the keys of a map, those of pools last: their columns may be those of the record, whose meaning counts for the metadata.
func inOrder[V any](of map[string]V) []string {
	return slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		_, ofPool := poolTerms[a]
		_, other := poolTerms[b]
		if ofPool != other {
			return map[bool]int{false: -1, true: 1}[ofPool]
		}
		return strings.Compare(a, b)
	})
}

// StatesPools reports whether rows may be pools: the map says what the result of a test is.
func (l *Layout) StatesPools() bool { return l.has(TestResult) }

// poolHeaders are usual headers of pools by the key of the Mapping that says so, as plainKey writes them.
var poolHeaders = []struct {
	key   string
	names []string
}{
	{"pool", keys(`pool id, pool, pool number, pool no, pool code`)}, {"size", keys(`pool size, size, num pooled, tested`)},
	{"pathogen", keys(`pathogen, target pathogen, virus, target`)}, {"method", keys(`test method, method`)},
	{"result", keys(`test result, result, test status`)}, {"tested_on", keys(`test date, tested on, date tested`)},
}

// unmappedPools returns the map that would make pools of the rows; empty where a map says what a result is, and where the headers name no id
// of a pool and no result.
func (l *Layout) unmappedPools() string {
	if l.StatesPools() {
		return ""
	}
	var parts []string
	for _, of := range poolHeaders {
		for _, name := range of.names {
			if at := slices.IndexFunc(l.names, func(header string) bool { return plainKey(header) == name }); at >= 0 {
				parts = append(parts, of.key+"="+mapName(l.NameOf(at)))
				break
			}
		}
		if found := len(parts) > 0 && strings.HasPrefix(parts[len(parts)-1], of.key+"="); !found {
			switch of.key {
			case "pool", "result":
				return ""
			case "size", "pathogen":
				parts = append(parts, of.key+"=COLUMN")
			}
		}
	}
	return strings.Join(parts, ",")
}

// notePools notes headers of pools that no map names.
func (l *Layout) notePools(warn *text.Warnings) {
	if m := l.unmappedPools(); m != "" {
		warn.Add(fmt.Sprintf("the columns may be those of pools, whose rows are records without a map that says so: import the file again with --map '%s'", m), 0)
	}
}

// PoolsAlone reports whether rows are pools and no catch: nothing says how many specimens a record would have.
func (l *Layout) PoolsAlone() bool {
	return l.StatesPools() && !l.has(Count) && !l.has(Quantity) && !l.has(Status)
}

// CheckPools fails when the map names a part of what a pool needs.
func (l *Layout) CheckPools() error {
	var named, lacking []string
	for _, key := range []string{"pool", "size", "pathogen", "method", "result", "tested_on"} {
		switch {
		case l.has(poolTerms[key]), key == "pool" && l.PoolParts != nil:
			named = append(named, key)
		case key == "size" || key == "pathogen" || key == "result", key == "pool" && !l.has(OccurrenceID):
			lacking = append(lacking, key)
		}
	}
	if len(named) == 0 || len(lacking) == 0 {
		return nil
	}
	return errors.New("the map says what " + strings.Join(named, " and ") + " of a pool is, and not what " + strings.Join(lacking, " and ") +
		" is: name the column (--map " + lacking[0] + "=COLUMN) or give a constant (--map " + lacking[0] + ":=VALUE)")
}

// TakesFromEvents reports whether pools may have the place and the days of their sampling events.
func (l *Layout) TakesFromEvents() bool {
	return l.PoolsAlone() && (l.has(EventID) || l.EventParts != nil)
}
