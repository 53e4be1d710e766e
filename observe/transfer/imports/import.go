package imports

import (
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// State is how far an import is.
type State string

// The states of an import.
const (
	Receiving State = "receiving" // parts of the file are missing
	Reading   State = "reading"   // the columns are read
	Received  State = "received"
	Checking  State = "checking" // waits, or runs
	Checked   State = "checked"
	Storing   State = "storing" // waits, or runs
	Stored    State = "stored"
	Failed    State = "failed" // Problem says why
)

// runs reports whether the server works on an import, or will.
func (s State) runs() bool { return s == Reading || s == Checking || s == Storing }

// Import is an import as a client sees it.
type Import struct {
	ID        uuid.UUID         `json:"id"`
	Filename  string            `json:"filename"`
	Size      int64             `json:"size"`
	Received  int64             `json:"received"` // bytes
	State     State             `json:"state"`
	CreatedAt time.Time         `json:"created_at"`
	UsedAt    time.Time         `json:"used_at"`
	ExpiresAt time.Time         `json:"expires_at"`
	Tables    []Table           `json:"tables"`   // of the file; null before they are read
	Options   *Choices          `json:"options"`  // of the last check
	Progress  *Progress         `json:"progress"` // of the job that waits or runs
	Report    *importing.Report `json:"report"`   // of the last check, or of what was stored
	Problem   *Problem          `json:"problem"`  // why it failed
}

// Progress of a job.
type Progress struct {
	Stage       string   `json:"stage"`           // queued, or a stage of transfer
	Ahead       int      `json:"ahead"`           // jobs before this one
	Rows        int64    `json:"rows"`            // read
	Rate        float64  `json:"rows_per_second"` // of the stage
	SecondsLeft *float64 `json:"seconds_left"`    // of the stage; null where it is not known
}

// queued is the stage of a job before it begins.
const queued = "queued"
