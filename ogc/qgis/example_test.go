package qgis_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
)

// The layer definition is one route, to be mounted beside those of package ogc.
func Example() {
	for _, route := range qgis.New(qgis.Options{AppName: "Skeeter", Features: "/ogc"}).Routes() {
		fmt.Println(route.Method, route.Path)
	}
	// Output: GET /ogc/skeeter.qlr
}
