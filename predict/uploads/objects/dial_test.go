package objects

// OpenBy opens a store that is reached by dial.
var OpenBy = openBy

// Limits of a store that is silent.
const (
	CallTimeout = callTimeout
	PageTimeout = pageTimeout
)
