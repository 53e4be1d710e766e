package text

import "bytes"

// quoted reads a row that holds quotes, which may span several lines.
func (s *scanner) quoted() error {
	for {
		window := s.buf[s.start:s.end]
		used, err := s.unquote(window)
		if err != nil {
			return err
		}
		if used > 0 {
			if bytes.IndexByte(window[:used], 0) >= 0 {
				return s.fail("NUL byte, this is not text", nil)
			}
			s.row, s.plain = s.unquoted, false
			s.start += used
			s.line += s.countLines(window[:used])
			return nil
		}
		if err := s.read(); err != nil {
			return err
		}
	}
}

// unquote reads one row from the window into unquoted and returns its length in the window, or 0 when the window ends too
// early.
func (s *scanner) unquote(window []byte) (used int, err error) {
	s.unquoted, s.ends = s.unquoted[:0], s.ends[:0]
	for at := 0; ; {
		begin := len(s.unquoted)
		if at < len(window) && window[at] == s.Quote {
			if at = s.unquoteValue(window, at+1); at < 0 {
				if s.eof {
					return 0, s.fail("unterminated quote", nil)
				}
				return 0, nil
			}
		}
		stop := at + s.indexStop(window[at:])
		if stop == len(window) && !s.eof {
			return 0, nil
		}
		more := stop < len(window) && window[stop] == s.Sep
		length, next, whole := stop, stop+1, true
		if !more && stop < len(window) {
			length, next, whole = s.trimLine(window, stop)
		} else if !more {
			length, next = len(bytes.TrimSuffix(window, []byte{'\r'})), len(window)
		}
		if !whole {
			return 0, nil
		}
		s.unquoted = append(s.unquoted, window[at:max(at, length)]...)
		if err := s.endValue(begin, len(s.unquoted)); err != nil {
			return 0, err
		}
		if !more {
			return next, nil
		}
		at = next
	}
}

// unquoteValue appends the quoted part of a value, whose opening quote stands before at, to unquoted. It returns where the
// literal rest begins, or -1 when the window ends before the quote does.
func (s *scanner) unquoteValue(window []byte, at int) int {
	for {
		i := bytes.IndexByte(window[at:], s.Quote)
		if i < 0 {
			return -1
		}
		s.unquoted = append(s.unquoted, window[at:at+i]...)
		at += i + 1
		if at == len(window) && !s.eof {
			return -1
		}
		if at == len(window) || window[at] != s.Quote {
			return at
		}
		s.unquoted = append(s.unquoted, s.Quote)
		at++
	}
}

// indexStop finds the first separator or line end; len(window) when there is none.
func (s *scanner) indexStop(window []byte) int {
	for i, c := range window {
		if c == s.Sep || c == '\n' || c == '\r' && s.bareCR {
			return i
		}
	}
	return len(window)
}

func (s *scanner) countLines(raw []byte) int {
	n := bytes.Count(raw, []byte{'\n'})
	if s.bareCR {
		n += bytes.Count(raw, []byte{'\r'}) - bytes.Count(raw, []byte("\r\n"))
	}
	return max(n, 1)
}
