package importing

import "slices"

// textNotes are notes of what rows say, one for each text, up to maxTextNotes; the others have one together.
type textNotes []*Note

// maxTextNotes is how many texts of a kind have a note of their own.
const maxTextNotes = 20

// add returns the note with a message, or with the one of all others when there are too many.
func (t *textNotes) add(message, others string, line int) *Note {
	if n := t.find(message); n != nil {
		return n
	}
	if len(*t) >= maxTextNotes {
		message = others
	}
	if n := t.find(message); n != nil {
		return n
	}
	n := &Note{Message: message, Line: line}
	*t = append(*t, n)
	return n
}

func (t *textNotes) find(message string) *Note {
	if at := slices.IndexFunc(*t, func(n *Note) bool { return n.Message == message }); at >= 0 {
		return (*t)[at]
	}
	return nil
}
