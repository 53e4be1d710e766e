package importing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestUnknownCountryIsNotedOnce holds that a country has one note although what is remembered of countries began anew in between.
func TestUnknownCountryIsNotedOnce(t *testing.T) {
	t.Parallel()
	run := &fileImport{
		names:     surveillance.NewNames(surveillance.Collections{RegionOf: map[string]string{"fr": "europe"}}),
		countries: memo.New[statedCountry](maxCountriesKept),
	}
	for line, written := range []string{"", "Atlantis", "Atlantis", strings.Repeat(" ", maxCountriesKept), "Atlantis"} {
		for blanks := range strings.Count(written, " ") {
			run.country(strings.Repeat(" ", blanks)+"fr", line)
		}
		run.country(strings.TrimSpace(written), line)
	}
	if n := run.countryNotes; len(n) != 1 || n[0].Rows != 3 || n[0].Line != 1 {
		t.Errorf("%d notes, the first %+v", len(n), n[0])
	}
	for n := range 2 * maxTextNotes {
		run.country(fmt.Sprintf("Lemuria %d", n), n)
	}
	if n := run.countryNotes; len(n) != maxTextNotes+1 || n[maxTextNotes].Message != "other countries are not known" || n[maxTextNotes].Rows != maxTextNotes+1 {
		t.Errorf("%d notes, the last %+v", len(n), n[len(n)-1])
	}
}
