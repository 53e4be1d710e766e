package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/editdistance"
)

// everywhere are the parameters that every request may carry: the language of the answer, and what some clients add to pass caches.
var everywhere = []string{"lang", "_"}

// Limits of what comes back of a client's unknown parameters.
const (
	maxUnknown = 20 // errors
	maxShown   = 60 // bytes of a name
)

// unknown returns the errors of the parameters that no method was called for.
func (p *Params) unknown() (fields []FieldError) {
	var names []string
	for name := range p.values {
		if !slices.Contains(p.asked, name) && !slices.Contains(everywhere, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names[:min(len(names), maxUnknown)] {
		fields = append(fields, FieldError{Loc: []string{p.part, Shown(name)}, Msg: "unknown parameter " + Shown(name) + p.hint(name), Type: "unknown_parameter"})
	}
	return fields
}

// hint names the known parameter whose name is nearest to an unknown one, else all known parameters.
func (p *Params) hint(unknown string) string {
	known := slices.Compact(slices.Sorted(slices.Values(slices.Concat(p.asked, everywhere[:1]))))
	best, least := "", 0
	for _, name := range known {
		if d := distance(unknown, name); best == "" || d < least {
			best, least = name, d
		}
	}
	if least <= max(1, len(best)/3) {
		return "; did you mean " + best + "?"
	}
	return "; known are " + strings.Join(known, ", ")
}

// Shown returns a client's text for an error: valid UTF-8, cut where it is long.
func Shown(s string) string {
	if len(s) > maxShown {
		s = s[:maxShown] + "..."
	}
	return strings.ToValidUTF8(s, "")
}

// distance returns how many letters make one name of another, without regard to case and to the signs between words. Only the
// beginning of a long text counts.
func distance(a, b string) int {
	plain := strings.NewReplacer("-", "", "_", "")
	return editdistance.Between(plain.Replace(strings.ToLower(a[:min(len(a), maxShown)])), plain.Replace(strings.ToLower(b)))
}

// NoParameters refuses every parameter of an operation that has none.
func NoParameters(next HandlerFunc) HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := Query(r).Err(); err != nil {
			return err
		}
		return next(w, r)
	}
}
