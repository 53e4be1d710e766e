// Package observe serves observation records over HTTP: it creates, lists, reads and changes them. Package observe/transfer exports
// whole sets of records, observe/transfer/importing imports them, in the formats of observe/darwincore. Package observe imports internal packages, sql,
// observe/darwincore/dates, observe/form and observe/paging, and no other domain.
//
// # Writing
//
// A request is read into a draft, which collects everything that is wrong with it. The store resolves the name and the data source in
// the database, because another server may have stored them a moment ago, and writes in one transaction: one round trip where the
// name has a taxon and no prediction is cited. A name of mosquitoes that no record had becomes a taxon of its own, and a text that is no
// name stays with its record alone. Options.Changed runs after the commit and before the answer, so the next request counts the record.
//
// A client may choose the id. A hash of the draft is stored with it: the same request again gets the stored record, another request
// with the same id a conflict.
//
// A batch has up to 10,000 rows, each a create. Names, data sources and earlier requests of all rows are looked up at once, and one
// statement stores what is new. The rows are one transaction, with mode=each too: there only those that are refused are left out.
//
// A record that cites a prediction takes its picture, model and confidence from it; no confidence where it names no species. The picture is kept as long as a record cites it,
// and shown as long as the first that did does.
//
// # Listing
//
// A page is read by keyset (observe/paging). The Counter counts, from memory when the tile index is loaded.
//
// # Metrics of the stored observations
//
// StoredMetrics counts observations by data source and status in the background when the data version changed: in the tile index, or by
// a scan of the table without one. It pauses after each count. A scrape reads the result of the last count.
package observe
