package tileindex

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/coldfile"
)

// Names in the folder. Point and details files have the name of their pair behind.
const (
	lockName      = "lock"
	indexName     = "index"
	pointsPrefix  = "points-"
	detailsPrefix = "details-"
)

// folder holds the files of an index. The first Index that opens it owns it until close: its files have names, so that the next process finds
// them. Others have files without a name, of which nothing is left however their process ends.
type folder struct {
	path string
	lock *os.File // nil: somebody else owns the folder
}

func openFolder(path string) (*folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the tile index: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the tile index: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return &folder{path: path}, nil
		}
		return nil, fmt.Errorf("lock the folder of the tile index: %w", err)
	}
	return &folder{path, lock}, nil
}

// owned says whether files in the folder stay.
func (f *folder) owned() bool { return f != nil && f.lock != nil }

func (f *folder) index() string { return filepath.Join(f.path, indexName) }

// close lets another Index own the folder.
func (f *folder) close() {
	if f.owned() {
		_ = syscall.Flock(int(f.lock.Fd()), syscall.LOCK_UN) // a child process that starts now has a copy of the handle
		_ = f.lock.Close()
		f.lock = nil
	}
}

// newPoints makes an empty point file.
func (f *folder) newPoints(warn func(error)) (*pointFile, error) {
	p := &pointFile{name: rand.Text(), warn: warn}
	if err := f.openPoints(p, os.O_CREATE|os.O_EXCL); err != nil {
		return nil, err
	}
	if f.owned() {
		return p, nil
	}
	if err := f.remove(p.name); err != nil { // some systems do not remove the name of an open file
		p.close()
		return nil, fmt.Errorf("remove the name of the point file: %w", err)
	}
	p.name = ""
	return p, nil
}

// openPoints opens the files of a name.
func (f *folder) openPoints(p *pointFile, flags int) (err error) {
	if p.file, err = coldfile.Open(filepath.Join(f.path, pointsPrefix+p.name), os.O_RDWR|flags, 0o600); err != nil {
		return fmt.Errorf("open the point file: %w", err)
	}
	if p.texts, err = coldfile.Open(filepath.Join(f.path, detailsPrefix+p.name), os.O_RDWR|flags, 0o600); err != nil {
		_ = p.file.Close()
		return fmt.Errorf("open the details file: %w", err)
	}
	return nil
}

func (f *folder) remove(name string) error {
	return errors.Join(os.Remove(filepath.Join(f.path, pointsPrefix+name)), os.Remove(filepath.Join(f.path, detailsPrefix+name)))
}

// removeOthers removes the point files with other names: of a load that did not end, or before the newest snapshot.
func (f *folder) removeOthers(name string) error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		points, isPoints := strings.CutPrefix(e.Name(), pointsPrefix)
		details, isDetails := strings.CutPrefix(e.Name(), detailsPrefix)
		if isPoints && points != name || isDetails && details != name {
			err = errors.Join(err, os.Remove(filepath.Join(f.path, e.Name())))
		}
	}
	return err
}
