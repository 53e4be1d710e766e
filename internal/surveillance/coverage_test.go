package surveillance

import "testing"

func TestCoverage(t *testing.T) {
	t.Parallel()
	n := testNames([]string{"Aedes japonicus", "Culex pipiens", "Culex restuans"}, nil, nil)
	for name, want := range map[string]Coverage{
		"Aedes japonicus":            Covered,
		"Aedes japonicus japonicus":  Covered,
		"Culex pipiens/restuans":     Covered,
		"Culex pipiens × restuans":   Covered,
		"Culex":                      Covered,
		"Culicidae":                  Covered,
		"Culex bahamensis":           Uncatalogued,
		"Culex bahamensis/pipiens":   Uncatalogued,
		"Culex pipiens × bahamensis": Uncatalogued,
		"Anopheles gambiae s.l.":     Uncatalogued,
		"Homo sapiens":               Foreign,
		"Diptera":                    Foreign,
		"pipiens":                    Foreign,
	} {
		if got := n.Coverage(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
