// Package eventindex holds the sampling events and their catch in the server's memory, so that a question over millions of events takes
// milliseconds. It imports internal/postgres, internal/surveillance and sql.
//
// An event takes 88 bytes, and a record of its catch 8. Events lie in the order of their ids in immutable chunks, each with the catch of its
// events; a change makes the chunks that it touches anew and replaces the State. Readers take no lock and see one State throughout.
//
// A State is read in the transaction of the tile index, which holds both: so they show the same moment, and one data version names it.
// Matching selects the same by SQL, for servers without a loaded index, and is the reference that tests hold the memory to.
package eventindex
