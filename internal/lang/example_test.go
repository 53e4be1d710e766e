package lang_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

func ExampleParse() {
	fmt.Println(lang.Parse("es-MX"), lang.Parse("PT_br"), lang.Parse("de"))
	// Output: es pt en
}

func ExampleRegionName() {
	fmt.Println(lang.RegionName(lang.French, "BR"), "is in", lang.RegionName(lang.French, "005"))
	// Output: Brésil is in Amérique du Sud
}

// A search finds a name however it is written.
func ExampleFold() {
	fmt.Println(lang.Fold("Fièvre  de la vallée du RIFT") == lang.Fold("fievre de la vallee du Rift"))
	// Output: true
}

func ExampleSlug() {
	fmt.Println(lang.Slug("Aedes (Stegomyia) aegypti"), lang.Slug("aedes_aegypti"))
	// Output: aedes-stegomyia-aegypti aedes-aegypti
}
