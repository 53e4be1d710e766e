package cql2_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

var queryables = map[string]cql2.Queryable{
	"species_id": {Name: "species_id", Type: cql2.StringType, SQL: "o.species_id"},
	"count":      {Name: "count", Type: cql2.IntegerType, SQL: "o.count"},
	"geometry":   {Name: "geometry", Type: cql2.GeometryType, SQL: "o.geom", Points: true},
}

// A filter becomes a condition with a placeholder for each value, so that nothing of it is SQL.
func ExampleParseText() {
	tree, err := cql2.ParseText("species_id = 'culex-pipiens' AND count > 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	condition, err := cql2.Compile(tree, queryables, cql2.Options{})
	fmt.Println(condition.Text, condition.Args, err)
	// Output: (o.species_id = $1::text and o.count > $2::bigint) [culex-pipiens 3] <nil>
}

// Errors say where they are.
func ExampleParseText_error() {
	_, err := cql2.ParseText("S_WITHIN(geometry, POLYGON((0 0,1 0,1 1)))")
	fmt.Println(err)
	// Output: a ring of a polygon needs four points, the last equal to the first at character 28
}

func ExampleParseJSON() {
	tree, err := cql2.ParseJSON([]byte(`{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":[7.25,43.7]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	condition, err := cql2.Compile(tree, queryables, cql2.Options{})
	fmt.Println(condition.Text, err)
	// Output: ST_Intersects(o.geom, ST_GeomFromWKB($1::bytea, 4326)) <nil>
}
