package table

// TooLargeError says that a format cannot hold what is written. It comes before any byte of the file.
type TooLargeError struct {
	Limit string // "at most 5 rows"
}

func (e *TooLargeError) Error() string {
	return "the result is too large for the format, which holds " + e.Limit + "; ask for less, or for another format"
}
