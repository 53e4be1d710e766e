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
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// Content is what the database of every test of a package holds, beside the newest schema. Packages with the same content share it.
type Content struct {
	Name string   // distinguishes contents
	From []string // the folders of the project that decide what Write writes
	// Write brings the content into a database with the newest schema.
	Write func(ctx context.Context, db *pgxpool.Pool) error
}

// schemaFrom are the folders of the project that decide what the schema is.
var schemaFrom = []string{"migrations", "sql", "internal/postgres"}

// makeCluster puts a cluster with a content into a new folder, and does not start it. Making one takes seconds, copying one does not, so the
// packages share the first that is made in the user's cache folder; those that begin together wait for it. A change of what it is made from
// makes another.
func makeCluster(ctx context.Context, folder string, c Content) error {
	kept, err := keptFolder(c)
	if err != nil { // nowhere to keep it
		return makeNew(ctx, folder, c)
	}
	err = testenv.Locked(filepath.Join(filepath.Dir(kept), c.Name+".lock"), func() error {
		if _, err := os.Stat(kept); err == nil {
			return nil
		}
		return keep(ctx, kept, c)
	})
	if err != nil {
		return err
	}
	return copyFolder(kept, folder)
}

func makeNew(ctx context.Context, folder string, c Content) error {
	made, err := startCluster(ctx, folder)
	if err != nil {
		return err
	}
	if err := schema.MigrateUp(ctx, made.URL(), slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	if err := fill(ctx, made.URL(), c.Write); err != nil {
		return err
	}
	return made.Stop()
}

func startCluster(ctx context.Context, folder string) (*cluster.Cluster, error) {
	return cluster.Start(ctx, cluster.Options{Dir: folder, Volatile: true, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
}

// keptFolder is where the cluster that the project as it is now makes is kept.
func keptFolder(c Content) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	project, err := projectFolder()
	if err != nil {
		return "", err
	}
	sum, files := sha256.New(), os.DirFS(project)
	for _, from := range slices.Concat(schemaFrom, c.From) {
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
	return filepath.Join(cache, "skeeter-pgtest", hex.EncodeToString(of[:8]), c.Name+"-"+hex.EncodeToString(sum.Sum(nil)[:16])), nil
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

// keep makes a cluster for this and later test binaries, instead of those of its name that were kept before.
func keep(ctx context.Context, kept string, c Content) error {
	before, err := filepath.Glob(filepath.Join(filepath.Dir(kept), c.Name+"-*"))
	if err != nil {
		return err
	}
	// PostgreSQL may run as a user who cannot enter the cache folder.
	made, err := os.MkdirTemp(testenv.Folder(), "skeeter-test-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)                      //nolint:errcheck // a folder of temporary files
	if err := os.Chmod(made, 0o755); err != nil { //nolint:gosec // see above
		return err
	}
	if err := makeNew(ctx, filepath.Join(made, "db"), c); err != nil {
		return err
	}
	for _, old := range append(before, kept+".part") {
		if err := os.RemoveAll(old); err != nil {
			return err
		}
	}
	if err := copyFolder(filepath.Join(made, "db"), kept+".part"); err != nil {
		return err
	}
	return os.Rename(kept+".part", kept)
}

// copyFolder copies a folder with its owners: PostgreSQL may run as another user than the tests.
func copyFolder(from, to string) error {
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy %s: %w\n%s", from, err, out)
	}
	return nil
}
