// Package eventindex holds the sampling events with their catch, and the pools, in the server's memory, so that a question over millions of
// them takes milliseconds. It imports internal/postgres, internal/surveillance and sql.
//
// An event takes 88 bytes, a record of its catch 8, and a pool 60. Events and pools lie in the order of their ids in immutable chunks,
// events with their catch; a change makes the chunks that it touches anew and replaces the State. Readers take no lock and see one State
// throughout.
//
// The chunks lie in the snapshot of the tile index, too, and are mapped into memory from it.
//
// A State is read in the transaction of the tile index, which holds both: so they show the same moment, and one data version names it.
// Matching and MatchingPools select the same by SQL, for servers without a loaded index, and are the reference that tests hold the memory to.
package eventindex
