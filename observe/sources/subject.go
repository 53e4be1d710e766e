package sources

import (
	"context"
	"errors"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Subject returns the title of a data source, and its licence and citation, for the head of its page. found is false where there is none, or one
// that whoever asks may not know.
func (s *Sources) Subject(ctx context.Context, id string, _ lang.Code) (name, text string, found bool, err error) {
	source, err := s.store.get(ctx, lang.Slug(id))
	if errors.Is(err, errNoSource) {
		return "", "", false, nil
	}
	if err != nil {
		return "", "", false, err
	}
	var parts []string
	for _, part := range []*string{source.Licence, source.Citation} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	return source.Title, strings.Join(parts, ". "), true, nil
}
