package coldfile

import (
	"errors"
	"runtime"

	"golang.org/x/sys/unix"
)

// aheadBytes is how much one call asks the system to read: it cuts off what is more than the file system's own limit, which is rarely less.
const aheadBytes = 128 << 10

// readNow reads what is in memory. It is false unless all of b was.
func (f *File) readNow(b []byte, offset int64) bool {
	n, err := unix.Preadv2(int(f.Fd()), [][]byte{b}, offset, unix.RWF_NOWAIT)
	runtime.KeepAlive(f)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
		f.blind.Store(true)
	}
	return err == nil && n == len(b)
}

// readAhead asks for the windows in which some bytes lie, and does not wait for them.
func (f *File) readAhead(offset int64, length int) {
	if f.blind.Load() {
		return
	}
	last := (offset+int64(length)-1)/window*window + window
	for first := offset / window * window; first < last; first += aheadBytes {
		_ = unix.Fadvise(int(f.Fd()), first, aheadBytes, unix.FADV_WILLNEED) // advice: the read itself tells of errors
	}
	runtime.KeepAlive(f)
}
