//go:build !linux

package coldfile

// readNow is false: other systems do not say what is in memory.
func (f *File) readNow([]byte, int64) bool {
	f.blind.Store(true)
	return false
}

func (f *File) readAhead(int64, int) {}
