package shapes

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// unNames are the ids of the sub-regions that have other names in UN M49 than in CLDR.
var unNames = map[string]string{"053": "australia-and-new-zealand", "057": "micronesia", "035": "south-eastern-asia"}

func TestSubregionsAreNamedAsInCLDR(t *testing.T) {
	t.Parallel()
	all := Subregions()
	if len(all) != 22 {
		t.Errorf("%d sub-regions, want 22", len(all))
	}
	names := display.English.Regions()
	for _, s := range all {
		if got := names.Name(language.MustParseRegion(s.M49)); got != s.Name {
			t.Errorf("%s: name is %q, CLDR's is %q", s.M49, s.Name, got)
		}
		want, ok := unNames[s.M49]
		if !ok {
			want = strings.ReplaceAll(strings.ToLower(s.Name), " ", "-")
		}
		if s.ID != want {
			t.Errorf("%s: id is %q, want %q", s.M49, s.ID, want)
		}
	}
	if !slices.IsSortedFunc(all, func(a, b Subregion) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("sub-regions are not sorted by name")
	}
}

func TestSubregionsIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	Subregions()[0].Name = "changed"
	if Subregions()[0].Name == "changed" {
		t.Error("a caller's change shows in the next answer")
	}
}

func TestSubregionOf(t *testing.T) {
	t.Parallel()
	for a2, want := range map[string]string{
		"FR": "155", "GF": "005", "RE": "014", "GP": "029", "MQ": "029", "YT": "014",
		"MX": "013", "US": "021", "SD": "015", "TW": "030", "XK": "039", "RU": "151",
		"IO": "014", "UM": "057", "CX": "053", "GS": "005",
		"AQ": "", "": "", "ZZ": "", "419": "", "EU": "", "nonsense": "",
	} {
		if got := SubregionOf(a2); got != want {
			t.Errorf("sub-region of %q is %q, want %q", a2, got, want)
		}
	}
}

func TestEveryCountryHasASubregion(t *testing.T) {
	t.Parallel()
	codes := make(map[string]bool)
	for _, s := range Subregions() {
		codes[s.M49] = true
	}
	for _, c := range countries(t) {
		if got := SubregionOf(c.A2); !codes[got] && c.A2 != "AQ" {
			t.Errorf("sub-region of %s is %q", c.A2, got)
		}
	}
}

// The UN's own assignment, and that every code of ISO 3166-1 has a shape.
func TestCountriesAgreeWithM49(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("SKEETER_TESTDATA")
	if folder == "" {
		t.Skip("SKEETER_TESTDATA is not set: the UN's table of countries is not compared")
	}
	file, err := os.Open(filepath.Join(folder, "country-names", "data", "country-codes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(row []string, name string) string { return row[slices.Index(rows[0], name)] }
	shaped := make(map[string]string)
	for _, c := range countries(t) {
		shaped[c.A2] = c.A3
	}
	for _, row := range rows[1:] {
		a2 := column(row, "ISO3166-1-Alpha-2")
		if got, want := shaped[a2], column(row, "ISO3166-1-Alpha-3"); got != want {
			t.Errorf("%s: the country with a shape has A3 %q, want %q", a2, got, want)
		}
		// Sub-Saharan Africa and Latin America count by their intermediate regions.
		code := column(row, "Intermediate Region Code")
		if code == "" {
			code = column(row, "Sub-region Code")
		}
		want := ""
		if code != "" {
			number, err := strconv.Atoi(code)
			if err != nil {
				t.Fatalf("%s: code %q: %v", a2, code, err)
			}
			want = fmt.Sprintf("%03d", number)
		}
		if got := SubregionOf(a2); got != want {
			t.Errorf("sub-region of %s is %q, the UN's %q", a2, got, want)
		}
	}
}
