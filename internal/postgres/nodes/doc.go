// Package nodes spreads the reads of requests over the streaming replicas of a database, and over the tables that a Citus cluster distributes. Of the project
// it imports internal/postgres and sql.
//
// # Which node
//
// A read goes to the replica with the fewest connections in use that answers, is near enough (Options.MaxLag) and has replayed what the request
// needs to see: what its client wrote (Reading.Needs, a Position that came with the answer to the write), and what the copy in memory shows
// (Options.Floor), so that a list never names a record that its node does not have. A replica that was not there when it was asked last is asked
// again, which costs one round trip. Where there is none the primary answers. So do the reads that belong to no request.
//
// # Positions
//
// A Position is a place in PostgreSQL's write-ahead log. That of the primary after a commit is one that a replica has to replay to show it.
//
// # Lag
//
// Run notes the position of the primary four times a second. The lag of a replica is the age of the first position that it has not replayed, so
// it needs no clock but this machine's, and an idle primary has replicas without lag.
//
// # Distributed tables
//
// Where there are copies of the records on the workers of a Citus cluster (observe/transfer/distributing), they are one node more: sessions of the primary that
// find the schema distributed first. They get the reads that count or draw many records, and transactions, such as exports: a search for few records by an
// index costs milliseconds more there. What Citus refuses to run is asked of the primary.
package nodes
