// Package formula tells which cells of a table a spreadsheet program would run. It imports the standard library alone.
package formula

import "strings"

// begins are what a formula begins with (https://owasp.org/www-community/attacks/CSV_Injection). An apostrophe before it makes a text of it.
const begins = "=+-@\t\r"

// Starts reports whether a cell needs an apostrophe before it. A number does not. A text that looks as if it had one does, so that Unguard
// finds what was written.
func Starts(cell string) bool {
	if cell == "" || cell[0] != '\'' && strings.IndexByte(begins, cell[0]) < 0 {
		return false
	}
	bare := strings.TrimLeft(cell, "'")
	if bare == "" || strings.IndexByte(begins, bare[0]) < 0 {
		return false
	}
	return len(bare) < len(cell) || !isNumber(cell)
}

// Guard returns a cell, with an apostrophe before it where it needs one.
func Guard(cell string) string {
	if Starts(cell) {
		return "'" + cell
	}
	return cell
}

// Unguard returns what a guarded cell held.
func Unguard(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && Starts(cell) {
		return cell[1:]
	}
	return cell
}

// isNumber reports whether a text is a decimal number, as programs read it: digits, a sign, a point, an exponent.
func isNumber(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return false
	}
	whole, exponent, scientific := strings.Cut(strings.ToLower(digits), "e")
	if scientific {
		exponent = strings.TrimPrefix(strings.TrimPrefix(exponent, "+"), "-")
		if exponent == "" || strings.Trim(exponent, "0123456789") != "" {
			return false
		}
	}
	before, after, _ := strings.Cut(whole, ".")
	return before+after != "" && strings.Trim(before+after, "0123456789") == ""
}
