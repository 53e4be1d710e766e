package skeetertest

import (
	"fmt"
	"regexp"
)

var times = regexp.MustCompile(`"timeStamp":"[^"]+"|20(2[6-9]|[3-9]\d)-\d\d-\d\dT[\d:.]+Z`)

// WithoutTimes is an answer without the times at which it was made.
func WithoutTimes(answer string) string { return times.ReplaceAllString(answer, "") }

// FirstDifference is where two texts part, with what comes before and after.
func FirstDifference(a, b string) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	from := max(0, at-200)
	return fmt.Sprintf("%q and %q", a[from:min(len(a), at+200)], b[from:min(len(b), at+200)])
}
