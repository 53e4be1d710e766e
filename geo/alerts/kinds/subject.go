package kinds

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// subject is a rule with its names and areas resolved.
type subject struct {
	rule   Rule
	filter surveillance.Filter // with the taxa, without areas
	names  *surveillance.Names
	zones  *zones // nil: everywhere
}

// UnknownError says that what a rule names is not there.
type UnknownError struct{ Member, Name string }

func (e *UnknownError) Error() string { return fmt.Sprintf("there is no %s %q", e.Member, e.Name) }

// Check returns an *UnknownError when the species, the disease, the area or the set of a rule is not there.
func (f *Finder) Check(ctx context.Context, rule Rule) error {
	_, err := (&round{Finder: f, zones: map[string]*zones{}}).subjectOf(ctx, rule)
	return err
}

func (r *round) subjectOf(ctx context.Context, rule Rule) (s subject, err error) {
	s.rule = rule
	c := surveillance.NewCriteria()
	for name, text := range map[string]string{"species": rule.Species, "disease": rule.Disease, "area": rule.Area} {
		if text == "" {
			continue
		}
		if strings.Contains(text, ",") { // the Filter would take it for a list
			return s, &UnknownError{name, text}
		}
		if err := c.Set(name, text); err != nil {
			return s, fmt.Errorf("read the %s of a rule: %w", name, err)
		}
	}
	if s.names, err = r.Lookups.NamesFor(ctx, c); err != nil {
		return s, err
	}
	s.filter, err = c.Resolve(s.names)
	if unknown := (surveillance.UnknownError)(nil); errors.As(err, &unknown) {
		return s, &UnknownError{unknown[0].Parameter, unknown[0].Name}
	}
	if err != nil {
		return s, err
	}
	switch {
	case rule.Species != "" && len(s.filter.Taxa) == 0:
		return s, &UnknownError{"species", rule.Species}
	case rule.Disease != "" && len(s.filter.Taxa) == 0:
		return s, &UnknownError{"disease", rule.Disease}
	}
	s.zones, err = r.zonesOf(ctx, rule, s.filter.Areas)
	s.filter.Areas = nil
	return s, err
}

// problemOf returns what is wrong with a question, and not with the database: the name of an unknown thing, or the answer to a client.
func problemOf(err error) (string, bool) {
	var unknown *UnknownError
	var refused *httpapi.Error
	var value *surveillance.ValueError
	switch {
	case errors.As(err, &unknown):
		return unknown.Error(), true
	case errors.As(err, &refused) && len(refused.Fields) > 0:
		return refused.Fields[0].Msg, true
	case errors.As(err, &value):
		return value.Message, true
	}
	return "", false
}
