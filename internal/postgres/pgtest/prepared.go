package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
)

// preparedFrom are the folders of the project that decide what a new cluster with the newest schema holds.
var preparedFrom = []string{"migrations", "sql", "internal/postgres"}

// keptPrefix begins the names of the kept clusters of a project.
const keptPrefix = "migrated-"

// migrated puts a cluster with the newest schema into a new folder, and does not start it. Making one takes seconds, copying one does not, so the
// packages share the first that is made in the user's cache folder. A change of what it is made from makes another.
func migrated(ctx context.Context, folder string) error {
	kept, err := keptFolder()
	if err != nil { // nowhere to keep it
		return makeMigrated(ctx, folder)
	}
	if copyFolder(kept, folder) == nil {
		return nil
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := makeMigrated(ctx, folder); err != nil {
		return err
	}
	keep(folder, kept)
	return nil
}

func makeMigrated(ctx context.Context, folder string) error {
	c, err := startCluster(ctx, folder)
	if err != nil {
		return err
	}
	if err := schema.MigrateUp(ctx, c.URL(), slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	return c.Stop()
}

func startCluster(ctx context.Context, folder string) (*cluster.Cluster, error) {
	return cluster.Start(ctx, cluster.Options{Dir: folder, Volatile: true, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
}

// keptFolder is where the cluster of the project as it is now is kept.
func keptFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	project, err := projectFolder()
	if err != nil {
		return "", err
	}
	sum, files := sha256.New(), os.DirFS(project)
	for _, from := range preparedFrom {
		err := fs.WalkDir(files, from, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(files, path)
			_, _ = fmt.Fprintf(sum, "%s %d %s\n", path, len(content), content)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	_, _ = fmt.Fprint(sum, os.Getenv("SKEETER_POSTGRES_BIN"))
	of := sha256.Sum256([]byte(project))
	return filepath.Join(cache, "skeeter-pgtest", hex.EncodeToString(of[:8]), keptPrefix+hex.EncodeToString(sum.Sum(nil)[:16])), nil
}

// projectFolder is the folder of go.mod, above the package whose tests run.
func projectFolder() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return "", fmt.Errorf("no go.mod above %s", at)
		}
		at = above
	}
}

// keep copies a cluster for later test binaries, instead of those kept of the project as it was. Without it they make their own, so errors do
// not matter.
func keep(folder, kept string) {
	of := filepath.Dir(kept)
	before, _ := filepath.Glob(filepath.Join(of, keptPrefix+"*"))
	if os.MkdirAll(of, 0o700) != nil {
		return
	}
	made, err := os.MkdirTemp(of, "making-")
	if err != nil {
		return
	}
	if copyFolder(folder, filepath.Join(made, "cluster")) == nil {
		_ = os.Rename(filepath.Join(made, "cluster"), kept) // fails when another was faster
	}
	_ = os.RemoveAll(made)
	for _, old := range before {
		if old != kept {
			_ = os.RemoveAll(old)
		}
	}
}

// copyFolder copies a folder with its owners: PostgreSQL may run as another user than the tests.
func copyFolder(from, to string) error {
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy %s: %w\n%s", from, err, out)
	}
	return nil
}
