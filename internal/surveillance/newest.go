package surveillance

// Newest asks for observations in the order of lists: by time, the newest first, then by id.
type Newest struct {
	Filter      Filter
	Overlapping bool      // of the days of an observation, one within those of the Filter is enough
	Limit       int       // at most this many
	From        *Position // nil is the beginning; the observations before a position come in reverse
}
