package surveillance

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ValueError is the error of a text that is not a valid value. Code is stable, such as "not_a_number"; Message is a sentence
// that names the value.
type ValueError struct{ Code, Message string }

func (e *ValueError) Error() string { return e.Message }

// ParseNumber reads a finite decimal number such as 12.5 or 1e3. It refuses hexadecimal, underscored and infinite numbers,
// which strconv.ParseFloat accepts.
func ParseNumber(s string) (float64, bool) {
	if strings.ContainsAny(s, "_xX") {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// ParseNumberIn reads a number in [low, high]. The error is a *ValueError that calls the number by its name.
func ParseNumberIn(name, s string, low, high float64) (float64, error) {
	n, ok := ParseNumber(s)
	switch {
	case !ok:
		return 0, &ValueError{"not_a_number", name + " must be a number"}
	case n < low:
		return 0, &ValueError{"too_small", fmt.Sprintf("%s must be at least %s", name, NumberText(low))}
	case n > high:
		return 0, &ValueError{"too_large", fmt.Sprintf("%s must be at most %s", name, NumberText(high))}
	}
	return n, nil
}

// NumberText writes a number without an exponent: 100000000, not 1e+08.
func NumberText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// ParseDay reads a strict YYYY-MM-DD as midnight UTC. The error is a *ValueError that calls the day by its name.
func ParseDay(name, s string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return time.Time{}, &ValueError{"not_a_date", name + " must be a date as YYYY-MM-DD"}
	}
	return day, nil
}

// FormatDay writes a day as YYYY-MM-DD; nil for the zero time, which is no day.
func FormatDay(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(t.Format(time.DateOnly))
}
