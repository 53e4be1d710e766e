package text

// Limits of what is read.
const (
	MaxColumns    = 2000    // of one row
	maxFieldBytes = 1 << 20 // of one value
	maxRowBytes   = 4 << 20 // of one row, line breaks in quotes included

	sniffBytes   = 1 << 20 // prefix that decides the encoding
	dialectBytes = 256 << 10
	dialectRows  = 500
)
