package ogc_test

import (
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// requirement is the abstract test of one requirement, by its identifier below the class.
type requirement map[string]func(s service)

// classes are the abstract tests of each conformance class, by its URI below http://www.opengis.net/spec/.
var classes = map[string]requirement{
	"ogcapi-common-1/1.0/conf/core":                          commonCore,
	"ogcapi-common-2/1.0/conf/collections":                   commonCollections,
	"ogcapi-features-1/1.0/conf/core":                        featuresCore,
	"ogcapi-features-1/1.0/conf/geojson":                     featuresGeoJSON,
	"ogcapi-features-1/1.0/conf/html":                        featuresHTML,
	"ogcapi-tiles-1/1.0/conf/core":                           tilesCore,
	"ogcapi-tiles-1/1.0/conf/tileset":                        tilesTileset,
	"ogcapi-tiles-1/1.0/conf/tilesets-list":                  tilesList,
	"ogcapi-tiles-1/1.0/conf/geodata-tilesets":               tilesGeodata,
	"ogcapi-tiles-1/1.0/conf/dataset-tilesets":               tilesDataset,
	"ogcapi-tiles-1/1.0/conf/collections-selection":          tilesSelection,
	"ogcapi-tiles-1/1.0/conf/datetime":                       tilesDatetime,
	"ogcapi-tiles-1/1.0/conf/mvt":                            tilesMVT,
	"ogcapi-tiles-1/1.0/conf/oas30":                          tilesOAS30,
	"ogcapi-styles-1/1.0/conf/core":                          stylesCore,
	"ogcapi-styles-1/1.0/conf/html":                          stylesHTML,
	"tms/2.0/conf/tilematrixset":                             tileMatrixSets,
	"tms/2.0/conf/json-tilematrixset":                        tileMatrixSetsJSON,
	"ogcapi-features-1/1.0/conf/oas30":                       featuresOAS30,
	"ogcapi-features-2/1.0/conf/crs":                         featuresCRS,
	"ogcapi-features-3/1.0/conf/queryables":                  queryables,
	"ogcapi-features-3/1.0/conf/queryables-query-parameters": queryableParameters,
	"ogcapi-features-3/1.0/conf/filter":                      filtering,
	"ogcapi-features-3/1.0/conf/features-filter":             featuresFilter,
	"ogcapi-features-5/1.0/conf/schemas":                     schemas,
	"ogcapi-features-5/1.0/conf/core-roles-features":         roles,
	"ogcapi-features-5/1.0/conf/returnables-and-receivables": returnables,
	"ogcapi-features-5/1.0/conf/profile-parameter":           fgAPI,
	"json-fg-1/1.0/conf/core":                                fgCore,
	"json-fg-1/1.0/conf/types-schemas":                       fgTypes,
	"json-fg-1/1.0/conf/profiles":                            fgProfile,
	"json-fg-1/1.0/conf/api":                                 fgAPI,
	"ogcapi-features-8/1.0/conf/sortables":                   sortables,
	"ogcapi-features-8/1.0/conf/sorting":                     sorting,
	"ogcapi-features-8/1.0/conf/features-sorting":            featuresSorting,
	"cql2/1.0/conf/cql2-text":                                cqlText,
	"cql2/1.0/conf/cql2-json":                                cqlJSON,
	"cql2/1.0/conf/basic-cql2":                               cqlBasic,
	"cql2/1.0/conf/advanced-comparison-operators":            cqlAdvanced,
	"cql2/1.0/conf/case-insensitive-comparison":              cqlCase,
	"cql2/1.0/conf/accent-insensitive-comparison":            cqlAccent,
	"cql2/1.0/conf/basic-spatial-functions":                  cqlBasicSpatial,
	"cql2/1.0/conf/basic-spatial-functions-plus":             cqlBasicSpatialPlus,
	"cql2/1.0/conf/spatial-functions":                        cqlSpatial,
	"cql2/1.0/conf/temporal-functions":                       cqlTemporal,
	"cql2/1.0/conf/property-property":                        cqlProperties,
	"cql2/1.0/conf/functions":                                cqlFunctions,
	"cql2/1.0/conf/arithmetic":                               cqlArithmetic,
}

// The server claims the classes that are tested here, and no others.
func TestConformance(t *testing.T) {
	t.Parallel()
	s := shared(t)
	var claimed []string
	for _, uri := range s.ok("/conformance").body["conformsTo"].([]any) {
		class, ok := strings.CutPrefix(uri.(string), "http://www.opengis.net/spec/")
		if !ok {
			t.Errorf("%s is no class of OGC", uri)
		}
		claimed = append(claimed, class)
	}
	if want := slices.Sorted(maps.Keys(classes)); !slices.Equal(slices.Sorted(slices.Values(claimed)), want) {
		t.Errorf("claimed are\n%s\ntested are\n%s", strings.Join(slices.Sorted(slices.Values(claimed)), "\n"), strings.Join(want, "\n"))
	}
	tested := map[string]bool{} // functions with a name, which test more than one requirement: the long form runs them for each
	for class, requirements := range classes {
		for name, test := range requirements {
			if function := runtime.FuncForPC(reflect.ValueOf(test).Pointer()).Name(); !strings.Contains(function, ".func") && !testenv.Long() {
				if tested[function] {
					continue
				}
				tested[function] = true
			}
			t.Run(class+" "+name, func(t *testing.T) { test(s.in(t)) })
		}
	}
}
