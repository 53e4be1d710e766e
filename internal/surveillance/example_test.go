package surveillance_test

import (
	"errors"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func ExampleCriteria_Resolve() {
	names := surveillance.NewNames(surveillance.Collections{
		Taxa:      []surveillance.Taxon{{Key: 7, ID: "culex-pipiens", ScientificName: "Culex pipiens"}},
		Spellings: map[string]int32{"culex-pipiens": 7, "culex-molestus": 7},
	})
	c := surveillance.NewCriteria()
	for parameter, text := range map[string]string{"species": "Culex molestus, Culex ignotus", "bbox": "170,-10,190,10", "months": "6,7"} {
		if err := c.Set(parameter, text); err != nil {
			fmt.Println(err)
		}
	}
	f, err := c.Resolve(names)
	fmt.Println(f.Taxa, *f.BBox, f.Statuses, err)
	fmt.Println(f.Key())
	// Output:
	// [7] {170 -10 -170 10} [unverified verified] <nil>
	// taxa=[7];bbox={170 -10 -170 10};status=["unverified" "verified"];months=96;
}

func ExampleCriteria_Set() {
	err := surveillance.NewCriteria().Set("end_date", "2024-02-30")
	wrong := new(surveillance.ValueError)
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Code, "-", wrong.Message)
	}
	// Output: not_a_date - end_date must be a date as YYYY-MM-DD
}
