// Package cql2 reads filters in the OGC Common Query Language, text and JSON (OGC 21-065r2), into one tree, and writes the
// tree as a condition in SQL for PostGIS. It knows neither HTTP nor the database.
//
//	tree, err := cql2.ParseText("species_id = 'culex-pipiens' AND count > 3")
//	condition, err := cql2.Compile(tree, queryables, cql2.Options{})
//	// condition.Text has $1, $2, ... for condition.Args; nothing of the user's text is in it.
//
// Of the standard's conformance classes it has Basic CQL2, Advanced Comparison Operators, Case-insensitive Comparison,
// Accent-insensitive Comparison, Basic Spatial Functions with and without additional Spatial Literals, Spatial Functions,
// Temporal Functions, Property-Property Comparisons, Arithmetic Expressions, Functions, CQL2 Text and CQL2 JSON. It has no arrays.
//
// A comparison with a property that is null is null, as in SQL; NOT of null is null, and a record is taken when the whole
// filter is true.
package cql2
