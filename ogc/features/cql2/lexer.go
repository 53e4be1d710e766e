package cql2

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	kindEnd    kind = iota
	kindWord        // a keyword, a function or a property
	kindQuoted      // a property in double quotes
	kindString
	kindNumber
	kindSymbol
	kindBad // text is what is wrong
)

// token is a piece of a filter's text. text is a word as written, a property or a string without quotes and escapes, a number
// without its sign, or a symbol.
type token struct {
	kind kind
	text string
	at   Position
}

// is says whether the token is a symbol, or a word in any case.
func (t token) is(text string) bool {
	return t.kind == kindSymbol && t.text == text || t.kind == kindWord && strings.EqualFold(t.text, text)
}

// found names a token as errors do.
func (t token) found() string {
	if t.kind == kindEnd {
		return "the end"
	}
	return shown(t.text)
}

// lexer cuts a text into tokens. A character that begins no token makes a kindBad token, which is the last.
type lexer struct {
	text string
	at   int // byte
	char int // characters before at
}

func scan(text string) []token {
	l := &lexer{text: text}
	var tokens []token
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.kind == kindEnd || t.kind == kindBad {
			return tokens
		}
	}
}

func (l *lexer) next() token {
	for l.at < len(l.text) && unicode.IsSpace(l.peek()) {
		l.skip()
	}
	t := token{at: Position{Char: l.char + 1}}
	start := l.at
	if l.at < len(l.text) {
		switch r := l.peek(); {
		case r == '\'':
			l.quoted(&t, '\'', kindString)
		case r == '"':
			l.quoted(&t, '"', kindQuoted)
		case isDigit(r), r == '.' && l.at+1 < len(l.text) && isDigit(rune(l.text[l.at+1])):
			l.number(&t)
		case startsIdentifier(r):
			for l.at < len(l.text) && continuesIdentifier(l.peek()) {
				l.skip()
			}
			t.kind, t.text = kindWord, l.text[start:l.at]
		default:
			l.symbol(&t)
		}
	}
	return t
}

func (l *lexer) peek() rune {
	r, _ := utf8.DecodeRuneInString(l.text[l.at:])
	return r
}

func (l *lexer) skip() rune {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	l.at += size
	l.char++
	return r
}

// symbols, the longer ones first.
var symbols = []string{"<>", "<=", ">=", "!=", "(", ")", ",", "=", "<", ">", "+", "-", "*", "/", "%", "^"}

func (l *lexer) symbol(t *token) {
	for _, s := range symbols {
		if strings.HasPrefix(l.text[l.at:], s) {
			t.kind, t.text = kindSymbol, s
			l.at += len(s)
			l.char += len(s)
			return
		}
	}
	t.kind, t.text = kindBad, "unexpected "+shown(string(l.skip()))
}

// controls are the escapes of a string literal (/req/cql2-text/escaping). A backslash before another character is a backslash, as
// patterns of LIKE need it.
var controls = map[rune]rune{'a': '\a', 'b': '\b', 't': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', '\'': '\'', '\\': '\\'}

// quoted reads what is between two quotes; two quotes inside are one.
func (l *lexer) quoted(t *token, quote rune, k kind) {
	var b strings.Builder
	l.skip()
	for l.at < len(l.text) {
		switch r := l.skip(); {
		case r == 0:
			t.kind, t.text = kindBad, "the character NUL in the filter"
			return
		case r == quote && l.at < len(l.text) && l.peek() == quote:
			b.WriteRune(l.skip())
		case r == quote:
			t.kind, t.text = k, b.String()
			return
		case r == '\\' && k == kindString && l.at < len(l.text):
			if c, ok := controls[l.peek()]; ok {
				l.skip()
				r = c
			}
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	t.kind, t.text = kindBad, "the quote is not closed that opens"
}

func (l *lexer) number(t *token) {
	start := l.at
	digits := func() {
		for l.at < len(l.text) && isDigit(rune(l.text[l.at])) {
			l.skip()
		}
	}
	digits()
	if l.at < len(l.text) && l.text[l.at] == '.' {
		l.skip()
		digits()
	}
	if n := exponent(l.text[l.at:]); n > 0 {
		l.at += n
		l.char += n
		digits()
	}
	t.kind, t.text = kindNumber, l.text[start:l.at]
	if l.at < len(l.text) && continuesIdentifier(l.peek()) {
		t.kind, t.text = kindBad, "a name cannot begin with a digit; unexpected "+shown(t.text+string(l.peek()))
	} else if len(t.text) > MaxNumber {
		t.kind, t.text = kindBad, fmt.Sprintf("a number of more than %d characters", MaxNumber)
	}
}

// exponent returns the length of the beginning of an exponent, "e", "E+", ..., when a digit follows.
func exponent(s string) int {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	n := 1
	if len(s) > 1 && (s[1] == '+' || s[1] == '-') {
		n = 2
	}
	if len(s) <= n || !isDigit(rune(s[n])) {
		return 0
	}
	return n
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// identifiers are the characters that a name may begin with, beyond ASCII, from and to (rule identifierStart).
var identifiers = [][2]rune{
	{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFE}, {0x200C, 0x200D}, {0x2070, 0x218F},
	{0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}

func startsIdentifier(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == ':'
	}
	for _, span := range identifiers {
		if span[0] <= r && r <= span[1] {
			return !unicode.IsSpace(r)
		}
	}
	return false
}

func continuesIdentifier(r rune) bool {
	return startsIdentifier(r) || isDigit(r) || r == '.' || 0x300 <= r && r <= 0x36F || 0x203F <= r && r <= 0x2040
}
