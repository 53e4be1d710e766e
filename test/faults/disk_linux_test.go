package faults_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// disk is a file system of its own, small enough to be filled.
type disk struct{ dir string }

// newDisk mounts one of so many MB, which only root may.
func newDisk(d *deployment, megabytes int) disk {
	d.t.Helper()
	if os.Geteuid() != 0 {
		d.t.Skip("a full disk was not tested: it needs root, to mount a small one")
	}
	small := disk{filepath.Join(d.dir, "disk")}
	if err := os.Mkdir(small.dir, 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small.dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0755", megabytes)); err != nil {
		d.t.Skipf("a full disk was not tested: this machine lets nobody mount a small one: %v", err)
	}
	d.t.Cleanup(func() {
		if err := syscall.Unmount(small.dir, syscall.MNT_DETACH); err != nil {
			d.t.Error(err)
		}
	})
	return small
}

// fill takes all the room on the disk but for so many MB.
func (small disk) fill(t *testing.T, left int64) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(small.dir, filler), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for block := make([]byte, size); err == nil || !errors.Is(err, syscall.ENOSPC); {
			if _, err = f.Write(block); err != nil && !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		}
		err = nil
	}
	if left == 0 {
		return
	}
	info, err := f.Stat()
	if err == nil {
		err = f.Truncate(info.Size() - left<<20)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// free gives the room back.
func (small disk) free(t *testing.T) {
	t.Helper()
	if err := os.Remove(filepath.Join(small.dir, filler)); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk fills the disks that the program writes to.
func TestFullDisk(t *testing.T) {
	longForm(t)
	t.Run("of the database", func(t *testing.T) {
		d := newDeployment(t)
		small := newDisk(d, 700)
		d.embedded(filepath.Join(small.dir, "db"))
		d.start()
		inject(d, []fault{
			{"full for a while", false, func(d *deployment) { overflow(d, small, 0) }},
			{"full in the middle of much", false, func(d *deployment) { overflow(d, small, 5+d.random.Int64N(60)) }},
		})
	})
	t.Run("of the saved pictures", func(t *testing.T) {
		d := newDeployment(t)
		small := newDisk(d, 2)
		d.pictures.folder = small.dir
		d.embedded(d.database(), d.pictures.settings()...)
		d.start()
		inject(d, []fault{{"full for a while", false, func(d *deployment) {
			s := d.servers[0]
			kept := d.predict(s)
			small.fill(d.t, 0)
			for range 3 {
				if d.predict(s) {
					d.t.Error("a picture was saved on a full disk")
				}
			}
			small.free(d.t)
			if !kept || !d.predict(s) {
				d.t.Error("a picture was not saved though there was room")
			}
		}}})
	})
	t.Run("of the points of tiles, at start", func(t *testing.T) {
		d := newDeployment(t)
		small := newDisk(d, 1)
		small.fill(t, 0)
		d.embedded(d.database(), "SKEETER_TILE_POINTS_PATH="+small.dir)
		d.start()
		inject(d, []fault{{"full", false, func(*deployment) {}}})
	})
	t.Run("of the points of tiles, later", func(t *testing.T) {
		d := newDeployment(t)
		small := newDisk(d, 1)
		d.embedded(d.database(), "SKEETER_TILE_POINTS_PATH="+small.dir)
		d.start()
		inject(d, []fault{{"full", false, func(d *deployment) {
			small.fill(d.t, 0)
			d.waitBetween(time.Second, 2*time.Second)
		}}})
	})
}

// overflow writes more than there is room for, and more than what PostgreSQL has put aside: its log of writes finds none either.
func overflow(d *deployment, small disk, left int64) {
	db := d.connect()
	small.fill(d.t, left)
	d.waitBetween(time.Second, 3*time.Second)
	if _, err := db.Exec(context.Background(), "create table filler as select repeat('x', 500) from generate_series(1, 1500000)"); err == nil {
		d.t.Error("800 MB were written to a full disk")
	} else {
		d.t.Logf("on the full disk PostgreSQL said: %v", err)
	}
	d.waitBetween(time.Second, 4*time.Second)
	small.free(d.t)
}
