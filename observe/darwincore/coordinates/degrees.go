package coordinates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWritten is the most bytes of a coordinate.
const maxWritten = 64

// hemispheres are the words for directions in English, Spanish, French, Portuguese and Russian. O is not among them: it is west in
// Spanish, French and Portuguese, and east in German.
var hemispheres = map[string]struct {
	axis Axis
	sign float64
}{
	"n": {Latitude, 1}, "north": {Latitude, 1}, "norte": {Latitude, 1}, "nord": {Latitude, 1}, "с": {Latitude, 1}, "сш": {Latitude, 1},
	"s": {Latitude, -1}, "south": {Latitude, -1}, "sur": {Latitude, -1}, "sud": {Latitude, -1}, "sul": {Latitude, -1}, "ю": {Latitude, -1}, "юш": {Latitude, -1},
	"e": {Longitude, 1}, "east": {Longitude, 1}, "este": {Longitude, 1}, "est": {Longitude, 1}, "leste": {Longitude, 1}, "в": {Longitude, 1}, "вд": {Longitude, 1},
	"w": {Longitude, -1}, "west": {Longitude, -1}, "oeste": {Longitude, -1}, "ouest": {Longitude, -1}, "з": {Longitude, -1}, "зд": {Longitude, -1},
}

// Direction reads a word for a direction in any case: the axis along which it points, and its sign.
func Direction(word string) (axis Axis, sign float64, ok bool) {
	direction, ok := hemispheres[strings.ToLower(word)]
	return direction.axis, direction.sign, ok
}

// The units of a part, in this order.
const (
	noUnit = iota
	degrees
	minutes
	seconds
)

// part is one number of a coordinate.
type part struct {
	value    float64
	unit     int
	decimals int
	lettered bool // the unit is a letter
}

// Parse reads one coordinate in degrees: 50.85, 50,85, N50.85, 50.85° N, 50°51'01"N, 50 51 01 N, 50° 51.017' N, 50d51m01s.
func Parse(s string) (Coordinate, error) {
	if plain, ok := pointed(s); ok {
		if value, ok := Number(plain); ok {
			return Coordinate{Value: value, Decimals: decimals(plain)}, nil
		}
	}
	if len(s) > maxWritten {
		return Coordinate{}, ErrForm
	}
	parts, axis, sign, ok := split(s)
	if !ok {
		return Coordinate{}, ErrForm
	}
	c, ok := join(parts, axis != Unknown)
	if !ok {
		return Coordinate{}, ErrForm
	}
	c.Axis = axis
	c.Value *= sign
	return c, nil
}

// split finds the numbers of a coordinate, its direction and its sign.
func split(s string) (parts []part, axis Axis, sign float64, ok bool) {
	sign = 1
	signed := false
	for rest := strings.TrimSpace(s); rest != ""; rest = strings.TrimLeft(rest, " \u00a0:_") {
		c, size := utf8.DecodeRuneInString(rest)
		switch {
		case c == '-' || c == '−' || c == '+':
			if len(parts) > 0 || signed {
				return nil, 0, 0, false
			}
			signed = true
			if c != '+' {
				sign = -1
			}
			rest = rest[size:]
		case c >= '0' && c <= '9':
			var p part
			if p, rest, ok = number(rest); !ok || len(parts) == 3 {
				return nil, 0, 0, false
			}
			parts = append(parts, p)
		case unicode.IsLetter(c):
			var word string
			word, rest = letters(rest)
			if last := len(parts) - 1; word == "s" && last == 2 && parts[1].lettered && parts[2].unit == noUnit {
				parts[2].unit = seconds // 50d51m01s
				continue
			}
			direction, known := hemispheres[word]
			if !known || axis != Unknown || signed {
				return nil, 0, 0, false
			}
			axis, sign = direction.axis, direction.sign
		default:
			return nil, 0, 0, false
		}
	}
	return parts, axis, sign, len(parts) > 0
}

// number reads a number and the unit behind it.
func number(s string) (p part, rest string, ok bool) {
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || s[n] == ',') {
		n++
	}
	plain, ok := pointed(s[:n])
	if !ok {
		return part{}, "", false
	}
	if p.value, ok = Number(plain); !ok {
		return part{}, "", false
	}
	p.decimals = decimals(plain)
	rest = strings.TrimLeft(s[n:], " \u00a0")
	for _, mark := range [...]struct {
		text string
		unit int
	}{
		{"''", seconds}, {"′′", seconds}, {"’’", seconds}, {"´´", seconds}, {"\"", seconds}, {"″", seconds}, {"”", seconds}, {"“", seconds},
		{"°", degrees}, {"º", degrees}, {"˚", degrees}, {"'", minutes}, {"′", minutes}, {"’", minutes}, {"‘", minutes}, {"´", minutes}, {"`", minutes},
	} {
		if after, found := strings.CutPrefix(rest, mark.text); found {
			p.unit = mark.unit
			return p, after, true
		}
	}
	word, after := letters(rest)
	switch word {
	case "d", "deg":
		p.unit, p.lettered = degrees, true
		return p, after, true
	case "m", "min":
		p.unit, p.lettered = minutes, true
		return p, after, true
	case "sec":
		p.unit = seconds
		return p, after, true
	}
	return p, s[n:], true
}

// letters cuts a word off the beginning of a text, in lower case. The dots of Russian directions belong to it: с. ш.
func letters(s string) (word, rest string) {
	n := 0
	var out strings.Builder
	for n < len(s) {
		c, size := utf8.DecodeRuneInString(s[n:])
		if c == '.' && out.Len() > 0 {
			n += size
			if cyrillic := strings.HasPrefix(s[n:], " ш") || strings.HasPrefix(s[n:], " д"); cyrillic {
				n++
			}
			continue
		}
		if !unicode.IsLetter(c) {
			break
		}
		out.WriteRune(unicode.ToLower(c))
		n += size
	}
	return out.String(), s[n:]
}

// join adds the parts of a coordinate up. Two or three numbers without a unit or a direction may be anything but three that go on
// as degrees, minutes and seconds do.
func join(parts []part, directed bool) (c Coordinate, ok bool) {
	marked := directed
	for i, p := range parts {
		if p.unit != noUnit && p.unit != i+1 || i+1 < len(parts) && p.decimals > 0 || i > 0 && p.value >= 60 {
			return Coordinate{}, false
		}
		marked = marked || p.unit != noUnit
	}
	if len(parts) == 2 && !marked || parts[0].unit > degrees {
		return Coordinate{}, false
	}
	scale := 1.0
	for _, p := range parts {
		c.Value += p.value / scale
		scale *= 60
	}
	c.Decimals = parts[len(parts)-1].decimals
	switch len(parts) {
	case 2:
		c.Decimals += decimalsOfMinutes
	case 3:
		c.Decimals += decimalsOfSeconds
	}
	return c, true
}
