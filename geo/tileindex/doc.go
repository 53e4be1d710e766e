// Package tileindex holds a compact copy of the observations in the server's memory. It counts them for any Filter, and by cell for
// map tiles, without a query. It imports internal/postgres, internal/surveillance and sql.
//
// # Rows
//
// An observation takes 8 bytes, and its part of a lot: its days with the count, a code for the facet, which is every other value that filters ask
// for, and its place in the order of lists. A lot is the rows of one place and one taxon, which follow each other; place (Web Mercator as two
// 32-bit numbers, which are columns of the table too), taxon and first row take 12 bytes. Rows lie in Morton order in immutable chunks of at most
// 4,096 rows, so a tile or a cell of any zoom is one run of rows. Facets, and days without the low bits of the first, are numbers of the few
// different ones of the chunk. A scan answers the Filter for these, tests places and taxa by lot, and marks the rows that match, column by column.
// A chunk knows its days, and its taxa and facets with the number of rows of each: a scan skips it, takes all of it without tests, or counts it by
// them, where these decide. A cell that holds a whole chunk adds its totals, when the Filter takes what it takes by default. A change rewrites the
// chunks that it touches and replaces the State. Readers take no lock and see one State throughout.
//
// # Points
//
// The id, the time and the date precision of a record lie in the point file, in the order of the rows, with the place of its details: 32
// bytes. Each load writes a new one. A chunk has slots of 1,024 records in it, which are released when the garbage collector frees them and
// no snapshot has them. The file is read by system calls and not mapped into memory: a page that comes from the disk then delays one request
// and not an operating system thread that serves others, and a full or broken disk is an error and not a signal. Without a usable file the
// index counts as before, and SQL reads single records until the next load. A page that is not in memory brings what lies around it (package
// coldfile).
//
// What only features show of a record (exact coordinates, notes, ids and names as the source wrote them) are its details, 11 bytes and the
// texts, in a file beside. They lie in the order in which they were read and never move: a change appends, and an index whose file is mostly
// of records that went loads again. The log of changes says which record changed, and the table what its details are now.
//
// # The newest records
//
// Lists and GeoJSON layers show the newest records that match, or those after or before a position. Rows lie by place, so each chunk has the
// numbers of its rows in the order of lists as well, and which of these ranks each month has. A count for days or months
// goes by these ranks where that leaves few rows to test. A search begins in each chunk at its day, walks through all chunks at once, and stops
// when it has enough. Times and ids are in the file; the days in memory say which chunk may have the next record, so about one record of a
// chunk is read. A filter that few rows match is cheaper to look for by a scan of all rows, and after some rows the search does that.
//
// # The change log and the data version
//
// Triggers write every change of observations to the table observation_changes, and one row for each area (a tile of zoom 6)
// that a transaction touched to observation_touches. A reader remembers the snapshot of its last read and takes the rows that this
// snapshot did not see, by pg_visible_in_snapshot. So it never skips a transaction that commits late. A notification wakes the
// reader: servers announce their own writes after the commit (postgres.Announcer), the triggers those of other programs. A lost
// one costs 1.5 seconds, because the reader also looks by itself, over another connection than the one that listens.
// A crash of PostgreSQL may take commits that readers saw. It empties the unlogged table log_run, whose run the epoch names: then a new
// epoch begins and the index loads again. So do a restore and the promotion of a replica. A reader of a replica goes by log_snapshot, because
// snapshots there do not list the transactions that run; it neither begins epochs nor saves its index.
// The same happens where a plain pg_dump brought the log into another cluster, in which its transaction ids mean others.
//
// The data version is the epoch and the number of touches that a snapshot sees. A reader counts the whole log once, then adds what
// its last snapshot did not see. One transaction may count several times. Snapshots of
// one database are nested, so two servers that show the same version have seen the same changes: the version names ETags and cached
// tiles. Each area has a version too, the number of its touches, so a write in Brazil leaves the tiles of Italy cached.
//
// # Loading
//
// Several connections that share a snapshot read the table in parts; then the log is read up to now. Package geo counts by SQL until
// that is done, after an epoch was lost, and with SKEETER_TILE_INDEX=false. Tests compare both, tiles to the byte. Records beyond Options.MaxRecords are
// not loaded: then package rollups counts.
//
// # The snapshot
//
// An Index keeps its State in a file, in the format of package snapshot: after loading, every half an hour while records change, or when a
// quarter of them did, and at its end. The file has the place in the change log, and the checksums of what the point file and the details file hold
// of its records. Their slots are not written again before the next snapshot, so a process may be killed at any time. The next one reads the
// file and then the log, if three things hold, else it loads the table:
//
//   - Every checksum is right.
//   - The database knows the snapshot, with the same epoch and the same version of the schema. It does not when it is another one, or an
//     earlier copy that was put back.
//   - The touches of the snapshot and those that it did not see add up to all touches of every area. They do not when the log forgot some.
//
// The columns of rows, events and pools are mapped into memory from the file. They belong to the page cache, and Go's collector neither counts
// nor visits them. Changed chunks lie in Go's memory until the next snapshot. One Index owns a folder. Others, and those without a folder, load at
// each start. An Index whose own files do not fit takes those of Options.TakeFrom, which another one owns: a link to the index, and copies of the
// files of points. Numbers of a file that refer to something are compared with what is there.
package tileindex
