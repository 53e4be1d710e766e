package surveillance

import (
	"slices"
	"strings"
)

// Names of the dimensions that observations are counted by.
const (
	DimensionSpecies  = "species"
	DimensionGenus    = "genus"
	DimensionDay      = "day"
	DimensionWeek     = "week"
	DimensionMMWR     = "mmwr_week"
	DimensionMonth    = "month"
	DimensionYear     = "year"
	DimensionCountry  = "country"
	DimensionRegion   = "region"
	DimensionArea     = "area"
	DimensionSource   = "source"
	DimensionStage    = "stage"
	DimensionSex      = "sex"
	DimensionProtocol = "protocol"
)

// DimensionNames are the dimensions that a CrossTable may have.
var DimensionNames = []string{
	DimensionSpecies, DimensionGenus, DimensionDay, DimensionWeek, DimensionMMWR, DimensionMonth, DimensionYear, DimensionCountry, DimensionRegion,
	DimensionArea, DimensionSource, DimensionStage, DimensionSex, DimensionProtocol,
}

// CheckDimensions refuses what are not the names of one to three dimensions. The error is a *ValueError.
func CheckDimensions(by []string) error {
	known := strings.Join(DimensionNames, ", ")
	for i, name := range by {
		switch {
		case !slices.Contains(DimensionNames, name):
			return &ValueError{"not_allowed", "by must be of " + known}
		case slices.Contains(by[:i], name):
			return &ValueError{"conflict", "by names " + name + " twice"}
		}
	}
	if len(by) == 0 || len(by) > MaxDimensions {
		return &ValueError{"wrong_number", "by must name one to three of " + known}
	}
	return nil
}

// CrossTable is a Table with the texts of its values.
type CrossTable struct {
	Total TableSum
	Rows  []CrossRow // in the order of their values, null last
}

// CrossRow is the sum of a row with the values of its dimensions, "" for null.
type CrossRow struct {
	Values [MaxDimensions]string
	TableSum
}
