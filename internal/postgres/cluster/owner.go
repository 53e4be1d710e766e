package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// owner is the system user that initdb and postgres run as: the user of this process, or an unprivileged one when that is root,
// because PostgreSQL refuses to run as root.
type owner struct {
	root     bool
	uid, gid int
	name     string
}

// unprivileged are the users for a cluster of root, in order of preference.
var unprivileged = []string{"postgres", "_postgres", "nobody"}

func findOwner() (owner, error) {
	if os.Geteuid() != 0 {
		return owner{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range unprivileged {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(u.Uid)
		gid, errGID := strconv.Atoi(u.Gid)
		if errUID == nil && errGID == nil {
			return owner{root: true, uid: uid, gid: gid, name: name}, nil
		}
	}
	return owner{}, errors.New("PostgreSQL does not run as root and this machine has no user postgres or nobody to run it as")
}

// makeDir makes a folder that only the owner can enter. It fails when the owner cannot enter one of its parents.
func (o owner) makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // the parents are ordinary folders; the last is closed below
		return fmt.Errorf("make the database directory: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a directory needs the x bit
		return fmt.Errorf("close the database directory to others: %w", err)
	}
	if !o.root {
		return nil
	}
	if err := os.Chown(dir, o.uid, o.gid); err != nil {
		return fmt.Errorf("give the database directory to user %s: %w", o.name, err)
	}
	for parent := filepath.Dir(dir); ; parent = filepath.Dir(parent) {
		info, err := os.Stat(parent)
		if err != nil {
			return fmt.Errorf("look at %s: %w", parent, err)
		}
		if !o.canEnter(info) {
			return fmt.Errorf("PostgreSQL runs as user %s here, who cannot enter %s (mode %04o): set SKEETER_DATABASE_PATH to a directory elsewhere, for example /var/lib/skeeter/postgres",
				o.name, parent, info.Mode().Perm())
		}
		if parent == filepath.Dir(parent) {
			return nil
		}
	}
}

// claimDir makes a folder with a predictable name in the temporary folder, where every user may make folders. It refuses what
// another user made there: makeDir would follow a link.
func (o owner) claimDir(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return nil
	}
	info, statErr := os.Lstat(dir)
	if !errors.Is(err, fs.ErrExist) || statErr != nil {
		return fmt.Errorf("make the folder of the database's socket: %w", errors.Join(err, statErr))
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(st.Uid) != o.uid && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("%s, the folder of the database's socket, was made by another user: remove it, or set SKEETER_DATABASE_PATH to a shorter path", dir)
	}
	return nil
}

func (o owner) canEnter(info os.FileInfo) bool {
	mode := info.Mode().Perm()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		if int(st.Uid) == o.uid {
			return mode&0o100 != 0
		}
		if int(st.Gid) == o.gid {
			return mode&0o010 != 0
		}
	}
	return mode&0o001 != 0
}

// attributes make a child run as the owner.
func (o owner) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true} // keeps the terminal's Ctrl-C from the child, which skeeter stops itself
	if o.root {
		attr.Credential = &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
	}
	return attr
}
