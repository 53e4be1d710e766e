package faults_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestObjectStore breaks the object store of two servers, and the network to it.
func TestObjectStore(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	newCluster(d).start(t)
	store := objectstest.Start(t, "")
	network := newProxyTo(d, "tcp", store.Address)
	d.pictures.folder, d.pictures.bucket = store.Folder(), true
	for range 2 {
		d.add(append(store.Settings(network.listener.Addr().String()), skeetertest.BundledModel, "SKEETER_DEMO=true", "SKEETER_DATABASE_URL="+d.url)...)
	}
	d.start()
	inject(d, []fault{
		{"network stands still and comes back", true, func(d *deployment) {
			network.still.Store(true)
			predictFor(d, 4*time.Second)
			network.still.Store(false)
			d.picturesAreBack()
		}},
		{"store stands still and comes back", false, func(d *deployment) {
			store.Pause()
			predictFor(d, 4*time.Second)
			store.Resume()
			d.picturesAreBack()
		}},
		{"connections cut", false, func(d *deployment) {
			for range 10 {
				network.cut()
				predictFor(d, 300*time.Millisecond)
			}
			d.picturesAreBack()
		}},
		{"connections cut in the middle of answers", false, func(d *deployment) {
			for range 10 {
				network.most.Store(1 + d.random.Int64N(2000))
				predictFor(d, 300*time.Millisecond)
			}
			network.most.Store(0)
			network.cut()
			d.picturesAreBack()
		}},
		{"store not reached", false, func(d *deployment) {
			network.closed.Store(true)
			network.cut()
			predictFor(d, 3*time.Second)
			network.closed.Store(false)
			d.picturesAreBack()
		}},
		{"store killed and started again", false, func(d *deployment) {
			store.Stop()
			predictFor(d, 3*time.Second)
			store.Run()
			d.picturesAreBack()
		}},
		{"servers started without their store", false, func(d *deployment) {
			store.Stop()
			for _, s := range d.servers {
				s.kill(d.t, syscall.SIGTERM)
				s.start()
			}
			d.recover()
			predictFor(d, time.Second)
			store.Run()
			d.picturesAreBack()
		}},
	})
}

// predictFor asks the servers by turns what pictures show, for some time, and in the short form once. Each is answered before its client gives up, with or
// without a saved picture.
func predictFor(d *deployment, long time.Duration) {
	d.t.Helper()
	for began := time.Now(); ; {
		for _, s := range d.servers {
			d.predict(s)
		}
		if !testenv.Long() || time.Since(began) >= long {
			return
		}
	}
}

// picturesAreBack waits until each server saves pictures again.
func (d *deployment) picturesAreBack() {
	d.t.Helper()
	for _, s := range d.servers {
		testenv.Eventually(d.t, s.Base+" saves pictures again", func() bool { return d.predict(s) })
	}
}
