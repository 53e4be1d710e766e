package coldfile

import (
	"errors"

	"golang.org/x/sys/unix"
)

// aheadBytes is how much one call asks the system to read: it cuts off what is more than the disk's own limit, which is rarely less.
const aheadBytes = 128 << 10

// readNow reads what is in memory. It is false unless all of b was.
func (f *File) readNow(b []byte, offset int64) (all bool) {
	_ = f.raw.Control(func(fd uintptr) { // an error says that the file is closed, as the next read does
		n, err := unix.Preadv2(int(fd), [][]byte{b}, offset, unix.RWF_NOWAIT)
		if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
			f.blind.Store(true)
		}
		all = err == nil && n == len(b)
	})
	return all
}

// readAhead asks for the windows in which some bytes lie, and does not wait for them.
func (f *File) readAhead(offset int64, length int) {
	if f.blind.Load() {
		return
	}
	_ = f.raw.Control(func(fd uintptr) {
		last := (offset+int64(length)-1)/window*window + window
		for first := offset / window * window; first < last; first += aheadBytes {
			_ = unix.Fadvise(int(fd), first, aheadBytes, unix.FADV_WILLNEED) // advice: the read itself tells of errors
		}
	})
}
