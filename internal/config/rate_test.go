package config_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/config"
)

func TestRate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]config.Rate{
		"": {}, "20": {PerSecond: 20, Burst: 200}, "20,5": {PerSecond: 20, Burst: 5}, " 0.05 , 3 ": {PerSecond: 0.05, Burst: 3}, "0.01": {PerSecond: 0.01, Burst: 1},
	} {
		got, err := config.Load(func(name string) (string, bool) { return text, name == "SKEETER_RATE_LIMIT" })
		if err != nil || got.RateLimit != want {
			t.Errorf("%q: %+v, %v", text, got.RateLimit, err)
		}
	}
	for _, text := range []string{"0", "-1", "NaN", "Inf", "20,0", "20,", "20,1.5", "1e9", "20,9999999", "20,5,5", "a,b"} {
		if _, err := config.Load(func(name string) (string, bool) { return text, name == "SKEETER_RATE_LIMIT" }); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
