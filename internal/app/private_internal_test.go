package app

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// A request about a private data source keeps its parameter data_source where the operation has one, and loses it where the operation would refuse it.
func TestSourceParameterIsThatOfTheContract(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromFile("../../web/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]bool{} // operations that never answer from a private data source
	published := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			has := operation.Parameters.GetByInAndName("query", "data_source") != nil || item.Parameters.GetByInAndName("query", "data_source") != nil
			published[operation.OperationID] = has
			elsewhere[operation.OperationID] = strings.HasPrefix(path, "/ogc") || strings.Contains(path, "/alerts") || strings.Contains(path, "/imports")
		}
	}
	for name, has := range published {
		if has && !sourceParameter[name] && !elsewhere[name] {
			t.Errorf("%s has the parameter data_source and is not listed", name)
		}
	}
	for name := range sourceParameter {
		if !published[name] {
			t.Errorf("%s is listed and has no parameter data_source in the contract", name)
		}
	}
}
