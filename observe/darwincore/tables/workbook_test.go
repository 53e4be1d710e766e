package tables

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
)

// TestWorkbookOfOpenpyxl: openpyxl writes the list of contents last, behind all sheets.
func TestWorkbookOfOpenpyxl(t *testing.T) {
	t.Parallel()
	packed := filetest.Workbook(t)
	from, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	place := func(f *zip.File) int {
		return slices.IndexFunc([]string{"docProps/", "xl/theme/", "xl/worksheets/", "xl/", "_rels/", "[Content_Types].xml"}, func(prefix string) bool { return strings.HasPrefix(f.Name, prefix) })
	}
	slices.SortStableFunc(from.File, func(a, b *zip.File) int { return place(a) - place(b) })
	large := make([]byte, 2*filetype.PrefixBytes) // as a sheet of some thousand rows
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(large)
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	add := func(name string, content io.Reader) {
		w, err := to.Create(name)
		if err == nil {
			_, err = io.Copy(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, f := range from.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		add(f.Name, content)
		if strings.HasPrefix(f.Name, "xl/worksheets/") && !strings.HasPrefix(from.File[i+1].Name, "xl/worksheets/") {
			add("xl/media/image1.png", bytes.NewReader(large))
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"r.xlsx": out.Bytes(), "r.xlsx.gz": filetest.Gzip(t, out.Bytes())} {
		if rows, err := read(t, filetest.Write(t, name, string(content)), "records"); err != nil || len(rows) != 1 {
			t.Errorf("%s: %+v %v", name, rows, err)
		}
	}
}
