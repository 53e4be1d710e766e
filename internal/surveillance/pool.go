package surveillance

import (
	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Mosquitoes of one pool. The check of the table is the same.
const (
	MinPoolSize = 1
	MaxPoolSize = 1000
)

// Results of the test of a pool: result in the database.
const (
	Positive     = "positive"
	Negative     = "negative"
	Inconclusive = "inconclusive" // in no estimate
)

// PoolResults are all results.
var PoolResults = []string{Positive, Negative, Inconclusive}

// PoolUUID is the id of the test of a pool for a pathogen by a method, "" for one that is not stated. Spellings of the pathogen and of the
// method that differ in case and punctuation have the same. Tests that were stored before methods were told apart have the id without one.
func PoolUUID(sourceID, poolID, pathogen, method string) uuid.UUID {
	name := sourceID + "\x00pool\x00" + poolID + "\x00" + lang.Slug(pathogen)
	if method != "" {
		name += "\x00" + lang.Slug(method)
	}
	return uuid.NewSHA1(eventNamespace, []byte(name))
}
