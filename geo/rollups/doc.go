// Package rollups keeps counts of the observations in the database, for servers whose memory cannot hold a copy of them
// (SKEETER_TILE_INDEX_MAX_RECORDS). It imports geo/tileindex, internal/postgres, internal/surveillance and sql.
//
// # Grains
//
// A row counts the records of a cell that share name, country, region, data source and status. The cells of level 11 are those of tiles of zoom 5, and
// since cells nest they add up to the cells of lower zooms, with the mean place of their records; levels 8 and 6 spare low zooms most of the rows. At
// level 0, the world, one grain sums up, one does it by month, and one counts by life stage, sex, protocol, flags and doubt. So a request reads few rows
// of one grain, if its Filter asks for what the grain tells: no box, area, event or accuracy; days that are whole months, and no traits beside them; neither
// of both in tiles. Else the table answers. Cells by month would be as many as records: 1.6 million of the two million of the demonstration set.
//
// # Exact counts
//
// The change log has every change with its values. One server at a time folds what its snapshot sees of it into the rows, in one transaction that
// notes this snapshot. A reader adds what its own snapshot sees and that one did not, in the same statement, so it counts what it sees of the table.
// The log keeps a change until it is folded. Rollups are of one epoch of the log and one version of the schema, and are built anew from the table
// when either changes; meanwhile the table answers.
//
// Sums can be taken back, the first and the last day cannot. Folding looks in the table for those of rows that lost such a record. A reader knows that
// a record went, not folded yet, which may have been the first or the last of what it sums up: then the table answers. Rows by trait have no use for
// days.
//
// # Private data sources
//
// The tables of the rollups are among those of a private data source (private_tables), so its sessions have their own, which are empty unless its
// records are too many for memory as well.
package rollups
