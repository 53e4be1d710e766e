package openapi

import (
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
	"github.com/skeeter-surveillance/skeeter/ogc/tiles"
)

// tilePaths are the paths of the tiles.
func (o *OpenAPI) tilePaths() object {
	paths := object{
		"/tileMatrixSets":                          documentPath("getTileMatrixSetsList", "Tile matrix sets", tileMatrixSetsSchema, html.Documents),
		"/tileMatrixSets/" + tiles.WebMercatorQuad: documentPath("getTileMatrixSet", "The tile matrix set of web maps", tileMatrixSetSchema, html.Documents),
	}
	var ids []string
	for _, c := range o.Collections {
		if c.Tiled {
			ids = append(ids, c.ID)
			addTileset(paths, "/collections/"+c.ID+"/tiles", c.ID+".collection", c.Title, tileConditions(c))
		}
	}
	collections := parameter("collections", "The collections whose layers the tiles have; without it all", listOf(choiceOf(ids...)))
	addTileset(paths, "/tiles", "dataset", "All layers", []object{collections, reference("datetime"), reference("lang")})
	for _, method := range paths["/tiles/"+tiles.WebMercatorQuad].(object) {
		op := method.(object)
		op["parameters"] = append(op["parameters"].([]object), collections)
	}
	return paths
}

// addTileset adds the paths of a tile set below a path, whose tiles have some parameters.
func addTileset(paths object, of, id, title string, conditions []object) {
	paths[of] = documentPath(id+".vector.getTileSetsList", title+": sets of vector tiles", tileSetsSchema, html.Documents)
	set := documentPath(id+".vector.getTileSet", title+" as vector tiles", tileSetSchema, tiles.SetFormats)
	content := set["get"].(object)["responses"].(object)["200"].(object)["content"].(object)
	content[tiles.TileJSON.Media()] = object{"schema": schemaNamed(tileJSONSchema)}
	paths[of+"/"+tiles.WebMercatorQuad] = set
	tile := operation(id+".vector.getTile", "A tile", "A document of the tile set in TileJSON takes the parameters, too, and gives them to the addresses of the tiles; with versioned=true tiles of observations have addresses with the version of the data, v", "", []resource.Format{tiles.Format},
		slices.Concat(tilePlace, conditions, []object{parameter("f", "The format", choiceOf(tiles.Format.Name))})...)
	responses := tile["responses"].(object)
	responses["204"] = object{"description": "A tile without features"}
	responses["404"] = errorResponse
	paths[of+"/"+tiles.WebMercatorQuad+"/{tileMatrix}/{tileRow}/{tileCol}"] = object{"get": tile}
}

// tilePlace is where a tile is.
var tilePlace = []object{
	tileNumber("tileMatrix", tiles.Levels-1), tileNumber("tileRow", 1<<(tiles.Levels-1)-1), tileNumber("tileCol", 1<<(tiles.Levels-1)-1),
}

// tileConditions are the parameters that choose the features of a tile of a collection: those of its items that do so, or, of observations, those of
// the Filter of the API.
func tileConditions(c *collection.Collection) (all []object) {
	for _, name := range []string{"datetime", "filter", "filter-lang", "filter-crs"} {
		all = append(all, reference(name))
	}
	if c.Observations {
		return append(all, recordParameters...)
	}
	return slices.Concat(all, []object{reference("lang")}, filterParameters(c), queryableParameters(c))
}

// recordParameters are the Filter of the API.
var recordParameters = []object{
	parameter("species", "Names or ids of species", listOf(aText)),
	parameter("species_id", "Id of a name alone, without what it includes, as items have it", aText),
	parameter("genus", "Genera", listOf(aText)),
	parameter("vector_status", "Vector statuses of the species", listOf(choiceOf(surveillance.VectorStatuses...))),
	parameter("disease", "Ids of diseases that the species carry", listOf(aText)),
	parameter("start_date", "Records from this day on", object{"type": "string", "format": "date"}),
	parameter("end_date", "Records up to this day", object{"type": "string", "format": "date"}),
	parameter("months", "Months of the year", listOf(object{"type": "integer", "minimum": 1, "maximum": 12})),
	parameter("country", "Ids of countries", listOf(aText)),
	parameter("region", "Ids of regions", listOf(aText)),
	parameter("data_source", "Ids of data sources", listOf(aText)),
	parameter("status", "Statuses; all but rejected unless it is given", listOf(choiceOf(surveillance.Statuses...))),
	parameter("life_stage", "Life stages, in any case", listOf(aText)),
	parameter("sex", "Sexes, in any case", listOf(aText)),
	parameter("sampling_protocol", "Sampling protocols, in any case", listOf(aText)),
	parameter("max_uncertainty_m", "Metres: without records that say they are less accurate", object{"type": "number", "minimum": 0, "maximum": 1e8}),
	parameter("flags", "Records with one of these flags", listOf(choiceOf(surveillance.FlagNames...))),
	parameter("without_flags", "Records with none of these flags", listOf(choiceOf(surveillance.FlagNames...))),
	parameter("qualifier", "Whether the name is in doubt", choiceOf(string(surveillance.Certain), string(surveillance.Uncertain))),
	parameter("event_id", "Darwin Core eventIDs", listOf(aText)),
	parameter("area", "Ids of areas, drawn or of sets", listOf(aText)),
	parameter("exact", "Names alone, without what they include", object{"type": "boolean"}),
	parameter("identified", "Whether records are identified to species", object{"type": "boolean"}),
}

func tileNumber(name string, last int) object {
	return object{"name": name, "in": "path", "required": true, "schema": object{"type": "integer", "minimum": 0, "maximum": last}}
}
