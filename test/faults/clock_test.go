package faults_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// The program's clock is Go's, which no preloaded library can change: the program is built once more with a package time whose wall
// clock is off by as many seconds as a file says. The monotonic clock goes on, as when the time of a machine is set.
const (
	timeImports = `import (`
	timeOffset  = `import (
	"sync/atomic"`
	timeRead = `sec, nsec, mono := runtimeNow()`
	timeOff  = `sec, nsec, mono := runtimeNow()
	sec += FaultOffset.Load()`
	timeNow = `// Now returns the current local time.`
	timeVar = `// FaultOffset is how many seconds the wall clock is off.
var FaultOffset atomic.Int64

// Now returns the current local time.`
	clockMain = `package main

import (
	"os"
	"strconv"
	"time"
)

func init() {
	go func() {
		for ; ; time.Sleep(20 * time.Millisecond) {
			raw, _ := os.ReadFile(os.Getenv("SKEETER_FAULT_CLOCK"))
			if seconds, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
				time.FaultOffset.Store(seconds)
			}
		}
	}()
}
`
)

// clock is what a program's wall clock is off by.
type clock struct{ file string }

// jump sets the clock, by an offset to the true time.
func (c clock) jump(t *testing.T, by time.Duration) {
	t.Helper()
	next := c.file + ".new"
	if err := os.WriteFile(next, fmt.Appendf(nil, "%d", int64(by/time.Second)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, c.file); err != nil {
		t.Fatal(err)
	}
}

// buildWithClock builds the program with a clock that can be set.
func buildWithClock(t *testing.T, dir string) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	raw, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for _, change := range [][2]string{{timeImports, timeOffset}, {timeNow, timeVar}, {timeRead, timeOff}} {
		if strings.Count(text, change[0]) != 1 {
			t.Fatalf("%s has %q %d times: this Go needs another change", source, change[0], strings.Count(text, change[0]))
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	addition, err := filepath.Abs(filepath.Join(skeetertest.Root, "cmd", "skeeter", "fault_clock.go"))
	if err != nil {
		t.Fatal(err)
	}
	changed, added, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "clock.go"), filepath.Join(dir, "overlay.json")
	list, _ := json.Marshal(map[string]map[string]string{"Replace": {source: changed, addition: added}}) // strings
	for path, content := range map[string]string{changed: text, added: clockMain, overlay: string(list)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(dir, "skeeter")
	if err := skeetertest.Build(binary, "-overlay", overlay); err != nil {
		t.Fatal(err)
	}
	return binary
}

// jumps of a clock: days ahead and back, years ahead, and a little back again and again, as a clock that is corrected does.
func jumps(d *deployment, c clock) {
	for _, by := range []time.Duration{26 * time.Hour, -26 * time.Hour, 0, 5 * 366 * 24 * time.Hour, -300 * 24 * time.Hour, 0, -time.Second, -2 * time.Second, -3 * time.Second} {
		c.jump(d.t, by)
		d.waitBetween(300*time.Millisecond, 1200*time.Millisecond)
	}
}

// TestClock sets the clocks of the program and of PostgreSQL forward and back.
func TestClock(t *testing.T) {
	longForm(t)
	t.Run("of the program", func(t *testing.T) {
		d := newDeployment(t)
		c := clock{filepath.Join(d.dir, "clock")}
		c.jump(t, 0)
		s := d.embedded(d.database(), "SKEETER_FAULT_CLOCK="+c.file)
		s.deployment.Program = buildWithClock(t, d.dir)
		d.start()
		c.jump(t, 48*time.Hour)
		d.clockIs(s, 48*time.Hour)
		inject(d, []fault{
			{"jumps and comes back", false, func(d *deployment) { jumps(d, c); c.jump(d.t, 0) }},
			{"stays a year ahead", false, func(d *deployment) { c.jump(d.t, 365*24*time.Hour) }},
			{"stays a year behind", false, func(d *deployment) { c.jump(d.t, -365*24*time.Hour) }},
		})
	})
	t.Run("of PostgreSQL", func(t *testing.T) {
		library := faketime()
		if library == "" {
			t.Skip("PostgreSQL's clock was not tested: libfaketime is not there (Debian: faketime), nor named in SKEETER_FAULT_FAKETIME")
		}
		d := newDeployment(t)
		c := clock{filepath.Join(d.dir, "clock")}
		postgres := newCluster(d)
		postgres.env = map[string]string{"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": c.file, "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
		c.set(t, 0)
		postgres.start(t)
		d.add("SKEETER_DATABASE_URL=" + d.url)
		d.add("SKEETER_DATABASE_URL=" + d.url)
		d.start()
		inject(d, []fault{
			{"jumps and comes back", false, func(d *deployment) {
				for _, by := range []int{2 * 3600, 0, 86400 * 400, -86400, 0} {
					c.set(d.t, by)
					d.waitBetween(time.Second, 2*time.Second)
				}
			}},
			{"stays two hours ahead", false, func(d *deployment) { c.set(d.t, 2*3600) }},
			{"stays a day behind", false, func(d *deployment) { c.set(d.t, -86400) }},
		})
		c.set(t, 86400*400)
		if ahead := d.number(d.connect(), "select extract(epoch from now())::int") - int(time.Now().Unix()); ahead < 86400*399 {
			t.Errorf("PostgreSQL's clock is %d s ahead: it was never moved", ahead)
		}
	})
}

// clockIs checks that the program's clock is off as it should be; else the test would prove nothing.
func (d *deployment) clockIs(s *server, by time.Duration) {
	d.t.Helper()
	testenv.Succeeds(d.t, "the program's clock jumped", func() error {
		a, err := s.get("/health")
		if err != nil {
			return err
		}
		var health struct{ Timestamp time.Time }
		if err := json.Unmarshal(a.Body, &health); err != nil {
			return err
		}
		if off := time.Until(health.Timestamp) - by; off.Abs() > time.Minute {
			return fmt.Errorf("it is off by %s more", off)
		}
		return nil
	})
}

// faketime returns the path of libfaketime, "" when it is not there.
func faketime() string {
	for _, path := range []string{os.Getenv("SKEETER_FAULT_FAKETIME"), "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"} {
		if _, err := os.Stat(path); path != "" && err == nil {
			return path
		}
	}
	return ""
}

// set sets the clock of PostgreSQL by so many seconds, as libfaketime reads it.
func (c clock) set(t *testing.T, seconds int) {
	t.Helper()
	if err := os.WriteFile(c.file, fmt.Appendf(nil, "%+d", seconds), 0o644); err != nil {
		t.Fatal(err)
	}
}
