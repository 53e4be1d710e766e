package table

// TooLargeError says that a format cannot hold what is written. It comes before any byte of the file.
type TooLargeError struct {
	Limit string // "at most 5 rows"
	Found string // "it has 6"; "" for nothing to say
}

func (e *TooLargeError) Error() string {
	found := ""
	if e.Found != "" {
		found = "; " + e.Found
	}
	return "the result is too large for the format, which holds " + e.Limit + found + "; ask for less, or for another format"
}
