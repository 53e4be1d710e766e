// Package memory sets Go's memory limit from the control group of the process. It imports nothing of the project.
package memory

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// Shares of the control group's memory that Go may take, in percent. The rest is for the model and its pictures, which Go's limit
// does not count, and for the embedded PostgreSQL in the same group.
const (
	aloneShare    = 80
	embeddedShare = 60
)

// SetLimit sets Go's memory limit to a share of the control group's and returns it in bytes, 0 if there is none. GOMEMLIMIT takes
// precedence and is left as it is. embedded says that PostgreSQL runs in the same group.
func SetLimit(embedded bool) int64 {
	if os.Getenv("GOMEMLIMIT") != "" {
		if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
			return limit
		}
		return 0
	}
	group, ok := groupLimit(os.DirFS("/"))
	if !ok {
		return 0
	}
	share := int64(aloneShare)
	if embedded {
		share = embeddedShare
	}
	limit := group / 100 * share
	debug.SetMemoryLimit(limit)
	return limit
}

// Paths of Linux's control groups, below the root of the file system.
const (
	groupsFile  = "proc/self/cgroup"
	groupsMount = "sys/fs/cgroup"
)

// groupLimit returns the least memory limit of the process's control group and the groups around it, in bytes.
func groupLimit(system fs.FS) (limit int64, ok bool) {
	raw, err := fs.ReadFile(system, groupsFile)
	if err != nil {
		return 0, false
	}
	limit = math.MaxInt64
	for line := range bytes.Lines(raw) {
		// hierarchy:controllers:path, as cgroups(7) says; version 2 is hierarchy 0 and names no controllers
		fields := strings.SplitN(strings.TrimSpace(string(line)), ":", 3)
		if len(fields) != 3 {
			continue
		}
		mount, file := groupsMount, "memory.max"
		switch {
		case fields[0] == "0" && fields[1] == "":
		case strings.Contains(","+fields[1]+",", ",memory,"):
			mount, file = groupsMount+"/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		// In a container the path may be the host's, and the group's own files are at the mount.
		for at := path.Clean("/" + fields[2]); ; at = path.Dir(at) {
			if n, err := readLimit(system, path.Join(mount, at, file)); err == nil {
				limit = min(limit, n)
			}
			if at == "/" {
				break
			}
		}
	}
	return limit, limit < unlimited
}

// unlimited and more mean no limit: version 1 writes the largest number of whole pages then.
const unlimited = 1 << 62

func readLimit(system fs.FS, name string) (int64, error) {
	raw, err := fs.ReadFile(system, name)
	if err != nil {
		return 0, err
	}
	text := strings.TrimSpace(string(raw))
	if text == "max" {
		return math.MaxInt64, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%s holds %q", name, text)
	}
	return n, nil
}
