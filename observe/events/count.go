package events

import (
	"fmt"
	"sync"
)

// maxCounts is how many counts are kept. One more begins them anew.
const maxCounts = 1000

// counts keeps the counts of one version of the data, because a page costs milliseconds and a count of events without catch reads all
// records.
type counts struct {
	mu      sync.Mutex
	version string
	known   map[string]int64
}

// get returns the count of a key at a version, which count finds when it is not known. The version "" keeps nothing.
func (c *counts) get(version, key string, count func() (int64, error)) (int64, error) {
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

// key is a text that two lists share exactly when they ask for the same events, by the same lists of targets.
func (c conditions) key() string {
	return fmt.Sprintf("%s problem=%s zero=%s targets=%v", c.filter.Key(), choiceText(c.problem), choiceText(c.zero), c.targets)
}

func choiceText(b *bool) string {
	if b == nil {
		return ""
	}
	return fmt.Sprint(*b)
}
