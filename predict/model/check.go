package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// check returns the mistakes of a complete description.
func (s *Spec) check() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	switch {
	case strings.TrimSpace(s.ModelID) == "" || len(s.ModelID) > maxText:
		fail("model_id has to have 1 to %d bytes", maxText)
	case !utf8.ValidString(s.ModelID) || strings.ContainsFunc(s.ModelID, unicode.IsControl):
		fail("model_id is %q: it may hold no control characters", s.ModelID) // it goes into metrics, logs and records
	}
	if l := s.Licence; len(l.ID) > maxText || len(l.Notice) > maxNotice || len(l.URL) > maxNotice {
		fail("licence.id may have %d bytes, licence.notice and licence.url %d", maxText, maxNotice)
	}
	oneOf(fail, "output.kind", s.Output.Kind, "", Logits, Probabilities)
	if r := s.Reject; r != nil && (r.Output == "" || r.Above == nil || !finite(*r.Above)) {
		fail("reject needs the name of an output and the number above which a picture is something else")
	}
	s.Input.check(fail)
	s.checkClasses(fail)
	return errors.Join(errs...)
}

func (in *Input) check(fail func(string, ...any)) {
	if in.Width < 0 || in.Height < 0 || in.Width > MaxSide || in.Height > MaxSide {
		fail("the input is %d x %d pixels: at most %d a side", in.Width, in.Height, MaxSide)
	}
	oneOf(fail, "input.layout", in.Layout, "", NCHW, NHWC)
	oneOf(fail, "input.resize", in.Resize, Stretch, CenterCrop, Letterbox)
	oneOf(fail, "input.filter", in.Filter, Nearest, Bilinear, Bicubic, Lanczos)
	oneOf(fail, "input.colour_order", in.ColourOrder, RGB, BGR, Grey)
	if !(*in.Crop > 0 && *in.Crop <= 1) {
		fail("input.crop is %v: it has to be above 0 and at most 1", *in.Crop)
	}
	if !(in.Fill >= 0 && in.Fill <= 255) {
		fail("input.fill is %v: it has to be 0 to 255", in.Fill)
	}
	if *in.Scale == 0 || !finite(*in.Scale) {
		fail("input.scale is %v: it has to be a number that is not 0", *in.Scale)
	}
	channels := in.ColourOrder.Channels()
	if len(in.Mean) != channels || len(in.Std) != channels {
		fail("input.mean and input.std need %d numbers each, or one", channels)
		return
	}
	for i, std := range in.Std {
		switch mean := in.Mean[i]; {
		case std == 0 || !finite(std):
			fail("input.std holds %v", std)
		case !finite(mean):
			fail("input.mean holds %v", mean)
		case !finite(255**in.Scale/std) || !finite(mean/std):
			fail("input.scale, mean and std turn pixels into numbers that are too large")
		}
	}
}

func (s *Spec) checkClasses(fail func(string, ...any)) {
	if len(s.Classes) == 0 || len(s.Classes) > MaxClasses {
		fail("there are %d classes: 1 to %d", len(s.Classes), MaxClasses)
	}
	none := s.NoneIndex()
	seen := map[string]bool{}
	for i, c := range s.Classes {
		switch {
		case c.ID == "" || len(c.ID) > maxText || c.ScientificName != nil && len(*c.ScientificName) > maxText:
			fail("class %d has no id, or a name of more than %d bytes", i, maxText)
		case seen[c.ID]:
			fail("class %d repeats the id %s", i, c.ID)
		case i != none && !strings.ContainsFunc(*c.ScientificName, letterOrDigit):
			fail("class %d, %q, has the scientific name %q: a letter or digit is needed", i, c.ID, *c.ScientificName)
		}
		seen[c.ID] = true
	}
	if none < 0 && *s.None != "" {
		fail("none is %s, which is no class", *s.None)
	}
}

// finite reports whether a number is finite as a float32, which networks take.
func finite(number float64) bool { return math.Abs(number) <= math.MaxFloat32 }

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func oneOf[T ~string](fail func(string, ...any), field string, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		allowed = slices.DeleteFunc(allowed, func(v T) bool { return v == "" })
		fail("%s is %q: it has to be one of %q", field, value, allowed)
	}
}
