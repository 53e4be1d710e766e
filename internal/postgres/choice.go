package postgres

import "github.com/skeeter-surveillance/skeeter/internal/surveillance"

// Choice is which observations are asked for: those that a Filter matches and for which a predicate on the table o is true.
type Choice struct {
	Filter    surveillance.Filter
	Predicate *Predicate // nil: the Filter alone
	// Same is a Filter that alone chooses the same, so that what is in memory can be found by it; nil where none does. With Overlapping, of
	// the days of an observation one within those of Same is enough.
	Same        *surveillance.Filter
	Overlapping bool
}

// ChoiceOf returns what a Filter matches.
func ChoiceOf(f surveillance.Filter) Choice { return Choice{Filter: f, Same: &f} }

// Key returns a text for the names of answers. Two choices that share it are the same.
func (c Choice) Key() string {
	switch {
	case c.Same != nil && c.Overlapping:
		return "overlapping;" + c.Same.Key()
	case c.Same != nil:
		return c.Same.Key()
	}
	return c.Filter.Key() + "predicate=" + c.Predicate.Key() + ";"
}

// MatchesNothing reports that no record can match, whatever the database holds. False promises nothing.
func (c Choice) MatchesNothing() bool {
	return c.Filter.MatchesNothing() || c.Same != nil && c.Same.MatchesNothing()
}
