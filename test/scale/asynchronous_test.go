package scale_test

import (
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// lookedBefore is how long before it tells a lag the server may have looked: it looks four times a second.
const lookedBefore = 2500 * time.Millisecond

// TestAsynchronousReplicasLoseTheirLag_Alone cuts the replicas off from a primary that does not wait for them, and kills it. What was acknowledged and is
// lost is what they had not received, and no older than the lag that the server told.
func TestAsynchronousReplicasLoseTheirLag_Alone(t *testing.T) {
	if !testenv.Long() {
		t.Skip("not a part of the short form: make test-long runs it")
	}
	l := newLayout(t, plan{pooled: true})
	l.run("the primary is killed", func() {
		o := l.startLoad(l.t, true)
		o.goesOn(l.t)
		cut := time.Now()
		for _, r := range l.replicas {
			pgtest.RunOn(l.t, r.Address, "alter system set primary_conninfo = ''")
			pgtest.RunOn(l.t, r.Address, "select pg_reload_conf()")
		}
		o.goesOn(l.t)
		var lag time.Duration
		var told time.Time
		testenv.Eventually(l.t, "the server tells that the replicas are behind", func() bool {
			told = time.Now()
			lag = time.Duration(l.servers[0].MetricSum("skeeter_replica_lag_seconds") / 2 * float64(time.Second)) // of both, which are alike
			return lag > time.Second
		})
		l.primary.Kill()
		killed := time.Now()
		l.failOver()
		last := received(l.t, l.primary)
		has := func(a acknowledged) bool { return a.position != "" && parsed(l.t, a.position) <= last } // without a position the primary went right after the write
		on := o.goesOn(l.t)
		o.stop()
		lost := l.lost(o)
		for _, a := range lost {
			if a.at.Before(cut) {
				l.t.Errorf("a record is lost that was acknowledged %s before the replicas were cut off", cut.Sub(a.at))
			}
			if has(a) {
				l.t.Errorf("a record is lost that the replica had: %s, it had received %s", a.position, last)
			}
		}
		if len(lost) == 0 {
			l.t.Fatal("nothing is lost: the replicas were not cut off")
		}
		if first := lost[0].at; told.Sub(first) > lag+lookedBefore {
			l.t.Errorf("a record is lost that was acknowledged %s before the server told that the lag was %s", told.Sub(first), lag)
		}
		l.t.Logf("the replicas were %s behind; of %d acknowledged writes %d are lost, the first of them acknowledged %s before the primary was killed; writes went on %s after that", lag.Round(time.Millisecond),
			len(o.told), len(lost), killed.Sub(lost[0].at).Round(time.Millisecond), on.Sub(killed).Round(time.Millisecond))
		l.agree()
	})
}
