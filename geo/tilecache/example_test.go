package tilecache_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
)

func Example() {
	cache := tilecache.New(1<<20, prometheus.NewRegistry())
	makeTile := func(context.Context) ([]byte, error) {
		fmt.Println("made")
		return []byte(strings.Repeat("cell ", 1000)), nil
	}
	for range 2 {
		tile, err := cache.Get(context.Background(), "version 7, tile 4/8/5", tilecache.Gzip, makeTile)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(tile.Encoding, len(tile.Content) < 5000)
	}
	// Output:
	// made
	// gzip true
	// gzip true
}
