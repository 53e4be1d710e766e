package eventindex

import (
	"math"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// Pool is a pool of mosquitoes that was tested for a pathogen, with the result that counts where it was tested several times. Its words are
// numbers of Codes.
type Pool struct {
	Sampling
	Accuracy uint32 // number of Codes.Accuracies
	Taxon    uint16
	Test     uint16
	Size     int16
}

// Test is what a pool was tested for, with what a Filter asks of it. Words are in lower case, "" for none.
type Test struct {
	Pathogen       string
	Sex, LifeStage string
	Result         string // of surveillance.PoolResults
	Uncertain      bool   // the name is in doubt
	Retested       bool   // the pool has several tests for the pathogen
	Disagreed      bool   // their results differ, beside inconclusive ones
}

// loadedPool is a pool on its way into a chunk.
type loadedPool struct {
	id   uuid.UUID
	pool Pool
}

func (p loadedPool) key() uuid.UUID { return p.id }

// poolChunk holds pools in the order of their ids.
type poolChunk struct {
	ids    []uuid.UUID
	pools  []Pool
	mapped *snapshot.File // whose memory the columns are; nil for memory of Go
}

func newPoolChunk(pools []loadedPool) *poolChunk {
	c := &poolChunk{ids: make([]uuid.UUID, 0, len(pools)), pools: make([]Pool, 0, len(pools))}
	for _, p := range pools {
		c.ids, c.pools = append(c.ids, p.id), append(c.pools, p.pool)
	}
	return c
}

func (c *poolChunk) first() uuid.UUID { return c.ids[0] }

func (c *poolChunk) list() []loadedPool {
	out := make([]loadedPool, len(c.ids))
	for i, p := range c.pools {
		out[i] = loadedPool{c.ids[i], p}
	}
	return out
}

// accuracy returns the number of an accuracy in metres; NaN is not stated.
func (d *dictionary) accuracy(m float64) (uint32, error) {
	if math.IsNaN(m) {
		return 0, nil
	}
	return d.accuracies.number(m)
}
