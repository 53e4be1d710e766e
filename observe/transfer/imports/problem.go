package imports

import (
	"context"
	"errors"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// Problem is why an import failed.
type Problem struct {
	Type   string `json:"type"`   // one of the problems below, or the kind of a importing.Stop
	Detail string `json:"detail"` // for people, in English
}

// Types of problems.
const (
	problemUnreadable  = "unreadable_file"
	problemTwice       = "column_twice" // two columns have the name that is needed
	problemDates       = "dates_undecided"
	problemPrivate     = "private_source"
	problemNothing     = "nothing_acceptable"
	problemInterrupted = "interrupted"
	problemUnavailable = "unavailable"
	problemInternal    = "internal_error"
)

// problemOf says what a person needs to know of an error. What is not theirs to mend shows nothing of its cause.
func problemOf(ctx context.Context, err error) *Problem {
	var (
		stop  *importing.Stop
		dates *darwincore.DatesError
		twice *headers.DuplicateColumnError
		file  *darwincore.FileError
	)
	switch {
	case ctx.Err() != nil: // before FileError, which a reading that was ended is too
		return &Problem{Type: problemInterrupted, Detail: "the server stopped before it was done; nothing was stored"}
	case errors.As(err, &stop):
		return &Problem{Type: stop.Kind, Detail: stop.Message}
	case errors.As(err, &dates):
		return &Problem{Type: problemDates, Detail: dates.Err.Error()}
	case errors.As(err, &twice):
		return &Problem{Type: problemTwice, Detail: twice.Error()}
	case errors.As(err, &file):
		return &Problem{Type: problemUnreadable, Detail: file.Error()}
	case errors.Is(err, importing.ErrPrivate):
		return &Problem{Type: problemPrivate, Detail: err.Error()}
	case errors.Is(err, importing.ErrNothingAcceptable):
		return &Problem{Type: problemNothing, Detail: err.Error()}
	case postgres.Unavailable(err):
		return &Problem{Type: problemUnavailable, Detail: "the database is busy or away; try again"}
	}
	return &Problem{Type: problemInternal, Detail: "the server could not do it; its log says why"}
}
