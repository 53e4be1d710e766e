// Package importing imports files of the field into the database. It imports observe/darwincore, observe/transfer/datasets, internal
// packages and sql.
//
// An import reads one file in one transaction. darwincore.Open detects the format. Rows stream through COPY into a temporary table;
// reference systems, places, flags and records that exist already are settled for all rows at once; then the rows are merged into
// observations and absences, a batch at a time. The id of a record is a UUIDv5 of its data source and its own id, or of its content and
// its ordinal among equal rows. So importing a file again finds the same records by primary key: it updates those that changed and
// leaves the others as they are. Rejected rows are written to a CSV file with line number and reason.
//
// Where a person has to decide, an import ends with a Stop and changes nothing. A check does all but the merging, and rolls back: its
// Report is what a page or a command shows.
//
// skeeter import is a process of its own. It notifies the servers of what became of a file, in the transaction that stores it, and
// holds a shared advisory lock while it runs. Metrics counts the notices and the locks.
package importing
