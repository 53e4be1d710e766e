package model

import (
	"fmt"
	"path/filepath"
)

// FinderFields are the numbers that a finder answers for a picture, in the order of its output, as its description names its classes: how
// sure it is, 0 to 1, and the middle and the size of the insect's box, in shares of the picture's width and height.
var FinderFields = []string{"score", "x", "y", "width", "height"}

// Finder returns the network that finds the insect for a model: the one that is bundled with the bundled model, or the one that the
// model's description names. Its own description is the metadata of its file. found is false when there is none.
func (s Source) Finder() (finder Source, found bool, err error) {
	if s.Path == "" {
		return Source{Data: bundledFinder}, true, nil
	}
	if s.description == nil {
		return Source{}, false, nil
	}
	spec, err := Parse(s.description)
	switch folder := filepath.Dir(s.Path); {
	case err != nil:
		return Source{}, false, fmt.Errorf("%s: %w", s.beside, err)
	case spec.Finder == "":
		return Source{}, false, nil
	case !filepath.IsLocal(spec.Finder):
		return Source{}, false, fmt.Errorf("%s: finder is %q, which leads out of the folder", filepath.Join(folder, s.beside), spec.Finder)
	default:
		return Source{Path: filepath.Join(folder, spec.Finder)}, true, nil
	}
}
