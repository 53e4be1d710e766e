package rollups

import (
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Levels of the cells, from the coarsest. Those of a tile of zoom z have level z + 6.
const (
	worldLevel  = 0
	finestLevel = 11
)

var levels = []int{6, 8, finestLevel}

// Grain is how finely rows of the rollups count. Cells have no months and no traits: with these there are nearly as many rows as records.
type Grain struct {
	Level   int
	ByMonth bool // of the world alone
	Traits  bool // of the world alone: life stages, sexes, protocols, flags and doubts apart, with days that may be those of records that went
}

// number is observation_rollups.grain.
func (g Grain) number() int16 {
	switch {
	case g.Traits:
		return -1
	case g.ByMonth:
		return 1
	}
	return int16(2 * g.Level)
}

// base is how many bits of a place on the grid are within a cell.
func (g Grain) base() int { return tileindex.GridBits - g.Level }

// World returns the grain that sums up what a Filter matches anywhere, by month or not; ok is false where the Filter asks for more than it tells.
func World(f surveillance.Filter, byMonth bool) (g Grain, ok bool) {
	return Grain{Level: worldLevel, ByMonth: byMonth || asksForDays(f)}, tells(f) && !asksForTraits(f)
}

// WorldByTraits returns the grain that counts the records with each trait; ok is false where the Filter asks for more than it tells.
func WorldByTraits(f surveillance.Filter) (g Grain, ok bool) {
	return Grain{Level: worldLevel, Traits: true}, tells(f) && !asksForDays(f)
}

// Cells returns the coarsest grain whose cells add up to those of a level; ok is false where there is none, or the Filter asks for more than it tells.
func Cells(f surveillance.Filter, level int) (g Grain, ok bool) {
	if !tells(f) || asksForTraits(f) || asksForDays(f) {
		return g, false
	}
	for _, l := range levels {
		if level <= l {
			return Grain{Level: l}, true
		}
	}
	return g, false
}

func asksForDays(f surveillance.Filter) bool { return f.Start != nil || f.End != nil || f.Months != 0 }

func asksForTraits(f surveillance.Filter) bool {
	return f.LifeStages != nil || f.Sexes != nil || f.SamplingProtocols != nil || f.Flags != 0 || f.WithoutFlags != 0 || f.Qualifier != ""
}

// tells says whether some rows of the world tell what a Filter asks for. An empty text is none there.
func tells(f surveillance.Filter) bool {
	for _, texts := range [][]string{f.Countries, f.Regions, f.LifeStages, f.Sexes, f.SamplingProtocols} {
		for _, text := range texts {
			if text == "" {
				return false
			}
		}
	}
	for _, key := range f.DataSources {
		if key == 0 {
			return false
		}
	}
	return f.BBox == nil && f.Areas == nil && f.EventIDs == nil && f.MaxUncertaintyM == nil &&
		(f.Start == nil || f.Start.Day() == 1) && (f.End == nil || f.End.AddDate(0, 0, 1).Day() == 1) && !backwards(f.Start, f.End)
}

// backwards: days that end before they begin match nothing, and their months may be the same.
func backwards(start, end *time.Time) bool { return start != nil && end != nil && start.After(*end) }

// Args returns the arguments that the queries of a grain have in common. folded is what Folded returned.
func (g Grain) Args(f surveillance.Filter, folded string) postgres.Args {
	args := postgres.RollupArgs(f)
	g.SetArgs(args, folded)
	return args
}

// SetArgs sets those of sql/fragment/rollup.sql.
func (g Grain) SetArgs(args postgres.Args, folded string) {
	args["grain"], args["base"], args["folded"] = g.number(), g.base(), folded
}

// WindowArgs adds those of a window.
func (g Grain) WindowArgs(args postgres.Args, w tileindex.Window) {
	up := g.Level - w.Level
	args["up"] = up
	args["first_x"], args["last_x"] = int(w.X0)<<up, (int(w.X1)+1)<<up-1
	args["first_y"], args["last_y"] = int(w.Y0)<<up, (int(w.Y1)+1)<<up-1
}
