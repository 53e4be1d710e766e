package surveillance_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// worldNames are the names of a few countries, one of them without records, and of two regions and a data source.
func worldNames() *surveillance.Names {
	c := surveillance.Collections{
		RegionOf:     map[string]string{"be": "western-europe", "ci": "western-africa", "la": "south-eastern-asia", "cd": "middle-africa", "aq": "", "xk": "southern-europe"},
		DataSources:  []surveillance.DataSource{{Key: 7, ID: "modirisk", Name: "MODIRISK: Monitoring of Mosquito Vectors (inventory)"}},
		Translations: map[surveillance.Translation]string{},
	}
	for _, code := range lang.All {
		for id := range c.RegionOf {
			c.Translations[surveillance.Translation{Kind: surveillance.KindCountry, Lang: code, ID: id}] = lang.RegionName(code, id)
		}
		for id, m49 := range map[string]string{"western-europe": "155", "western-africa": "011"} {
			c.Translations[surveillance.Translation{Kind: surveillance.KindRegion, Lang: code, ID: id}] = lang.RegionName(code, m49)
		}
	}
	return surveillance.NewNames(c)
}

func TestPlacesAreFoundByCodeAndName(t *testing.T) {
	t.Parallel()
	names := worldNames()
	for text, want := range map[string]string{
		"be": "be", "BE": "be", "BEL": "be", "bel": "be", "Belgium": "be", "BELGIUM": "be", "Bélgica": "be", "belgica": "be", "Belgique": "be", "Бельгия": "be", " Belgium ": "be",
		"Côte d’Ivoire": "ci", "cote d'ivoire": "ci", "cote_d_ivoire": "ci", "la": "la", "Congo - Kinshasa": "cd", "tv": "tv", "TUV": "tv", "uk": "gb", "xk": "xk", "Kosovo": "xk",
		"atlantis": "", "xx": "", "zz": "", "001": "", "150": "", "eu": "", "": "", "Belgi": "",
	} {
		if id, ok := names.FindCountry(text); id != want || ok != (want != "") {
			t.Errorf("country %q: %q, %t, want %q", text, id, ok, want)
		}
	}
	for text, want := range map[string]string{
		"western-europe": "western-europe", "Western_Europe": "western-europe", "Western Europe": "western-europe", "Europe occidentale": "western-europe",
		"EUROPE_OCCIDENTALE": "western-europe", "África occidental": "western-africa", "Западная Европа": "western-europe", "atlantis": "", "be": "",
	} {
		if id, ok := names.FindRegion(text); id != want || ok != (want != "") {
			t.Errorf("region %q: %q, %t, want %q", text, id, ok, want)
		}
	}
	for text, found := range map[string]bool{"modirisk": true, "MODIRISK": true, "MODIRISK: Monitoring of mosquito vectors (inventory)": true, "modi": false} {
		if d, ok := names.FindDataSource(text); ok != found || ok && d.Key != 7 {
			t.Errorf("data source %q: %v, %t", text, d, ok)
		}
	}
}

func TestResolveNamesWhatThereIsNoneOf(t *testing.T) {
	t.Parallel()
	c := surveillance.NewCriteria()
	for parameter, text := range map[string]string{"country": "BEL,Atlantis,Belgique", "region": "Western Europe,Mu", "data_source": "Modirisk,nobody"} {
		if err := c.Set(parameter, text); err != nil {
			t.Fatal(err)
		}
	}
	f, err := c.Resolve(worldNames())
	want := surveillance.UnknownError{{Parameter: "country", Name: "Atlantis"}, {Parameter: "region", Name: "Mu"}, {Parameter: "data_source", Name: "nobody"}}
	if unknown := (surveillance.UnknownError{}); !errors.As(err, &unknown) || !slices.Equal(unknown, want) {
		t.Errorf("%v, want %v", err, want)
	}
	if f.Countries[0] != "be" || f.Countries[2] != "be" || f.Regions[0] != "western-europe" || !slices.Equal(f.DataSources, []int32{7}) {
		t.Errorf("%+v", f)
	}
	// Without places, which may have failed to load, codes are taken as they are.
	c = surveillance.NewCriteria()
	if err := errors.Join(c.Set("country", "XX"), c.Set("region", "Mu")); err != nil {
		t.Fatal(err)
	}
	f, err = c.Resolve(surveillance.NewNames(surveillance.Collections{}))
	if err != nil || !slices.Equal(f.Countries, []string{"xx"}) || !slices.Equal(f.Regions, []string{"mu"}) {
		t.Errorf("%+v %v", f, err)
	}
}
