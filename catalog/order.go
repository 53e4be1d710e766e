package catalog

import (
	"cmp"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// sortByName sorts by name in the order of the language, then by id.
func sortByName[T any](code lang.Code, list []T, key func(T) (name, id string)) {
	collator := collate.New(language.Make(string(code)), collate.IgnoreCase)
	slices.SortFunc(list, func(a, b T) int {
		nameA, idA := key(a)
		nameB, idB := key(b)
		return cmp.Or(collator.CompareString(nameA, nameB), cmp.Compare(idA, idB))
	})
}
