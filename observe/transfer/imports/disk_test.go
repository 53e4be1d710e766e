package imports_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

// fill leaves so many bytes of a file system of 1 MiB, and returns what makes room again.
func fill(t *testing.T, folder string, left int) (free func()) {
	t.Helper()
	path := filepath.Join(folder, "full")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	info, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, info.Size()-int64(left))
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

// noRoom checks that an answer is the contract's for a full disk.
func (a answer) noRoom() answer {
	a.t.Helper()
	a.want(http.StatusServiceUnavailable)
	var body struct{ Type, Detail string }
	if err := json.Unmarshal([]byte(a.body), &body); err != nil || body.Type != "unavailable" || !strings.Contains(body.Detail, "room") {
		a.t.Errorf("a full disk answers %s", a.body)
	}
	if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || seconds < 1 {
		a.t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	return a
}

func TestAFullDiskLosesNothingThatWasReceived(t *testing.T) {
	t.Parallel()
	folder := tmpfs.Mount(t, "1m")
	s, _ := setup(t, imports.Options{Folder: filepath.Join(folder, "imports"), Importer: fine})
	content := "scientificName\n" + strings.Repeat("Aedes aegypti\n", 30_000)
	const first = 100_000
	id := s.begin("a.csv", len(content))
	s.put(id, 0, content[:first]).want(http.StatusOK)

	free := fill(t, folder, 64<<10)
	a := s.put(id, first, content[first:]).noRoom()
	received, err := strconv.Atoi(a.header.Get("Upload-Offset"))
	if err != nil || received < first || received >= len(content) {
		t.Fatalf("of %d bytes %q are said to be received", len(content), a.header.Get("Upload-Offset"))
	}
	if i := s.get("/imports/" + id).want(http.StatusOK).object(); i.Received != int64(received) || i.State != imports.Receiving {
		t.Errorf("after a full disk %+v", i)
	}
	s.put(id, received, content[received:]).noRoom()
	i := s.get("/imports/" + id).want(http.StatusOK).object()

	free()
	s.put(id, int(i.Received), content[i.Received:]).want(http.StatusOK)
	if i := s.await(id, imports.Received); i.Received != int64(len(content)) {
		t.Errorf("the whole file is %+v", i)
	}
	if stored, err := os.ReadFile(filepath.Join(folder, "imports", id, "file", "a.csv")); err != nil || !bytes.Equal(stored, []byte(content)) {
		t.Errorf("the file has %d bytes of %d, or others: %v", len(stored), len(content), err)
	}
}

func TestAFullDiskBeginsNothing(t *testing.T) {
	t.Parallel()
	folder := tmpfs.Mount(t, "1m")
	s, _ := setup(t, imports.Options{Folder: filepath.Join(folder, "imports"), Importer: fine})
	id := s.upload("a.csv", "scientificName\nx\n")
	free := fill(t, folder, 0)
	for range imports.MaxImports + 1 { // none of them takes a place
		s.post("/imports", `{"filename":"b.csv","size":9}`).noRoom()
	}
	s.post("/imports/"+id+"/check", "{}").noRoom()
	if folders, _ := os.ReadDir(filepath.Join(folder, "imports")); len(folders) != 1 {
		t.Errorf("%d folders are left", len(folders))
	}
	free()
	s.begin("b.csv", 9)
	s.post("/imports/"+id+"/check", "{}").want(http.StatusAccepted)
	s.await(id, imports.Checked)
}
