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
func newDisk(w *world, megabytes int) disk {
	w.t.Helper()
	if os.Geteuid() != 0 {
		w.t.Skip("a full disk was not tested: it needs root, to mount a small one")
	}
	d := disk{filepath.Join(w.dir, "disk")}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0755", megabytes)); err != nil {
		w.t.Skipf("a full disk was not tested: this machine lets nobody mount a small one: %v", err)
	}
	w.t.Cleanup(func() {
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			w.t.Error(err)
		}
	})
	return d
}

// fill takes all the room on the disk but for so many MB.
func (d disk) fill(t *testing.T, left int64) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(d.dir, ballast), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
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
func (d disk) free(t *testing.T) {
	t.Helper()
	if err := os.Remove(filepath.Join(d.dir, ballast)); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk fills the disks that the program writes to.
func TestFullDisk(t *testing.T) {
	long(t)
	t.Run("of the database", func(t *testing.T) {
		w := newWorld(t)
		d := newDisk(w, 700)
		w.embedded(filepath.Join(d.dir, "db"))
		w.start()
		suffer(w, []fault{
			{"full for a while", false, func(w *world) { overflow(w, d, 0) }},
			{"full in the middle of much", false, func(w *world) { overflow(w, d, 5+w.random.Int64N(60)) }},
		})
	})
	t.Run("of the saved pictures", func(t *testing.T) {
		w := newWorld(t)
		d := newDisk(w, 2)
		w.album.folder = d.dir
		w.embedded(filepath.Join(w.dir, "db"), w.album.settings()...)
		w.start()
		suffer(w, []fault{{"full for a while", false, func(w *world) {
			s := w.servers[0]
			kept := w.predict(s)
			d.fill(w.t, 0)
			for range 3 {
				if w.predict(s) {
					w.t.Error("a picture was saved on a full disk")
				}
			}
			d.free(w.t)
			if !kept || !w.predict(s) {
				w.t.Error("a picture was not saved though there was room")
			}
		}}})
	})
	t.Run("of the points of tiles, at start", func(t *testing.T) {
		w := newWorld(t)
		d := newDisk(w, 1)
		d.fill(t, 0)
		w.embedded(filepath.Join(w.dir, "db"), "SKEETER_TILE_POINTS_PATH="+d.dir)
		w.start()
		suffer(w, []fault{{"full", false, func(*world) {}}})
	})
	t.Run("of the points of tiles, later", func(t *testing.T) {
		w := newWorld(t)
		d := newDisk(w, 1)
		w.embedded(filepath.Join(w.dir, "db"), "SKEETER_TILE_POINTS_PATH="+d.dir)
		w.start()
		suffer(w, []fault{{"full", false, func(w *world) {
			d.fill(w.t, 0)
			w.moment(time.Second, 2*time.Second)
		}}})
	})
}

// overflow writes more than there is room for, and more than what PostgreSQL has put aside: its log of writes finds none either.
func overflow(w *world, d disk, left int64) {
	db := w.connect()
	d.fill(w.t, left)
	w.moment(time.Second, 3*time.Second)
	if _, err := db.Exec(context.Background(), "create table filler as select repeat('x', 500) from generate_series(1, 1500000)"); err == nil {
		w.t.Error("800 MB were written to a full disk")
	} else {
		w.t.Logf("on the full disk PostgreSQL said: %v", err)
	}
	w.moment(time.Second, 4*time.Second)
	d.free(w.t)
}
