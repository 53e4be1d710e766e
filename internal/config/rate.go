package config

import (
	"strconv"
	"strings"
)

// Rate is what one client may ask: so many requests a second, and so many at once after a pause.
type Rate struct {
	PerSecond float64 // 0: there is no limit
	Burst     int
}

// Limits of a rate. Without a burst of its own a rate has that of ten seconds: a map asks for dozens of tiles at once.
const (
	maxRate      = 100_000
	burstSeconds = 10
)

func rate(text string) (Rate, error) {
	if text == "" {
		return Rate{}, nil
	}
	first, second, given := strings.Cut(text, ",")
	perSecond, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	r := Rate{PerSecond: perSecond, Burst: max(int(burstSeconds*perSecond), 1)}
	if given && err == nil {
		r.Burst, err = strconv.Atoi(strings.TrimSpace(second))
	}
	if err != nil || !(perSecond > 0 && perSecond <= maxRate) || r.Burst < 1 || r.Burst > maxRate*burstSeconds {
		return Rate{}, wrong(text, "want requests a second and how many at once, such as 20 or 20,200")
	}
	return r, nil
}
