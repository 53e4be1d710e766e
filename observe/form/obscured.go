package form

import "strconv"

// Sizes of the cells in which places are drawn for the public, in degrees.
const (
	MinCell = 0.01
	MaxCell = 0.2
)

// Obscured says of a record that its place was drawn in a cell, in the words of Darwin Core. Both members are nil where the place is exact.
type Obscured struct {
	InformationWithheld *string `json:"information_withheld" db:"-"`
	DataGeneralizations *string `json:"data_generalizations" db:"-"`
}

// ObscuredBy returns what to say of a record whose place was drawn in a cell of a size in degrees; nil is an exact place.
func ObscuredBy(cell *float64) Obscured {
	if cell == nil {
		return Obscured{}
	}
	size := strconv.FormatFloat(*cell, 'f', -1, 64)
	return Obscured{
		new("exact place, remarks, and what else names the place"),
		new("coordinates drawn at random in a cell of " + size + " by " + size + " degrees"),
	}
}
