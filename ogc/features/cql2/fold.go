package cql2

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// folding replaces characters of a text. Go folds literals, and SQL folds properties with the same tables.
type folding struct {
	rune       func(rune) string
	once       sync.Once
	one, other string          // characters, and the one that each becomes
	removed    string          // characters that go
	many       [][2]string     // characters that become several
	all        map[rune]string // the whole table
	lower      bool            // ASCII becomes lower case
}

var (
	// caseFolding is Unicode's full case folding (/req/case-insensitive-comparison/casei-function).
	caseFolding = &folding{rune: func(r rune) string { return cases.Fold().String(string(r)) }, lower: true}
	// accentFolding replaces letters by those without marks and strokes, and ligatures by their letters.
	accentFolding = &folding{rune: withoutAccents}
)

// strokes are letters with a stroke, which is no mark in Unicode, and ligatures.
var strokes = map[rune]string{
	'Ø': "O", 'ø': "o", 'Ł': "L", 'ł': "l", 'Đ': "D", 'đ': "d", 'Ð': "D", 'ð': "d", 'Ħ': "H", 'ħ': "h", 'Ŧ': "T", 'ŧ': "t", 'ı': "i",
	'Æ': "AE", 'æ': "ae", 'Œ': "OE", 'œ': "oe", 'Þ': "TH", 'þ': "th", 'ß': "ss", 'ẞ': "SS",
}

// withoutAccents folds one character. It removes the marks that any script may use. The vowel signs of Indian scripts stay, and so
// do the Japanese voicing marks (/rec/accent-insensitive-comparison/japanese-non-spacing-marks).
func withoutAccents(r rune) string {
	if s, ok := strokes[r]; ok {
		return s
	}
	var b strings.Builder
	marks := false
	for _, part := range norm.NFD.String(string(r)) {
		if unicode.Is(unicode.Mn, part) && unicode.Is(unicode.Inherited, part) && part != 0x3099 && part != 0x309A {
			marks = true
		} else {
			b.WriteRune(part)
		}
	}
	if !marks {
		return string(r)
	}
	bare := norm.NFC.String(b.String())
	for stroke, s := range strokes {
		if bare == string(stroke) {
			return s
		}
	}
	return bare
}

// prepare fills the tables, once.
func (f *folding) prepare() {
	f.once.Do(func() {
		var one, other, removed strings.Builder
		f.all = map[rune]string{}
		for r := rune(1); r <= unicode.MaxRune; r++ {
			if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) && !unicode.IsSymbol(r) {
				continue
			}
			folded := f.rune(r)
			if folded == string(r) {
				continue
			}
			f.all[r] = folded
			switch len([]rune(folded)) {
			case 0:
				removed.WriteRune(r)
			case 1:
				one.WriteRune(r)
				other.WriteString(folded)
			default:
				f.many = append(f.many, [2]string{string(r), folded})
			}
		}
		f.one, f.other, f.removed = one.String(), other.String(), removed.String()
	})
}

// literal folds a text.
func (f *folding) literal(s string) string {
	f.prepare()
	var b strings.Builder
	for _, r := range s {
		if folded, ok := f.all[r]; ok {
			b.WriteString(folded)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// property writes a property, folded.
func (c *compiler) property(o operand) string {
	sql := o.sql
	if len(o.folding) == 1 && o.folding[0] == caseFolding && o.fold != "" {
		return o.fold
	}
	for _, f := range o.folding {
		sql = c.fold(sql, f)
	}
	return sql
}

// fold writes a folding of an expression. Nearly all texts are ASCII, which needs no table. Beyond MaxFolded it writes nothing
// more, because Compile returns an error.
func (c *compiler) fold(sql string, f *folding) string {
	if c.folded++; c.folded > MaxFolded {
		return sql
	}
	f.prepare()
	table, ok := c.tables[f]
	if !ok {
		table = c.param(f.one+f.removed, "text") + ", " + c.param(f.other, "text")
		c.tables[f] = table
	}
	all := strings.Repeat("replace(", len(f.many)) + "translate(" + sql + ", " + table + ")"
	for _, pair := range f.many {
		all += ", '" + pair[0] + "', '" + pair[1] + "')"
	}
	ascii := sql
	if f.lower {
		ascii = "lower(" + sql + ` collate "C")`
	}
	return "case when octet_length(" + sql + ") = char_length(" + sql + ") then " + ascii + " else " + all + " end"
}
