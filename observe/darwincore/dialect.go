package darwincore

import (
	"bytes"
	"strings"
)

// separators are the ones that are tried, the likeliest first.
const separators = "\t,;|"

// detectDialect finds separator, quoting and line ends over the beginning of a text. The separator is
// the one that makes most headers mean something, then the one whose rows agree in length.
//
// Comma, semicolon and pipe separated files quote as RFC 4180 has it. Tab-separated ones do not, as
// GBIF writes them, unless quotes enclose whole values.
func detectDialect(sample []byte, whole bool, mapping map[string]string) dialect {
	if len(sample) > dialectBytes {
		sample, whole = sample[:dialectBytes], false
	}
	var best dialect
	bestScore := score{}
	for _, sep := range []byte(separators) {
		quotes := []byte{'"'}
		if sep == '\t' {
			quotes = []byte{'"', 0}
		}
		for _, quote := range quotes {
			d := dialect{sep: sep, quote: quote, cr: endsInCR(sample, quote)}
			got := d.try(sample, whole, mapping)
			if sep == '\t' && quote != 0 && !got.encloses {
				continue
			}
			if best.sep == 0 || got.beats(bestScore) {
				best, bestScore = d, got
			}
		}
	}
	return best
}

// endsInCR tells whether the first line outside quotes ends in a bare CR.
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

// score says how well a dialect fits.
type score struct {
	recognized int     // headers that mean something
	broken     bool    // a quote is never closed
	agreeing   float64 // share of the rows that are as long as the header
	columns    int
	encloses   bool // quotes enclose a value from its first to its last byte
}

func (s score) beats(other score) bool {
	switch {
	case s.recognized != other.recognized:
		return s.recognized > other.recognized
	case s.broken != other.broken:
		return !s.broken
	case s.agreeing != other.agreeing && s.columns > 1 == (other.columns > 1):
		return s.agreeing > other.agreeing
	default:
		return s.columns > other.columns
	}
}

// try reads the sample in a dialect.
func (d dialect) try(sample []byte, whole bool, mapping map[string]string) score {
	s := newScanner("", bytes.NewReader(sample), d)
	if err := s.next(); err != nil {
		return score{broken: true}
	}
	header := s.texts()
	known, err := newLayout(header, mapping)
	if err != nil {
		known, _ = newLayout(header, nil)
	}
	got := score{recognized: known.recognized(), columns: len(header)}
	got.encloses = d.quote != 0 && (sample[0] == d.quote || !known.has(roleGBIFID) && encloses(sample, d))
	rows, agreeing := 0, 0
	for rows < dialectRows {
		err := s.next()
		cut := s.eof && s.start == s.end && !whole // the sample may end within this row
		if err != nil {
			got.broken = !cut && !isEOF(err)
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

// encloses tells whether some value of the first lines is enclosed in quotes.
func encloses(sample []byte, d dialect) bool {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(sample))
	text = "\n" + text + "\n"
	for _, before := range []byte{'\n', d.sep} {
		from := 0
		for {
			i := strings.Index(text[from:], string([]byte{before, d.quote}))
			if i < 0 {
				break
			}
			value := text[from+i+2:]
			for _, after := range []byte{'\n', d.sep} {
				closing := strings.IndexByte(value, d.quote)
				if closing >= 0 && closing+1 < len(value) && value[closing+1] == after {
					return true
				}
			}
			from += i + 2
		}
	}
	return false
}
