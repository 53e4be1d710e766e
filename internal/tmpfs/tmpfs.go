// Package tmpfs gives tests a small file system of their own, to fill it or to make it read-only.
package tmpfs

import (
	"os/exec"
	"testing"
)

// Mount returns a folder with a file system of a size, such as 64k, that lasts as long as the test. It skips the test where nobody may
// mount one.
func Mount(t testing.TB, size string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "none", dir).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: a file system of its own needs Linux and root: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount %s: %v: %s", dir, err, out)
		}
	})
	return dir
}
