package xlsx

import (
	"bufio"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// sharedStrings are the different texts of a workbook, to which its cells refer by number. They lie in temporary files: a full
// sheet can have ten million.
type sharedStrings struct {
	count  int
	left   int64 // bytes that the temporary files may still take
	texts  *os.File
	ends   *os.File // where each text ends, eight bytes each
	recent [recentTexts]recentText
}

type recentText struct {
	number int // plus 1; 0 is nothing
	text   string
}

// The texts that are kept in memory, by the last digits of their number.
const (
	recentTexts     = 1 << 14
	recentTextBytes = 256
	endBytes        = 8
)

// readStrings reads the different texts of a workbook.
func (w *workbook) readStrings() (*sharedStrings, error) {
	s := &sharedStrings{left: maxTextsBytes}
	if w.strings == "" {
		return s, nil
	}
	in, _, err := w.open(w.strings)
	if err != nil {
		return nil, fmt.Errorf("read the texts: %w", err)
	}
	defer in.feed.in.Close() //nolint:errcheck // it was only read
	if err := s.create(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if err := s.read(in); err != nil {
		return nil, errors.Join(fmt.Errorf("read the texts: %w", err), s.close())
	}
	return s, nil
}

// create makes the temporary files, which have no name from then on.
func (s *sharedStrings) create() error {
	for _, file := range []**os.File{&s.texts, &s.ends} {
		made, err := os.CreateTemp("", "skeeter-texts-*")
		if err != nil {
			return fmt.Errorf("write the texts: %w", err)
		}
		*file = made
		if err := os.Remove(made.Name()); err != nil {
			return fmt.Errorf("write the texts: %w", err)
		}
	}
	return nil
}

func (s *sharedStrings) read(in *tokens) error {
	const buffer = 256 << 10
	texts, ends := bufio.NewWriterSize(s.texts, buffer), bufio.NewWriterSize(s.ends, buffer)
	var end uint64
	for {
		token, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); !ok || start.Name.Local != "si" {
			continue
		}
		value, err := in.richText("si")
		if err != nil {
			return err
		}
		if s.left -= int64(len(value)) + endBytes; s.left < 0 {
			return errTexts
		}
		end += uint64(len(value))
		s.count++
		var number [endBytes]byte
		binary.LittleEndian.PutUint64(number[:], end)
		if _, err := texts.WriteString(value); err != nil {
			return err
		}
		if _, err := ends.Write(number[:]); err != nil {
			return err
		}
	}
	return errors.Join(texts.Flush(), ends.Flush())
}

// richText reads a text up to the end of the element that it stands in: its runs, without how they are read aloud.
func (t *tokens) richText(element string) (string, error) {
	var out strings.Builder
	inText, aloud := false, false
	for {
		token, err := t.next()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", err
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "t"
			aloud = aloud || token.Name.Local == "rPh"
		case xml.CharData:
			if inText && !aloud {
				out.Write(token)
			}
			if out.Len() > maxTextBytes {
				return "", fmt.Errorf("a text over %d MiB", maxTextBytes>>20)
			}
		case xml.EndElement:
			inText = false
			switch token.Name.Local {
			case "rPh":
				aloud = false
			case element:
				return unescape(out.String()), nil
			}
		}
	}
}

// escaped is a character that XML does not allow, as Excel writes it.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escaped.ReplaceAllStringFunc(s, func(code string) string {
		r, err := strconv.ParseUint(code[2:6], 16, 16)
		if err != nil {
			return code
		}
		return string(rune(r))
	})
}

// at returns a text by its number.
func (s *sharedStrings) at(number int) (string, error) {
	if number < 0 || number >= s.count {
		return "", fmt.Errorf("there is no text %d", number)
	}
	recent := &s.recent[number%recentTexts]
	if recent.number == number+1 {
		return recent.text, nil
	}
	var ends [2 * endBytes]byte
	from := ends[:]
	if number == 0 {
		from = ends[endBytes:]
	}
	if _, err := s.ends.ReadAt(from, int64(max(number-1, 0))*endBytes); err != nil {
		return "", err
	}
	begin, end := binary.LittleEndian.Uint64(ends[:]), binary.LittleEndian.Uint64(ends[endBytes:])
	buf := make([]byte, end-begin)
	if _, err := s.texts.ReadAt(buf, int64(begin)); err != nil {
		return "", err
	}
	value := string(buf)
	if len(value) <= recentTextBytes {
		*recent = recentText{number: number + 1, text: value}
	}
	return value, nil
}

func (s *sharedStrings) close() error {
	var err error
	for _, file := range []*os.File{s.texts, s.ends} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}
