package text

import (
	"fmt"
	"strings"
)

// List names columns or files for a message, as many as a person reads.
func List(names []string) string {
	const most, longest = 40, 60
	shown := make([]string, 0, most)
	for i, name := range names {
		if i == most {
			shown = append(shown, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		if len(name) > longest {
			name = strings.ToValidUTF8(name[:longest], "") + "..."
		}
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	return strings.Join(shown, ", ")
}
