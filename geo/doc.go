// Package geo serves maps: GeoJSON layers, vector tiles with TileJSON and a style, and statistics. It imports internal packages, geo/counting,
// geo/rollups, geo/tileindex, geo/tilecache and sql, and no other domain.
//
// # Counting
//
// counting.Counter and grid have three implementations with the same results: the tile index in memory when it is loaded, the rollups where the
// records are too many for it and the rollups tell what is asked for, else the table. Tests compare them, tiles to the byte.
//
// # Tiles
//
// A tile up to zoom 6 shows cells, 64 by 64: records, specimens, species, the commonest species, first and last day, at the mean place
// of the records. From zoom 7 on, a tile with at most 2,500 matching records shows them as points; one with more shows cells, and
// so does one whose points would take more than 500,000 bytes before compression. A feature belongs to the one tile that counts it,
// and appears again in the buffers of that tile's neighbours, across the antimeridian too. A tile repeats its neighbours' features
// as they show them, so it counts its eight neighbours as well.
//
// # One name, one content
//
// The name of a tile is its version, the version of the names, the Filter and the address; the ETag is a hash of it. A request is
// answered with 304 when the client has the ETag, else from tilecache, else by tileMaker. What the index does not hold is read by SQL
// through a snapshot, a transaction that is first compared with the version in the name. If the records changed meanwhile, the tile is
// made again under its new name.
//
// # Layers
//
// A GeoJSON layer streams the rows of sql/geo/features.sql: internal/geojson appends each row's binary columns as a feature, and 64 KB
// are sent at a time. The query ends when the client leaves. An error after the first bytes cuts the connection.
//
// # Rows
//
// Rows are the records of a state as PostgreSQL would send them, for encoders of rows in other domains.
package geo
