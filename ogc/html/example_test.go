package html_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/skeeter-surveillance/skeeter/ogc/html"
)

// A map is cut to what is drawn on it. Its y grows southward.
func ExampleMap() {
	m := html.NewMap(httptest.NewRequest("GET", "/ogc", nil), "Where it is")
	m.AddBox([4]float64{0, 40, 20, 50}) // west, south, east, north
	fmt.Println(m.Framed().ViewBox)
	// Output: -1.5 -50.75 23 11.5
}
