package export

import "strings"

// Spreadsheet programs take a cell that begins with one of these for a formula, and run it
// (https://owasp.org/www-community/attacks/CSV_Injection). An apostrophe before it makes it a text.
const formulaBegins = "=+-@\t\r"

// startsFormula reports whether a cell is guarded with an apostrophe. A number is not. A text that looks guarded already is, so that
// Unguard finds what was written.
func startsFormula(text string) bool {
	if text == "" || text[0] != '\'' && strings.IndexByte(formulaBegins, text[0]) < 0 {
		return false
	}
	bare := strings.TrimLeft(text, "'")
	if bare == "" || strings.IndexByte(formulaBegins, bare[0]) < 0 {
		return false
	}
	return len(bare) < len(text) || !isNumber(text)
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

// guards reports whether the cells of a file are guarded.
func (k Kind) guards() bool { return k.Table && !k.Raw }

// Unguard returns the text of a cell, which may be guarded where the file guards.
func (k Kind) Unguard(cell string) string {
	if k.guards() && len(cell) > 1 && cell[0] == '\'' && startsFormula(cell) {
		return cell[1:]
	}
	return cell
}
