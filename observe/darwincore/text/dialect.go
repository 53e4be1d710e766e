package text

import (
	"bytes"
	"errors"
	"io"
	"regexp"
)

// Dialect is how a delimited text separates its values.
type Dialect struct {
	Sep    byte
	Quote  byte // 0: no quoting at all, a quote is an ordinary character
	bareCR bool // a bare CR ends a line, beside LF and CRLF
}

// Known says how many names of a header the reader of the table knows, and whether the header is of a kind of file that
// never quotes.
type Known func(header []string) (names int, unquoted bool)

// separators are tried in this order, the likeliest first.
const separators = "\t,;|"

// detect finds separator, quoting and line ends over the beginning of a text; whole says that there is no more of it. The
// separator is the one that makes most headers known, then the one whose rows agree in length.
//
// Comma, semicolon and pipe separated files quote as RFC 4180 has it. Tab-separated ones do not, as GBIF writes them, unless
// quotes enclose whole values.
func detect(sample []byte, whole bool, known Known, separators string) Dialect {
	if len(sample) > dialectBytes {
		sample, whole = sample[:dialectBytes], false
	}
	var best Dialect
	var bestScore score
	for _, sep := range []byte(separators) {
		quotes := []byte{'"'}
		if sep == '\t' {
			quotes = []byte{'"', 0}
		}
		for _, quote := range quotes {
			d := Dialect{Sep: sep, Quote: quote, bareCR: endsInCR(sample, quote)}
			got := d.try(sample, whole, known)
			if sep == '\t' && quote != 0 && !got.encloses {
				continue
			}
			if best.Sep == 0 || got.beats(bestScore) {
				best, bestScore = d, got
			}
		}
	}
	return best
}

// separatorLine is the first line by which Excel knows the separator: sep=;
var separatorLine = regexp.MustCompile(`^(?i)"?sep=([^\w"\r\n])"?(?:\r\n|\r|\n)`)

// endsInCR reports whether the first line outside quotes ends in a bare CR.
func endsInCR(sample []byte, quote byte) bool {
	quoted := false
	for i, c := range sample {
		switch {
		case quote != 0 && c == quote:
			quoted = !quoted
		case quoted:
		case c == '\n':
			return false
		case c == '\r':
			return i+1 < len(sample) && sample[i+1] != '\n'
		}
	}
	return false
}

// enclosedByTabs is a value between tabs that quotes enclose from its first to its last byte.
var enclosedByTabs = regexp.MustCompile(`(?:^|[\t\r\n])"[^"]*"(?:[\t\r\n]|$)`)

// score says how well a dialect fits.
type score struct {
	names    int     // of the header that are known
	broken   bool    // a quote is never closed
	agreeing float64 // share of the rows that are as long as the header
	columns  int
	encloses bool // for tabs: quotes enclose whole values
}

func (s score) beats(other score) bool {
	switch {
	case s.names != other.names:
		return s.names > other.names
	case s.broken != other.broken:
		return !s.broken
	case s.agreeing != other.agreeing && s.columns > 1 == (other.columns > 1):
		return s.agreeing > other.agreeing
	default:
		return s.columns > other.columns
	}
}

// try reads the sample in a dialect.
func (d Dialect) try(sample []byte, whole bool, known Known) score {
	s := newScanner("", bytes.NewReader(sample), d)
	if err := s.next(); err != nil {
		return score{broken: true}
	}
	header := make([]string, s.len())
	s.fill(header)
	names, unquoted := known(header)
	got := score{names: names, columns: len(header)}
	if d.Sep == '\t' && d.Quote != 0 {
		got.encloses = sample[0] == d.Quote || !unquoted && enclosedByTabs.Match(sample)
	}
	rows, agreeing := 0, 0
	for rows < dialectRows {
		err := s.next()
		cut := s.eof && s.start == s.end && !whole // the sample may end within this row
		if err != nil {
			got.broken = !cut && !errors.Is(err, io.EOF)
			break
		}
		if cut {
			break
		}
		rows++
		if s.len() == len(header) {
			agreeing++
		}
	}
	if rows > 0 {
		got.agreeing = float64(agreeing) / float64(rows)
	}
	return got
}
