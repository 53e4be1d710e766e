package surveillance

import (
	"time"

	"github.com/google/uuid"
)

// Newest asks for observations in the order of lists: by time, the newest first, then by id.
type Newest struct {
	Filter      Filter
	Overlapping bool      // of the days of an observation, one within those of the Filter is enough
	Limit       int       // at most this many
	Beside      *Beside // the observations begin after it; nil is the beginning
	Back        bool      // the observations before Beside, which is not nil then, in reverse
}

// Beside is a place in the order of lists, where an observation is or was.
type Beside struct {
	At time.Time // in whole microseconds
	ID uuid.UUID
}
