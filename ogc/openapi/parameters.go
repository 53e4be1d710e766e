package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// itemsParameters are those of a collection's items: the shared ones, the formats, and one for each queryable.
func itemsParameters(c *collection.Collection, formats []format.Format) []object {
	out := []object{formatParameter(formats)}
	for _, name := range []string{"limit", "bbox", "bbox-crs", "datetime", "filter", "filter-lang", "filter-crs", "skipGeometry", "crs", "profile", "cursor", "lang"} {
		out = append(out, reference(name))
	}
	out = append(out, zoomParameters(c)...)
	out = append(out, filterParameters(c)...)
	out = append(out, dimensionsParameters(c)...)
	sortables := strings.Join(collection.Names(c.SortableFields()), "|")
	out = append(out,
		parameter("properties", "The properties that features have", listOf(choiceOf(collection.Names(c.Fields)...))),
		parameter("sortby", "What features are ordered by, each with + or - before it. Without an index, at most "+strconv.Itoa(features.MaxSorted)+" features may match", object{
			"type": "array", "minItems": 1, "items": object{"type": "string", "pattern": "[+-]?(" + sortables + ")"}}))
	return append(out, queryableParameters(c)...)
}

// queryableParameters are one for each queryable whose name no parameter of the Filter has.
func queryableParameters(c *collection.Collection) (all []object) {
	for _, f := range c.QueryableFields() {
		if !slices.Contains(c.Filter, f.Name) {
			all = append(all, parameter(f.Name, f.Title+": "+f.Description, f.ValueSchema()))
		}
	}
	return all
}

// filterParameters are those that a collection has in common with the server's other API.
func filterParameters(c *collection.Collection) (out []object) {
	for _, name := range c.Filter {
		out = append(out, reference(name))
	}
	return out
}

// Parameters of counts.
var (
	dimensionsParameter = parameter("by", "What the counts are by: one to three. Each of them is also a parameter, as in by=species,year&year=2024", object{"type": "array", "minItems": 1, "maxItems": surveillance.MaxDimensions,
		"items": choiceOf(surveillance.DimensionNames...), "default": collection.DefaultDimensions})
	setParameter = parameter("set", "With area among the dimensions: the set of areas that is meant, else the areas of the parameter area", object{"type": "string"})
)

// dimensionsParameters say what a collection of counts counts by.
func dimensionsParameters(c *collection.Collection) []object {
	if c.CountBy == nil {
		return nil
	}
	return []object{dimensionsParameter, setParameter}
}

// countParameters are those of one count, beside those of one feature: they say which records are counted.
func countParameters(c *collection.Collection) []object {
	if c.CountBy == nil {
		return nil
	}
	return append(filterParameters(c), reference("bbox"), reference("bbox-crs"), reference("datetime"), setParameter)
}

// zoomParameters are those of the polygons of a collection that has outlines.
func zoomParameters(c *collection.Collection) []object {
	if c.Outlines == nil {
		return nil
	}
	return []object{reference("zoom-level"), reference("max-allowable-offset")}
}

// itemParameter is the id of a feature in a path.
func itemParameter(c *collection.Collection) object {
	return object{"name": "item", "in": "path", "required": true, "description": c.Key.Description, "schema": c.Key.ValueSchema()}
}

// formatParameter is the parameter f of a resource.
func formatParameter[F resource.Described](formats []F) object {
	return parameter("f", "The format; else Accept says it", choiceOf(resource.Names(formats)...))
}

func reference(name string) object { return object{"$ref": "#/components/parameters/" + name} }

// resolved returns a parameter, or the shared one that it refers to.
func resolved(p object) object {
	if ref, ok := p["$ref"].(string); ok {
		p, _ = sharedParameters[ref[strings.LastIndex(ref, "/")+1:]].(object)
	}
	return p
}

// parameter is one of the query. A text has no more bytes than httpapi takes, a list with commas no more items than these hold.
func parameter(name, description string, schema object) object {
	switch {
	case schema["type"] == "array" && schema["maxItems"] == nil:
		schema = maps.Clone(schema)
		schema["maxItems"] = (httpapi.MaxParam + 1) / 2
		description += fmt.Sprintf(". With commas between, %d bytes at most", httpapi.MaxParam)
	case schema["type"] == "string" && schema["maxLength"] == nil && schema["enum"] == nil && schema["format"] == nil:
		schema = maps.Clone(schema)
		schema["maxLength"] = httpapi.MaxParam
	}
	return object{"name": name, "in": "query", "required": false, "style": "form", "explode": false, "description": description, "schema": schema}
}

func choiceOf(values ...string) object { return object{"type": "string", "enum": values} }

func listOf(items object) object { return object{"type": "array", "items": items} }

// ofFilter is a parameter of the Filter, a list with commas between. Without choices any text is taken.
func ofFilter(name, description string, choices ...string) object {
	schema := object{"type": "string"}
	if len(choices) > 0 {
		schema = listOf(choiceOf(choices...))
	}
	return parameter(name, description+". With commas between, as in the server's other API", schema)
}

