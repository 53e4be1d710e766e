// Package images stores photographs of species with their credits. They come from a folder of the operator's, and from nowhere else. It
// imports internal/picture, internal/names, internal/postgres, internal/surveillance and sql.
//
// Photographs lie in the database, not in a folder of a server: every server of a database has them at once, and `skeeter backup` keeps
// them. They are encoded anew in two sizes, so that nothing is left of what a camera wrote into the file, such as the place.
package images

// Limits of a run.
const (
	MaxCredits = 2000 // rows of the credits
	maxFile    = 500  // characters of a text
	maxAuthor  = 300
	maxLicence = 300
	maxSource  = 2000
	maxCaption = 1000
)

// Sizes of a stored photograph, in pixels of the longest side, and the quality of both.
const (
	LargeSide = 1280
	SmallSide = 320
	quality   = 85
)

// Credit is a row of the credits, as it is written.
type Credit struct {
	Line      int // of the file
	File      string
	Species   string
	Author    string
	Licence   string
	Source    string
	Caption   string
	LifeStage string
	Sex       string
	Fault     error // why the row cannot be read; nil when it can
}

// Refusal says why a row is not stored.
type Refusal struct {
	Line   int
	File   string
	Reason string
}

// Report is what a run did.
type Report struct {
	Stored     int // photographs
	Replaced   int // of earlier runs
	Species    int // that the stored ones show
	Refused    []Refusal
	Uncredited []string // files that look like photographs and have no row
}
