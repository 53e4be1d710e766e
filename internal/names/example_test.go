package names_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/names"
)

func ExampleParse() {
	for _, written := range []string{
		"Aedes (Stegomyia) albopictus (Skuse, 1894)", "CULEX PIPIENS", "Culex pipiens subsp. molestus Forskål, 1775",
		"Anopheles gambiae sensu lato", "Aedes cinereus / geminus", "Cx. pipiens?",
	} {
		n, _ := names.Parse(written)
		fmt.Printf("%s (%s) %q\n", n.Scientific, n.Rank, n.Qualifier)
	}
	// Output:
	// Aedes albopictus (species) ""
	// Culex pipiens (species) ""
	// Culex pipiens molestus (form) ""
	// Anopheles gambiae s.l. (group) ""
	// Aedes cinereus/geminus (undivided) ""
	// Culex pipiens (species) "?"
}
