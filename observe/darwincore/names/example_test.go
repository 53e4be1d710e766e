package names_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/names"
)

func ExampleParse() {
	for _, written := range []string{
		"Aedes (Stegomyia) albopictus (Skuse, 1894)", "CULEX PIPIENS", "Culex pipiens subsp. molestus Forskål, 1775",
		"Anopheles gambiae sensu lato", "Aedes cinereus / geminus", "Culex cf pipiens",
	} {
		canonical, _ := names.Parse(written)
		fmt.Println(canonical)
	}
	// Output:
	// Aedes albopictus
	// Culex pipiens
	// Culex pipiens molestus
	// Anopheles gambiae s.l.
	// Aedes cinereus/geminus
	// Culex cf. pipiens
}
