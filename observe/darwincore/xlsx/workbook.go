package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// workbook is what a workbook says of itself.
type workbook struct {
	ctx     context.Context // ends the reading
	name    string
	parts   map[string]*zip.File // by lower-case path without a leading slash
	sheets  []sheet
	strings string // path of the different texts; empty when there are none
	formats []dateFormat
	from    int // the year in which its dates begin: 1900 or 1904
}

type sheet struct {
	name    string
	path    string
	visible bool
}

// openWorkbook reads the parts that describe a workbook. An error is a *text.FileError.
func openWorkbook(ctx context.Context, name string, r io.ReaderAt, size int64) (*workbook, error) {
	packed, err := zip.NewReader(r, size)
	if err != nil {
		return nil, text.Fail(name, 0, "the workbook cannot be read", err)
	}
	w := &workbook{ctx: ctx, name: name, parts: make(map[string]*zip.File, len(packed.File)), from: 1900}
	for _, part := range packed.File {
		w.parts[partName(part.Name)] = part
	}
	if err := w.describe(); err != nil {
		return nil, text.Fail(name, 0, "the workbook cannot be read", err)
	}
	return w, nil
}

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/"))
}

// describe opens the workbook in excelize without its cells, so that nothing large is held in memory.
func (w *workbook) describe() error {
	main, err := w.related("_rels/.rels", "", "/officeDocument")
	if err != nil || main == nil {
		return fmt.Errorf("it names no workbook (%w)", orNot(err))
	}
	at := main[0].target
	targets, err := w.related(path.Join(path.Dir(at), "_rels", path.Base(at)+".rels"), path.Dir(at), "/worksheet", "/sharedStrings", "/styles")
	if err != nil {
		return err
	}
	slim, err := w.slim(at, targets)
	if err != nil {
		return err
	}
	book, err := excelize.OpenReader(slim, excelize.Options{UnzipSizeLimit: maxPartsBytes, UnzipXMLSizeLimit: maxPartBytes})
	if err != nil {
		return err
	}
	defer book.Close() //nolint:errcheck // it was only read
	if properties, err := book.GetWorkbookProps(); err == nil && properties.Date1904 != nil && *properties.Date1904 {
		w.from = 1904
	}
	w.formats = dateFormats(book)
	return w.listSheets(book, targets)
}

func orNot(err error) error {
	if err == nil {
		return zip.ErrFormat
	}
	return err
}

// listSheets joins the sheets with their parts. What has no cells, such as a sheet that is a chart, is left out.
func (w *workbook) listSheets(book *excelize.File, targets []relation) error {
	if book.WorkBook == nil || len(book.WorkBook.Sheets.Sheet) > maxSheets {
		return fmt.Errorf("it has no sheets, or more than %d", maxSheets)
	}
	for _, s := range book.WorkBook.Sheets.Sheet {
		at := slices.IndexFunc(targets, func(r relation) bool { return r.id == s.ID && r.kind == "/worksheet" })
		if at < 0 {
			continue
		}
		w.sheets = append(w.sheets, sheet{name: s.Name, path: targets[at].target, visible: s.State == "" || s.State == "visible"})
	}
	for _, r := range targets {
		if r.kind == "/sharedStrings" {
			w.strings = r.target
		}
	}
	return nil
}

// slim packs the parts that excelize needs to describe the workbook into a zip in memory.
func (w *workbook) slim(main string, targets []relation) (io.Reader, error) {
	wanted := []string{"[content_types].xml", "_rels/.rels", main, path.Join(path.Dir(main), "_rels", path.Base(main)+".rels")}
	for _, r := range targets {
		if r.kind == "/styles" {
			wanted = append(wanted, r.target)
		}
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range wanted {
		part, found := w.parts[name]
		if !found {
			continue
		}
		content, err := w.part(name)
		if err != nil {
			return nil, err
		}
		to, err := z.Create(part.Name)
		if err == nil {
			_, err = to.Write(content)
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	return &out, z.Close()
}

// part returns a small part of the workbook.
func (w *workbook) part(name string) ([]byte, error) {
	part, found := w.parts[name]
	if !found {
		return nil, fmt.Errorf("%s is not there", name)
	}
	in, err := part.Open()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer in.Close() //nolint:errcheck // it was only read
	content, err := io.ReadAll(io.LimitReader(in, maxPartBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, err)
	case len(content) > maxPartBytes:
		return nil, fmt.Errorf("%s is over %d MiB", name, maxPartBytes>>20)
	}
	return content, nil
}

// relation says where a part lies that another one names by an id.
type relation struct{ id, kind, target string }

// related reads the relations of some kinds. Their targets are relative to dir.
func (w *workbook) related(name, dir string, kinds ...string) (out []relation, err error) {
	content, err := w.part(partName(name))
	if err != nil {
		return nil, err
	}
	var list struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:",attr"`
			Target string `xml:",attr"`
		}
	}
	if err := xml.Unmarshal(content, &list); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	for _, r := range list.Relationship {
		kind := r.Type[max(strings.LastIndexByte(r.Type, '/'), 0):]
		target := r.Target
		if !strings.HasPrefix(target, "/") {
			target = path.Join(dir, target)
		}
		if slices.Contains(kinds, kind) {
			out = append(out, relation{id: r.ID, kind: kind, target: partName(target)})
		}
	}
	return out, nil
}