// sharedParameters are the parameters that mean the same everywhere.
var sharedParameters = object{
	"limit": parameter("limit", "Features of a page. More than the maximum is read as the maximum. Without it a page in a browser has "+strconv.Itoa(features.HTMLLimit)+", FlatGeobuf, GeoParquet, Arrow, GeoPackage and workbooks everything.",
		object{"type": "integer", "minimum": 1, "maximum": features.MaxLimit, "default": features.DefaultLimit}),
	"bbox": parameter("bbox", "Only features that intersect the box. In degrees, west > east crosses the antimeridian. Heights do not count.",
		object{"type": "array", "minItems": 4, "maxItems": 6, "oneOf": []object{{"minItems": 4, "maxItems": 4}, {"minItems": 6, "maxItems": 6}}, "items": object{"type": "number"}}),
	"species":       ofFilter("species", "Only records of these species, genera or groups and what they include: ids, scientific names or synonyms"),
	"genus":         ofFilter("genus", "Only records of these genera"),
	"vector_status": ofFilter("vector_status", "Only records of species of these vector statuses", surveillance.VectorStatuses...),
	"disease":       ofFilter("disease", "Only records of vectors of any of these diseases: ids"),
	"months":        ofFilter("months", "Only records all of whose days lie in these months", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
	"flags":         ofFilter("flags", "Only records with one of these flags", surveillance.FlagNames...),
	"without_flags": ofFilter("without_flags", "Only records with none of these flags", surveillance.FlagNames...),
	"area": parameter("area", "Only features in any of these areas, borders included: ids of drawn areas or of areas of a set",
		listOf(object{"type": "string"})),
	"start_date":        parameter("start_date", "Only records all of whose days are this one or later", object{"type": "string", "format": "date"}),
	"end_date":          parameter("end_date", "Only records all of whose days are this one or earlier", object{"type": "string", "format": "date"}),
	"country":           ofFilter("country", "Only records in these countries: ISO 3166-1 codes or names"),
	"region":            ofFilter("region", "Only records in these regions: ids or names"),
	"data_source":       ofFilter("data_source", "Only records of these data sources: ids or names"),
	"status":            ofFilter("status", "Only records of these statuses: "+strings.Join(surveillance.Statuses, ", ")+"; without it those that are not rejected"),
	"life_stage":        ofFilter("life_stage", "Only records of these life stages, in any case"),
	"sex":               ofFilter("sex", "Only records of these sexes, in any case"),
	"sampling_protocol": ofFilter("sampling_protocol", "Only records of these sampling protocols, in any case"),
	"event_id":          ofFilter("event_id", "Only records of these sampling events"),
	"max_uncertainty_m": parameter("max_uncertainty_m", "Only records whose place is known within so many metres", object{"type": "number", "minimum": 0}),
	"qualifier":         parameter("qualifier", "Only records whose name is certain, or is not", choiceOf(string(surveillance.Certain), string(surveillance.Uncertain))),
	"exact":             parameter("exact", "Only records of the names themselves, not of what they include", object{"type": "boolean"}),
	"identified":        parameter("identified", "Only records that are identified to the species, or are not", object{"type": "boolean"}),
	"bbox-crs":          parameter("bbox-crs", "The coordinate reference system of bbox", object{"type": "string", "format": "uri", "default": crs.CRS84.URI}),
	"datetime": parameter("datetime", "Only features whose time has an instant in common: an RFC 3339 date-time or a date, or START/END, both inclusive, of which one may be '..'. A date is compared with the local days of records. Features without a time match.",
		object{"type": "string"}),
	"filter":       parameter("filter", "A condition in CQL2", object{"type": "string", "maxLength": min(httpapi.MaxParam, cql2.MaxLength)}),
	"filter-lang":  parameter("filter-lang", "The language of filter; cql-text is another name of cql2-text", object{"type": "string", "enum": condition.Languages, "default": condition.CQLText}),
	"filter-crs":   parameter("filter-crs", "The coordinate reference system of geometries in filter", object{"type": "string", "format": "uri", "default": crs.CRS84.URI}),
	"skipGeometry": parameter("skipGeometry", "Features without their geometries", object{"type": "boolean", "default": false}),
	"zoom-level": parameter("zoom-level", fmt.Sprintf("Simplified polygons, for a map of the world of 512 x 2^zoom-level pixels: borders are off by a pixel at most, "+
		"%g degrees divided by 2^zoom-level, neighbours meet, and islands of less than a pixel are left out. From %d on polygons are as they are stored, as without it.",
		collection.Zoom(0).Tolerance(), collection.WholePolygons), object{"type": "integer", "minimum": 0, "maximum": features.MaxZoomLevel}),
	"max-allowable-offset": parameter("max-allowable-offset", "Simplified polygons of the coarsest zoom-level whose borders are off by so many degrees at most. Not together with zoom-level.",
		object{"type": "number", "minimum": 0, "maximum": features.MaxOffset}),
	"crs": parameter("crs", "The coordinate reference system of the answer; of the EPSG register those that PostGIS knows, too",
		object{"type": "string", "format": "uri", "default": crs.CRS84.URI}),
	"profile": parameter("profile", "Profiles of GeoJSON, by name or address: "+strings.Join(format.Profiles, ", ")+". The first that is known counts", listOf(object{"type": "string"})),
	"cursor":  parameter("cursor", "A position, as links to other pages carry it", object{"type": "string"}),
	"lang":    parameter("lang", "The language of names: en, es, ru, fr or pt. Anything else is English.", object{"type": "string", "default": "en"}),
}
