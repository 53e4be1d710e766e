package imports_test

import (
	"io/fs"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

func TestOnlyTheServerReadsAnImport(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "imports")
	s, _ := setup(t, imports.Options{Folder: folder, Importer: importing.New(pgtest.Pool(t), slog.New(slog.DiscardHandler))})
	id := s.upload("traps.csv", traps)
	s.post("/imports/"+id+"/check", `{`+trapsMap+`}`).want(http.StatusAccepted)
	s.await(id, imports.Checked)
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if entry.Type().IsRegular() {
			files++
		}
		if info.Mode().Perm()&0o077 != 0 && entry.Name() != "rejected.csv" { // which lies in a folder that nobody else enters
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || files != 3 {
		t.Errorf("%d files, %v", files, err)
	}
}
