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

// PoolUUID is the id of the test of a pool for a pathogen. Spellings of the pathogen that differ in case and punctuation have the same.
func PoolUUID(sourceID, poolID, pathogen string) uuid.UUID {
	return uuid.NewSHA1(eventNamespace, []byte(sourceID+"\x00pool\x00"+poolID+"\x00"+lang.Slug(pathogen)))
}
