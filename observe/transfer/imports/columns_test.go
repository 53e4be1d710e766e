package imports_test

import (
	"context"
	"errors"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

// slowWorkbook is a workbook whose different texts are read for each of its sheets.
func slowWorkbook(t *testing.T, sheets, texts int) string {
	t.Helper()
	const main, relations = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`, `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	var list, targets, types strings.Builder
	files := []string{}
	for n := range sheets {
		id := strconv.Itoa(n + 1)
		list.WriteString(`<sheet name="s` + id + `" sheetId="` + id + `" r:id="r` + id + `"/>`)
		targets.WriteString(`<Relationship Id="r` + id + `" Type="` + relations + `/worksheet" Target="s` + id + `.xml"/>`)
		types.WriteString(`<Override PartName="/xl/s` + id + `.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)
		files = append(files, "xl/s"+id+".xml", `<worksheet xmlns="`+main+`"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`)
	}
	const head = `<?xml version="1.0" encoding="UTF-8"?>`
	const packages = `http://schemas.openxmlformats.org/package/2006/`
	files = append([]string{
		"[Content_Types].xml", head + `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` + types.String() + `</Types>`,
		"_rels/.rels", head + `<Relationships xmlns="` + packages + `relationships"><Relationship Id="r" Type="` + relations + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", head + `<workbook xmlns="` + main + `" xmlns:r="` + relations + `"><sheets>` + list.String() + `</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="` + packages + `relationships"><Relationship Id="t" Type="` + relations + `/sharedStrings" Target="texts.xml"/>` + targets.String() + `</Relationships>`,
		"xl/texts.xml", head + `<sst xmlns="` + main + `">` + `<si><t>species</t></si>` + strings.Repeat(`<si/>`, texts) + `</sst>`,
	}, files...)
	return string(filetest.ZipBytes(t, files...))
}

// sendFile sends a whole file, and waits for nothing.
func (s service) sendFile(filename, content string) string {
	s.t.Helper()
	id := s.begin(filename, len(content))
	s.put(id, 0, content).want(http.StatusOK)
	return id
}

// The race detector sees an import that is read without its lock.
func TestAnImportIsAskedForWhileItsColumnsAreRead(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	id := s.sendFile("a.xlsx", slowWorkbook(t, 2, 100_000))
	if i := s.await(id, imports.Received); len(i.Tables) != 2 || i.Tables[0].Columns[0].Key != "species" {
		t.Errorf("the tables are %+v", i.Tables)
	}
}

// stuck lets the server read the columns of workbooks until it is told to end, and returns a channel that tells when it begins.
func (s service) stuck() <-chan struct{} {
	begun := make(chan struct{}, 1)
	s.imports.SetLook(func(ctx context.Context, path string) ([]imports.Table, error) {
		if filepath.Ext(path) != ".xlsx" {
			return imports.LookAt(ctx, path)
		}
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	return begun
}

func TestReadingTheColumnsEndsWithItsImport(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	begun := s.stuck()
	slow := s.sendFile("a.xlsx", slowWorkbook(t, 1, 1))
	next := s.sendFile("b.csv", traps)
	testenv.Receive(t, "the columns of the first file are read", begun)
	s.send(http.MethodDelete, "/imports/"+slow, "", nil).want(http.StatusNoContent)
	s.await(next, imports.Received)
}

// leaving is a context that ends when it was asked so often whether it has.
type leaving struct {
	context.Context
	asked atomic.Int64
	most  int64
}

func (l *leaving) Err() error {
	if l.asked.Add(1) > l.most {
		return context.Canceled
	}
	return nil
}

// TestReadingAWorkbookEndsInTheMiddle: a small file may hold so many texts that reading them takes long.
func TestReadingAWorkbookEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := os.WriteFile(path, []byte(slowWorkbook(t, 1, 500_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	stays := &leaving{Context: t.Context(), most: math.MaxInt64}
	found, err := imports.LookAt(stays, path)
	often := stays.asked.Load()
	if err != nil || len(found) != 1 || often < 100 {
		t.Fatalf("asked %d times: %+v, %v", often, found, err)
	}
	leaves := &leaving{Context: t.Context(), most: often / 2}
	if found, err := imports.LookAt(leaves, path); !errors.Is(err, context.Canceled) || leaves.asked.Load() > often/2+10 {
		t.Errorf("asked %d times of %d: %+v, %v", leaves.asked.Load(), often, found, err)
	}
}

func TestReadingTheColumnsGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, stop := setup(t, imports.Options{Folder: folder, Importer: fine})
	begun := s.stuck()
	id := s.sendFile("a.xlsx", slowWorkbook(t, 3, 10_000))
	testenv.Receive(t, "the columns are read", begun)
	stop()
	if i := s.get("/imports/" + id).want(http.StatusOK).object(); i.State == imports.Failed {
		t.Errorf("a server that ends fails to read the columns: %+v", i.Problem)
	}
	again, _ := setup(t, imports.Options{Folder: folder, Importer: fine})
	if i := again.await(id, imports.Received); len(i.Tables) != 3 {
		t.Errorf("the tables are %+v", i.Tables)
	}
}
