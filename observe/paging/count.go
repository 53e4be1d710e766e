package paging

import "sync"

// maxCounts is how many counts are kept. One more begins them anew.
const maxCounts = 1000

// Counts keeps the counts of lists at one version of the data, because a page costs milliseconds and a count may read every record. Its
// zero value is ready; it is safe for concurrent use.
type Counts struct {
	mu      sync.Mutex
	version string
	known   map[string]int64
}

// Get returns the count of a key at a version, which count finds when it is not known. The version "" keeps nothing.
func (c *Counts) Get(version, key string, count func() (int64, error)) (int64, error) {
	c.mu.Lock()
	n, known := c.known[key]
	known = known && c.version == version
	c.mu.Unlock()
	if known && version != "" {
		return n, nil
	}
	n, err := count()
	if err != nil || version == "" {
		return n, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != version || len(c.known) >= maxCounts {
		c.version, c.known = version, map[string]int64{}
	}
	c.known[key] = n
	return n, nil
}
