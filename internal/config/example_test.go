package config_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/config"
)

func ExampleLoad() {
	env := map[string]string{"SKEETER_LISTEN_ADDR": ":80", "SKEETER_TILE_INDEX": "off", "SKEETER_RATE_LIMIT": "20"}
	c, err := config.Load(func(name string) (string, bool) { v, set := env[name]; return v, set })
	fmt.Println(c.ListenAddr, c.TileIndex, c.RateLimit, c.MaxRequests, err)
	// Output: :80 false {20 200} 256 <nil>
}

// Every setting that is wrong is reported at once.
func ExampleLoad_wrong() {
	env := map[string]string{"SKEETER_TILE_CACHE_MB": "-1", "SKEETER_LOG_FORMAT": "xml", "SKEETER_PUBLIC_URL": "https://me:secret@example.org"}
	_, err := config.Load(func(name string) (string, bool) { v, set := env[name]; return v, set })
	fmt.Println(err)
	// Output:
	// SKEETER_PUBLIC_URL: want an address without user and password, such as https://skeeter.example.org
	// SKEETER_TILE_CACHE_MB is "-1": want a whole number from 0 to 65536
	// SKEETER_LOG_FORMAT is "xml": want text or json
}

func ExampleUnknown() {
	fmt.Println(config.Unknown([]string{"PATH=/bin", "SKEETER_DEMO=true", "SKEETER_WRITE_TOKE=x"}))
	// Output: [SKEETER_WRITE_TOKE]
}
