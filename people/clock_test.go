package people

import "time"

// SetClock gives the clock by which tries are counted.
func (p *People) SetClock(now func() time.Time) { p.now = now }

// HashWork is what the hashes of passwords took so far.
func (p *People) HashWork() int64 { return p.hasher.Work() }
