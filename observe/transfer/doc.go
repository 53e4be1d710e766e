// Package transfer moves whole sets of records: it imports files of the field, exports records to them, removes a data source, and
// makes synthetic records. It imports observe/darwincore, internal packages and sql.
//
// # Import
//
// An import reads one file in one transaction. darwincore.Open detects the format. Rows stream through COPY into a temporary table;
// reference systems, places, flags and records that exist already are settled for all rows at once; then the rows are merged into
// observations and absences, a batch at a time. The id of a record is a UUIDv5 of its data source and its own id, or of its content and
// its ordinal among equal rows. So importing a file again finds the same records by primary key: it updates those that changed and
// leaves the others as they are. Rejected rows are written to a CSV file with line number and reason.
//
// Where a person has to decide, an import ends with a Stop and changes nothing. A check does all but the merging, and rolls back: its
// ImportReport is what a page or a command shows.
//
// skeeter import is a process of its own. It notifies the servers of what became of a file, in the transaction that stores it, and
// holds a shared advisory lock while it runs. ImportMetrics counts the notices and the locks.
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
