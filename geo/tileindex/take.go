package tileindex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// takeTries is how often the files of another server are taken that writes the next snapshot meanwhile.
const takeTries = 3

// restoreAny takes the rows from the snapshot in the folder, or from that of another server. It says whether one fits.
func (x *Index) restoreAny(ctx context.Context) bool {
	err := x.restore(ctx)
	if err == nil {
		return true
	}
	if !errors.Is(err, errNoSnapshot) {
		x.log.WarnContext(ctx, "the snapshot of the tile index is not usable: loading the table", "reason", err)
	}
	if x.takeFrom == "" {
		return false
	}
	for try := 1; ; try++ {
		id, err := x.take()
		if err == nil {
			err = x.restore(ctx)
		}
		if err == nil {
			x.log.InfoContext(ctx, "the files of another server's tile index were taken", "folder", x.takeFrom)
			return true
		}
		if now := savedID(x.takeFrom); try == takeTries || now == id || now == "" {
			x.log.WarnContext(ctx, "the files of another server's tile index are not usable: loading the table", "folder", x.takeFrom, "reason", err)
			return false
		}
	}
}

// take puts the files of another server's index into the folder, and returns the id of its snapshot. They are checked when they are read.
func (x *Index) take() (id string, err error) {
	own, err := os.Stat(x.folder.path)
	if err != nil {
		return "", err
	}
	if other, err := os.Stat(x.takeFrom); err == nil && os.SameFile(own, other) {
		return "", errors.New("it is the folder of this server")
	}
	saved := &savedState{}
	from := folder{path: x.takeFrom}
	if _, err := snapshot.Open(from.index(), saved); err != nil {
		return "", err
	}
	if saved.Epoch != x.State().version.Epoch || saved.Format != savedFormat {
		return saved.ID, errOtherDatabase
	}
	if err := saved.checkName(); err != nil {
		return saved.ID, err
	}
	for _, prefix := range []string{pointsPrefix, detailsPrefix} { // their owner writes on in them
		if err := copyFile(filepath.Join(x.folder.path, prefix+saved.Points), filepath.Join(from.path, prefix+saved.Points)); err != nil {
			return saved.ID, err
		}
	}
	// The index itself never changes: on one disk both servers have the same pages of memory.
	fresh := x.folder.index() + ".new"
	_ = os.Remove(fresh)
	if os.Link(from.index(), fresh) != nil {
		if err := copyFile(fresh, from.index()); err != nil {
			return saved.ID, err
		}
	}
	err = os.Rename(fresh, x.folder.index())
	_ = os.Remove(fresh) // it stays where both names are of the same file already
	return saved.ID, err
}

// savedID returns the id of the snapshot in a folder, "" for none.
func savedID(path string) string {
	saved := &savedState{}
	if _, err := snapshot.Open((&folder{path: path}).index(), saved); err != nil {
		return ""
	}
	return saved.ID
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
