package analytics

import (
	"net/http"
	"strconv"

	"github.com/maypok86/otter/v2"
)

// content is an encoded answer.
type content struct {
	mediaType string
	body      []byte
}

func (c content) send(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", c.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(c.body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(c.body) // fails only when the client has left
	return nil
}

// keptBytes limits the memory for answers that were given before.
const keptBytes = 32 << 20

// kept holds answers by name. A name says what the answer is made of, so that a change of the data makes another name.
type kept struct {
	answers *otter.Cache[string, content]
}

func newKept() kept {
	return kept{otter.Must(&otter.Options[string, content]{
		MaximumWeight: keptBytes, Weigher: func(name string, c content) uint32 { return uint32(len(name) + len(c.body)) },
	})}
}

// get returns an answer that was kept, else makes it, and keeps it where it is exact.
func (k kept) get(name string, exact bool, make func() (content, error)) (content, error) {
	if c, ok := k.answers.GetIfPresent(name); ok {
		return c, nil
	}
	c, err := make()
	if err == nil && exact {
		k.answers.Set(name, c)
	}
	return c, err
}
