package ogc

import (
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// tilePaths are the paths of the tiles in the API document.
func (o *OGC) tilePaths() object {
	paths := object{
		"/tileMatrixSets":                    documented("getTileMatrixSetsList", "Tile matrix sets", tileMatrixSetsSchema, documentFormats),
		"/tileMatrixSets/" + webMercatorQuad: documented("getTileMatrixSet", "The tile matrix set of web maps", tileMatrixSetSchema, documentFormats),
	}
	for _, c := range o.collections {
		if !c.tiled {
			continue
		}
		of := "/collections/" + c.id + "/tiles"
		paths[of] = documented(c.id+".collection.vector.getTileSetsList", c.title+": sets of vector tiles", tileSetsSchema, documentFormats)
		set := documented(c.id+".collection.vector.getTileSet", c.title+" as vector tiles", tileSetSchema, tilesetFormats)
		content := set["get"].(object)["responses"].(object)["200"].(object)["content"].(object)
		content[mediaTileJSON] = object{"schema": schemaNamed(tileJSONSchema)}
		paths[of+"/"+webMercatorQuad] = set
		tile := operation(c.id+".collection.vector.getTile", "A tile", "The parameters of the API's Filter apply", "", []described{{"mvt", mediaTile, "Mapbox Vector Tile"}},
			append(tileParameters, parameter("f", "The format", choiceOf("mvt")))...)
		responses := tile["responses"].(object)
		responses["204"] = object{"description": "A tile without features"}
		responses["404"] = object{"$ref": "#/components/responses/Error"}
		paths[of+"/"+webMercatorQuad+"/{tileMatrix}/{tileRow}/{tileCol}"] = object{"get": tile}
	}
	return paths
}

// tileParameters are the place of a tile and the Filter of the API.
var tileParameters = []object{
	tileNumber("tileMatrix", tileLevels-1), tileNumber("tileRow", 1<<(tileLevels-1)-1), tileNumber("tileCol", 1<<(tileLevels-1)-1),
	parameter("species", "Names or ids of species", listOf(aText)),
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
}

func tileNumber(name string, last int) object {
	return object{"name": name, "in": "path", "required": true, "schema": object{"type": "integer", "minimum": 0, "maximum": last}}
}
