package text

import (
	"fmt"
	"strings"
)

// SheetsError is a file with several tables, of which none was named. A FileError wraps it.
type SheetsError struct{ Sheets []string }

// listedSheets is how many names an error shows.
const listedSheets = 20

func (e *SheetsError) Error() string { return ListSheets(e.Sheets) + "; say which with --sheet" }

// ListSheets names sheets or layers for a message, as many as a person reads.
func ListSheets(names []string) string {
	shown := make([]string, 0, listedSheets+1)
	for i, name := range names {
		if i == listedSheets {
			shown = append(shown, fmt.Sprintf("and %d more", len(names)-listedSheets))
			break
		}
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	return strings.Join(shown, ", ")
}
