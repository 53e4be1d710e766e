package model_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// The bundled model needs no file.
func ExampleFind() {
	source, err := model.Find("")
	if err != nil {
		fmt.Println(err)
		return
	}
	draft, err := source.Draft(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	none := draft.Classes[draft.NoneIndex()]
	fmt.Println(draft.ModelID, len(draft.Classes), "classes; none of them is", none.ID)
	// Output: skeeter-amid-3 6 classes; none of them is none_of_these
}

// Labels are a list of names, or an object from index to name as many exporters write it.
func ExampleParseLabels() {
	classes, err := model.ParseLabels([]byte(`{"0": "Aedes aegypti", "1": "Culex pipiens", "2": "none"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range classes {
		fmt.Println(c.ID, model.MeansNone(c.ID))
	}
	// Output:
	// Aedes aegypti false
	// Culex pipiens false
	// none true
}
