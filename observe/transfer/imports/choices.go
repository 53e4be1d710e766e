package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/profiles"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// Choices say how a file is read and where its records go: the options of `skeeter import`, by their names.
type Choices struct {
	Sheet          string                       `json:"sheet,omitempty"`
	Profile        string                       `json:"profile,omitempty"`      // name of one that is part of the program
	ProfileText    string                       `json:"profile_text,omitempty"` // one in YAML, in its place
	Dataset        string                       `json:"dataset,omitempty"`
	Map            map[string]string            `json:"map,omitempty"`    // columns by key
	Values         map[string]map[string]string `json:"values,omitempty"` // what stands for what is written, by key
	Dates          string                       `json:"dates,omitempty"`
	CRS            string                       `json:"crs,omitempty"`
	Weeks          string                       `json:"weeks,omitempty"`
	Swap           bool                         `json:"swap,omitempty"`
	CorrectNames   bool                         `json:"correct_names,omitempty"`
	SkipDuplicates bool                         `json:"skip_duplicates,omitempty"`
	ReplaceEvents  bool                         `json:"replace_events,omitempty"`
	Add            bool                         `json:"add,omitempty"`
}

// Limits of a choice, in characters; maps are limited by the size of a body.
const (
	maxName    = 300
	maxFormat  = 60
	maxProfile = 20_000
)

// readChoices reads the body of a check. Its errors have the place of their member.
func readChoices(w http.ResponseWriter, r *http.Request) (Choices, error) {
	o, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return Choices{}, err
	}
	text := func(name string, limit int) string {
		if s := o.Text(name, limit); s != nil {
			return *s
		}
		return ""
	}
	c := Choices{
		Sheet: text("sheet", maxName), Profile: text("profile", maxName), ProfileText: text("profile_text", maxProfile), Dataset: text("dataset", maxName),
		Dates: text("dates", maxFormat), CRS: text("crs", maxFormat), Weeks: text("weeks", maxFormat),
		Swap: flag(o, "swap"), CorrectNames: flag(o, "correct_names"), SkipDuplicates: flag(o, "skip_duplicates"),
		ReplaceEvents: flag(o, "replace_events"), Add: flag(o, "add"),
	}
	member(o, "map", &c.Map, "an object of columns by key")
	member(o, "values", &c.Values, "an object of objects of texts")
	for _, part := range []struct {
		name string
		of   darwincore.Options
	}{
		{"map", darwincore.Options{Map: headers.Mapping{Columns: c.Map}}},
		{"values", darwincore.Options{Map: headers.Mapping{Values: c.Values}}},
		{"dates", darwincore.Options{Dates: c.Dates}},
		{"crs", darwincore.Options{CRS: c.CRS}},
		{"weeks", darwincore.Options{Weeks: c.Weeks}},
	} {
		if err := part.of.Validate(); err != nil {
			o.Fail(part.name, "invalid", err.Error())
		}
	}
	if c.ReplaceEvents && c.Add {
		o.Fail("add", "not_allowed", "add and replace_events exclude each other")
	}
	if _, err := named(c.Profile); err != nil {
		o.Fail("profile", "unknown_profile", err.Error())
	}
	if c.ProfileText != "" && c.Profile != "" {
		o.Fail("profile_text", "not_allowed", "profile and profile_text exclude each other")
	} else if _, err := c.profile(); err != nil && c.ProfileText != "" {
		o.Fail("profile_text", "invalid", err.Error())
	}
	return c, o.Err()
}

// flag reads a boolean; false when it is absent or null.
func flag(o *httpapi.Object, name string) (value bool) {
	member(o, name, &value, "true or false")
	return value
}

// member reads a member of another type than text.
func member(o *httpapi.Object, name string, into any, want string) {
	raw := o.Raw(name)
	if raw == nil {
		return
	}
	if err := json.Unmarshal(raw, into); err != nil {
		o.Fail(name, "wrong_type", name+" must be "+want)
	}
}

// profile returns the profile that was chosen, empty without one.
func (c Choices) profile() (profiles.Profile, error) {
	if c.ProfileText != "" {
		return profiles.Parse("in YAML", []byte(c.ProfileText))
	}
	return named(c.Profile)
}

// named returns a profile of the program by its name. A name is never a path here.
func named(name string) (profiles.Profile, error) {
	if name == "" {
		return profiles.Profile{}, nil
	}
	text, err := profiles.Text(name)
	if err != nil {
		return profiles.Profile{}, fmt.Errorf("profile: %w", err)
	}
	return profiles.Parse(name, text)
}

// options returns the options of the import of a file.
func (c Choices) options(ctx context.Context, path string) (importing.Options, error) {
	of, err := c.profile()
	if err != nil {
		return importing.Options{}, err
	}
	read := of.Options()
	read.Map = headers.Mapping{Columns: c.Map, Values: c.Values}.Over(read.Map)
	read.Dates, read.CRS, read.Weeks = cmp.Or(c.Dates, read.Dates), cmp.Or(c.CRS, read.CRS), cmp.Or(c.Weeks, read.Weeks)
	read.Swap = read.Swap != c.Swap
	parts, err := tables.Parts(ctx, path)
	if err != nil {
		return importing.Options{}, err
	}
	if slices.Contains(parts, c.Sheet) {
		read.Part = c.Sheet
	} else {
		read.Sheet = c.Sheet
	}
	return importing.Options{
		Options: read, Dataset: cmp.Or(c.Dataset, of.Dataset), CorrectNames: c.CorrectNames, SkipDuplicates: c.SkipDuplicates,
		ReplaceEvents: c.ReplaceEvents, Add: c.Add,
	}, nil
}
