package tileindex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// takeTries is how often the files of another server are taken that writes the next snapshot meanwhile.
const takeTries = 3

// restoreAny takes the rows from the snapshot in the folder, or from that of another server. It says whether one fits.
func (x *Index) restoreAny(ctx context.Context) bool {
	err := x.restore(ctx, "tile index read from its snapshot")
	if err == nil {
		return true
	}
	if !errors.Is(err, errNoSnapshot) {
		x.log.WarnContext(ctx, "the snapshot of the tile index is not usable: loading the table", "reason", err)
	}
	if x.takeFrom == "" {
		return false
	}
	theirs := (&folder{path: x.takeFrom}).index()
	for try := 1; ; try++ {
		before, _ := os.Stat(theirs)
		err := x.take()
		if err == nil {
			err = x.restore(ctx, "tile index read from the files of another server", "folder", x.takeFrom)
		}
		if err == nil {
			return true
		}
		if now, statErr := os.Stat(theirs); try == takeTries || statErr != nil || before != nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) {
			x.log.WarnContext(ctx, "the files of another server's tile index are not usable: loading the table", "folder", x.takeFrom, "reason", err)
			return false
		}
	}
}

// take puts the files of another server's index into the folder. They are checked when they are read.
func (x *Index) take() error {
	own, err := os.Stat(x.folder.path)
	if err != nil {
		return err
	}
	if other, err := os.Stat(x.takeFrom); err == nil && os.SameFile(own, other) {
		return errors.New("it is the folder of this server")
	}
	from := folder{path: x.takeFrom}
	fresh := x.folder.index() + ".new"
	defer os.Remove(fresh) //nolint:errcheck // it stays where it was not renamed, or both names are of the same file already
	if err := share(fresh, from.index()); err != nil {
		return err
	}
	saved := &savedState{}
	if _, err := snapshot.Open(fresh, saved); err != nil {
		return err
	}
	if saved.Epoch != x.State().version.Epoch || saved.Format != savedFormat {
		return errOtherDatabase
	}
	if err := saved.checkName(); err != nil {
		return err
	}
	for _, prefix := range []string{pointsPrefix, detailsPrefix} { // their owner writes on in them
		if err := copyFile(filepath.Join(x.folder.path, prefix+saved.Points), filepath.Join(from.path, prefix+saved.Points)); err != nil {
			return err
		}
	}
	return os.Rename(fresh, x.folder.index())
}

// share gives a file that never changes another name, so that on one disk both servers have the same pages of memory. A file that somebody else may
// change is copied: one that is in memory and cut off ends the process.
func share(to, from string) error {
	_ = os.Remove(to)
	if os.Link(from, to) == nil && ours(to) {
		return nil
	}
	_ = os.Remove(to) // another name of a file that is not ours is not written over
	return copyFile(to, from)
}

// ours says whether a name is that of a file which nobody else may change.
func ours(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// copyFile copies a file. Where the system can, it shares the blocks of the disk.
func copyFile(to, from string) error {
	source, err := snapshot.OpenRegular(from)
	if err != nil {
		return err
	}
	defer source.Close() //nolint:errcheck // it was only read
	target, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	if err = errors.Join(err, target.Close()); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return nil
}
