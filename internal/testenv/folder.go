package testenv

import "syscall"

// memoryFolder is a file system in memory, on Linux.
const memoryFolder = "/dev/shm"

// enoughMemory is what it has to have free, in bytes: the databases of the tests that run at once need a quarter of it.
const enoughMemory = 4 << 30

// Folder is where tests make the folders of their databases, as os.MkdirTemp takes it: in memory where there is room, because a database has 1,700
// files, and making them takes a disk seven times as long. The databases of the long form are larger and stay on the disk.
func Folder() string {
	var is syscall.Statfs_t
	if Long() || syscall.Statfs(memoryFolder, &is) != nil || is.Bavail*uint64(is.Bsize) < enoughMemory {
		return ""
	}
	return memoryFolder
}
