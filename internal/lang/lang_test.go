package lang

import "testing"

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Code{
		"": English, "en": English, "es-MX": Spanish, "ES": Spanish, "ru_RU": Russian, " fr ": French,
		"pt-BR": Portuguese, "de": English, "klingon": English, "'; drop": English,
	} {
		if got := Parse(in); got != want {
			t.Errorf("Parse(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestRegionName(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		lang       Code
		code, want string
	}{
		{English, "011", "Western Africa"}, {Russian, "FR", "Франция"}, {Spanish, "DE", "Alemania"}, {French, "nope", ""},
	} {
		if got := RegionName(tc.lang, tc.code); got != tc.want {
			t.Errorf("RegionName(%s, %s) = %q, want %q", tc.lang, tc.code, got, tc.want)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"ϲ":               "σ", // its compatible form is a letter that is folded once more
		"Fièvre  Jaune":   "fievre jaune",
		"O’nyong’nyong":   "o'nyong'nyong",
		"Жёлтая":          "желтая",
		" Straße ":        "strasse",
		"MOSQUITO\tTIGRE": "mosquito tigre",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Aedes aegypti": "aedes-aegypti", "aedes_aegypti": "aedes-aegypti", "aedes-aegypti": "aedes-aegypti",
		"Aedes cinereus/geminus": "aedes-cinereus-geminus", "Aedes sp.": "aedes-sp", "St. Louis encephalitis": "st-louis-encephalitis",
		"...": "", "": "", "Culex pipiens s.l.": "culex-pipiens-s-l",
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzSlug(f *testing.F) {
	f.Add("Aedes cinereus/geminus")
	f.Add("Ä__ö--")
	f.Fuzz(func(t *testing.T, s string) {
		once := Slug(s)
		if Slug(once) != once {
			t.Errorf("Slug is not stable: %q -> %q -> %q", s, once, Slug(once))
		}
	})
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]Code{
		"": English, "fr": French, "de, pt-BR;q=0.8, fr;q=0.3": Portuguese, "ru;q=0, es": Spanish, "en;q=0.1, es-MX;q=0.9": Spanish,
		"*": English, "ja": English, ";;q=": English,
	} {
		if got := Accepted(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
