package scale_test

import (
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestAsynchronousReplicasLoseTheirLag cuts the replicas off from a primary that does not wait for them, and kills it. What was acknowledged and is
// lost is what they had not received.
func TestAsynchronousReplicasLoseTheirLag(t *testing.T) {
	if !whole() {
		t.Skip("not a part of the short form: make test-scale runs it")
	}
	l := newLayout(t, plan{pooled: true})
	l.run("the primary is killed", func() {
		o := l.startLoad(l.t, true)
		o.goesOn(l.t, time.Minute)
		cut := time.Now()
		for _, r := range l.replicas {
			pgtest.RunOn(l.t, r.Address, "alter system set primary_conninfo = ''")
			pgtest.RunOn(l.t, r.Address, "select pg_reload_conf()")
		}
		o.goesOn(l.t, time.Minute)
		time.Sleep(time.Second)
		lag := time.Duration(l.servers[0].MetricSum("skeeter_replica_lag_seconds") / 2 * float64(time.Second)) // of both, which are alike
		l.primary.Kill()
		killed := time.Now()
		l.failOver()
		last := received(l.t, l.primary)
		has := func(a acknowledged) bool { return a.position != "" && parsed(l.t, a.position) <= last } // without a position the primary went right after the write
		on := o.goesOn(l.t, 3*failoverLimit)
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
		if first := lost[0].at; killed.Sub(first) > lag+time.Second {
			l.t.Errorf("a record is lost that was acknowledged %s before the primary was killed, and the lag was %s", killed.Sub(first), lag)
		}
		l.t.Logf("the replicas were %s behind; of %d acknowledged writes %d are lost, the first of them acknowledged %s before the primary was killed; writes went on %s after that", lag.Round(time.Millisecond),
			len(o.told), len(lost), killed.Sub(lost[0].at).Round(time.Millisecond), on.Sub(killed).Round(time.Millisecond))
		l.agree(30 * time.Second)
	})
}
