// Package pools serves pools of mosquitoes over HTTP: what was tested together for a pathogen, with the result. It creates, lists, reads,
// changes and deletes them. It imports internal packages, sql, observe/form, observe/keyed, observe/naming and observe/paging.
//
// A record is a pool and one pathogen that it was tested for by one method; a pool that was tested for two has two records with the same
// pool_id. It is known by its data source, pool_id, pathogen and method. A pool that names a sampling event of its data source takes from it
// the place, the days and the protocol that the request does not give. They are stored in the pool, and a trigger of the database changes
// them with the event.
//
// Pools never add to a catch. They have no status: the Filter's status asks nothing of them.
package pools
