package lang

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCountryCode(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"United States of America": "us", "Viet Nam": "vn", "Russian Federation": "ru", "Czech Republic": "cz", "Ivory Coast": "ci",
		"United Republic of Tanzania": "tz", "Tanzania, United Republic of": "tz", "Trinidad and Tobago": "tt", "trinidad & tobago": "tt",
		"Democratic Republic of the Congo": "cd", "Congo, Democratic Republic of the": "cd", "République démocratique du Congo": "cd",
		"Korea, Republic of": "kr", "Republic of Korea": "kr", "Lao People's Democratic Republic": "la", "Lao People’s Democratic Republic": "la",
		"St. Kitts and Nevis": "kn", "The Gambia": "gm", "Gambia (the)": "gm", "Bahamas (the)": "bs", "Hong Kong": "hk", "Macau": "mo",
		"Bolivia": "bo", "Bélgica": "be", "Беларусь": "by", "Соединенные Штаты": "us", "Brésil": "br",
		"Holland": "nl", "England": "gb", "Scotland": "gb", "Wales": "gb", "Northern Ireland": "gb", "Ireland": "ie", "Zaire": "cd", "Zaïre": "cd",
		"Democratic Republic of Congo": "cd", "Republic of Congo": "cg", "New South Wales": "",
		"Congo": "", "República Democrática do Congo": "", // of both, and in no list that can be trusted
		"Korea": "", "Atlantis": "", "NA": "", "": "", "n/a": "", "unknown": "", "Guinea-": "gn", "Niger": "ne", "Nigeria": "ng",
	} {
		if got, ok := CountryCode(name); got != want || ok != (want != "") {
			t.Errorf("CountryCode(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

// TestOfficialNamesOfCountries reads the names of the UN, with SKEETER_TESTDATA: none may be another country's, and few unknown.
func TestOfficialNamesOfCountries(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA is not set")
	}
	file, err := os.Open(filepath.Join(data, "country-names", "data", "country-codes.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	alpha2 := slices.Index(rows[0], "ISO3166-1-Alpha-2")
	for column, most := range map[string]int{
		"official_name_en": 10, "official_name_es": 30, "official_name_fr": 30, "official_name_ru": 50, "UNTERM English Short": 10, "UNTERM Spanish Short": 60,
	} {
		at, unknown := slices.Index(rows[0], column), 0
		for _, row := range rows[1:] {
			code, ok := CountryCode(row[at])
			if !ok && row[at] != "" {
				unknown++
			} else if ok && code != strings.ToLower(row[alpha2]) {
				t.Errorf("%s: %q is %s, not %s", column, row[at], code, row[alpha2])
			}
		}
		if unknown > most {
			t.Errorf("%s: %d names are unknown", column, unknown)
		}
	}
}

// FuzzCountryCode holds that a code that is found is one of two letters.
func FuzzCountryCode(f *testing.F) {
	for _, s := range []string{"Korea, Republic of", "St. Lucia", "Bolivia (Estado Plurinacional de)", "&", "the", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if code, ok := CountryCode(s); ok != (len(code) == 2) {
			t.Errorf("%q is %q, %v", s, code, ok)
		}
	})
}
