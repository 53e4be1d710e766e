// Package transfer moves whole sets of records: it exports records to files of the field and makes synthetic records. Packages below it
// import files (importing), do so by HTTP (imports), and list and remove data sources (datasets). It imports observe/darwincore,
// observe/transfer/datasets, internal packages and sql.
//
// # Export
//
// An export streams records from one snapshot of the database, as CSV or a Darwin Core archive with Darwin Core terms, or as GeoJSON. The
// records of several data sources make a zip with one archive each. CSV and archives carry the identity of each record, so that an import
// knows them again. A public export names no observer; a private copy holds all that is stored.
//
// # Synthetic records
//
// The same number of synthetic records is the same set on every run. The first real import removes the demonstration set.
package transfer
