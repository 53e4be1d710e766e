package coordinates

import (
	"regexp"
	"strings"
)

// ParsePair reads both coordinates of a place as verbatimCoordinates has them: 50°51'01"N 4°21'00"E, 50.85, 4.35, 17T 630000 4833400.
// Without letters the latitude comes first. The reference system is that of a UTM zone if the text names one, else empty: zone names
// a UTM zone and hemisphere, such as 17N.
func ParsePair(s string) (lat, lon Coordinate, zone string, err error) {
	s = strings.TrimSpace(s)
	if len(s) > 2*maxWritten {
		return Coordinate{}, Coordinate{}, "", ErrForm
	}
	if grid := utmPair.FindStringSubmatch(s); grid != nil {
		return parseUTM(grid)
	}
	for _, at := range cuts(s) {
		first, err := Parse(strings.Trim(s[:at], " \u00a0,;/"))
		if err != nil {
			continue
		}
		second, err := Parse(strings.Trim(s[at:], " \u00a0,;/"))
		if err != nil || first.Axis != Unknown && first.Axis == second.Axis {
			continue
		}
		if first.Axis == Longitude || second.Axis == Latitude {
			first, second = second, first
		}
		return first, second, "", nil
	}
	return Coordinate{}, Coordinate{}, "", ErrForm
}

// cuts returns where a pair may be parted: at a semicolon or slash, behind a letter of the first coordinate or before that of the
// second, at a comma with a blank, at the blank of two plain numbers, at the only comma.
func cuts(s string) []int {
	if at := strings.IndexAny(s, ";/"); at >= 0 {
		return []int{at}
	}
	var out []int
	for _, separator := range [...]string{", ", " "} {
		for at := 1; at < len(s); at++ {
			if strings.HasPrefix(s[at:], separator) && (separator != " " || lettered(s[:at]) || lettered(s[at:]) || strings.Count(s, " ") == 1) {
				out = append(out, at)
			}
		}
	}
	for at := 1; at < len(s); at++ { // 50°51'01"N4°21'00"E and N50.85E4.35
		if strings.ContainsRune("NSns", rune(s[at-1])) && s[at] >= '0' && s[at] <= '9' || strings.ContainsRune("EWew", rune(s[at])) && s[at-1] >= '0' && s[at-1] <= '9' {
			out = append(out, at)
		}
	}
	if strings.Count(s, ",") == 1 {
		out = append(out, strings.IndexByte(s, ','))
	}
	return out
}

// lettered reports whether a coordinate begins or ends with a direction, so that it is whole.
func lettered(s string) bool {
	s = strings.ToLower(strings.Trim(s, " \u00a0,."))
	first, _ := letters(s)
	if _, ok := hemispheres[first]; ok {
		return true
	}
	fields := strings.FieldsFunc(s, func(c rune) bool { return c < 'a' })
	if len(fields) == 0 {
		return false
	}
	_, ok := hemispheres[fields[len(fields)-1]]
	return ok && strings.HasSuffix(s, fields[len(fields)-1])
}

// utmPair is a place on the UTM grid: 17T 630000 4833400, with or without units and directions.
var utmPair = regexp.MustCompile(`^(?i)(?:UTM\s*)?(\d{1,2})\s*([C-HJ-NP-X])\s+(\d{6}(?:\.\d+)?)\s*m?\s*E?[\s,]+(\d{5,8}(?:\.\d+)?)\s*m?\s*N?$`)

func parseUTM(grid []string) (northing, easting Coordinate, zone string, err error) {
	hemisphere := "S"
	if strings.ToUpper(grid[2]) >= "N" {
		hemisphere = "N"
	}
	east, _ := Number(grid[3])
	north, _ := Number(grid[4])
	northing = Coordinate{Value: north, Axis: Latitude, Decimals: decimalsOfSeconds}
	easting = Coordinate{Value: east, Axis: Longitude, Decimals: decimalsOfSeconds}
	return northing, easting, grid[1] + hemisphere, nil
}
