package darwincore

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLongTerms: a term that is too long for its column is shortened, and the whole is kept.
func TestLongTerms(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", maxTermRunes+50)
	r := one(t, basic+",sex,lifeStage,basisOfRecord,identificationQualifier", "Aedes vexans,1,2,2007"+strings.Repeat(","+long, 4))
	for key, short := range map[string]string{
		"sex": r.Sex, "lifeStage": r.LifeStage, "basisOfRecord": r.BasisOfRecord, "identificationQualifier": r.Qualifier,
	} {
		if n := utf8.RuneCountInString(short); n > maxTermRunes || n < maxTermRunes-10 || r.Metadata[key] != long {
			t.Errorf("%s has %d characters, and the metadata %v", key, n, r.Metadata[key])
		}
	}
}
