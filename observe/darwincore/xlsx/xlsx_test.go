package xlsx

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// known counts the columns that begin with "known".
func known(header []string) (names int, unquoted bool) {
	for _, name := range header {
		if strings.HasPrefix(name, "known") {
			names++
		}
	}
	return names, false
}

// check fails the test for an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// save writes a workbook into a file.
func save(t testing.TB, book *excelize.File) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.xlsx")
	check(t, book.SaveAs(path))
	check(t, book.Close())
	return path
}

// content is what a sheet holds.
type content struct {
	header []string
	rows   []string
	lines  []int
	faults []string
	notes  string
}

func read(t testing.TB, path, sheet string) (content, error) {
	t.Helper()
	file, err := os.Open(path)
	check(t, err)
	var c content
	warn := &text.Warnings{}
	table, err := Open(t.Context(), "records.xlsx", file, sheet, known, warn)
	if err != nil {
		check(t, file.Close())
		return c, err
	}
	defer func() { check(t, table.Close()) }()
	c.header = table.Header()
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c, err
		}
		if row.Fault != nil {
			c.faults = append(c.faults, row.Fault.Error())
			continue
		}
		if len(row.Values) != len(c.header) {
			t.Errorf("row %d has %d values", row.Line, len(row.Values))
		}
		c.rows, c.lines = append(c.rows, strings.Join(row.Values, "|")), append(c.lines, row.Line)
	}
	if done, total := table.Progress(); done == 0 || total == 0 {
		t.Errorf("progress %d of %d", done, total)
	}
	for _, w := range warn.All() {
		c.notes += fmt.Sprintf("%s (%d, line %d)\n", w.Message, w.Count, w.Line)
	}
	return c, nil
}

func TestCells(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	style := func(id int, code string) int {
		s := &excelize.Style{NumFmt: id}
		if code != "" {
			s.CustomNumFmt = &code
		}
		n, err := book.NewStyle(s)
		check(t, err)
		return n
	}
	set := func(cell string, value any, styled int) {
		check(t, book.SetCellValue("Sheet1", cell, value))
		check(t, book.SetCellStyle("Sheet1", cell, cell, styled))
	}
	day := time.Date(2019, 6, 1, 0, 0, 0, 0, time.UTC)
	check(t, book.SetSheetRow("Sheet1", "A1", &[]any{"known a", " b ", "c", "d"}))
	set("A2", 43617, style(14, ""))   // 2019-06-01
	set("B2", 43617.5, style(22, "")) // with noon
	set("C2", 43617, style(17, ""))   // mmm-yy
	set("D2", 43617, 0)               // a number
	set("A3", 43617, style(0, "dd/mm/yyyy"))
	set("B3", 43617, style(0, `[$-809]d mmmm yyyy;@`))
	set("C3", 0.75, style(20, ""))     // h:mm
	set("D3", 1.5, style(0, "[h]:mm")) // a duration
	set("A4", 0.1+0.2, 0)
	set("B4", 12345678, style(0, "#,##0.00"))
	set("C4", true, 0)
	set("D4", "43617", style(14, ""))                      // a text
	set("A5", day.AddDate(0, 0, 14), style(0, "mmm yyyy")) // the format hides the day
	set("B5", 43466, style(0, "yyyy"))                     // 2019-01-01
	set("C5", 60, style(14, ""))                           // the day that there never was
	set("D5", -1, style(14, ""))
	check(t, book.SetCellFormula("Sheet1", "A6", "1+1"))
	check(t, book.SetCellValue("Sheet1", "B6", "a_x000D_b"))
	check(t, book.SetRowVisible("Sheet1", 6, false))
	got, err := read(t, save(t, book), "")
	check(t, err)
	want := []string{
		"2019-06-01|2019-06-01T12:00:00|2019-06|43617", "2019-06-01|2019-06-01|18:00:00|1.5", "0.3|12345678|true|43617",
		"2019-06-15|2019|1900-02-28|-1", "|a\rb||",
	}
	if !slices.Equal(got.rows, want) {
		t.Errorf("rows\n%s\nwanted\n%s", strings.Join(got.rows, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(got.header, []string{"known a", "b", "c", "d"}) || !slices.Equal(got.lines, []int{2, 3, 4, 5, 6}) {
		t.Errorf("header %q, lines %v", got.header, got.lines)
	}
	if !strings.Contains(got.notes, "formula without a stored value") {
		t.Errorf("notes %s", got.notes)
	}
}

func TestRowsAboveTheHeaderAndMergedCells(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for cell, row := range map[string][]any{
		"A1": {"Mosquitoes of 2019"}, "A3": {"site", "known name", "known count"}, "A5": {"north", "Aedes", 1}, "B6": {"Culex", 2},
		"A7": {"south", "Aedes", 3}, "B8": {"Culex", 4}, "A9": {"east", "Culex", 5, "", "beyond"},
	} {
		check(t, book.SetSheetRow("Sheet1", cell, &row))
	}
	check(t, book.MergeCell("Sheet1", "A1", "C1"))
	check(t, book.MergeCell("Sheet1", "A5", "A6"))
	got, err := read(t, save(t, book), "")
	check(t, err)
	if want := []string{"north|Aedes|1", "north|Culex|2", "south|Aedes|3", "|Culex|4"}; !slices.Equal(got.rows, want) {
		t.Errorf("rows %q", got.rows)
	}
	if want := "rows above the header not read (1, line 1)\nmerged cells: their value counts for each row that they span (1, line 6)\n"; got.notes != want {
		t.Errorf("notes %s", got.notes)
	}
	if len(got.faults) != 1 || !strings.Contains(got.faults[0], "the header has 3") {
		t.Errorf("faults %q", got.faults)
	}
}

func TestSheets(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	_, err := book.NewSheet("Records")
	check(t, err)
	_, err = book.NewSheet("Lists")
	check(t, err)
	check(t, book.SetSheetRow("Records", "A1", &[]any{"known", "x"}))
	check(t, book.SetSheetRow("Records", "A2", &[]any{"1", "2"}))
	check(t, book.SetSheetRow("Lists", "A1", &[]any{"known list"}))
	path := filepath.Join(t.TempDir(), "x.xlsx")
	check(t, book.SaveAs(path))
	if _, err := read(t, path, ""); err == nil || !strings.Contains(err.Error(), `several sheets have data: "Records", "Lists"; say which with --sheet`) {
		t.Errorf("two sheets: %v", err)
	}
	if got, err := read(t, path, "records"); err != nil || len(got.rows) != 1 {
		t.Errorf("a sheet by name: %+v %v", got, err)
	}
	if _, err := read(t, path, "Sheet9"); err == nil || !strings.Contains(err.Error(), `the sheets are "Sheet1", "Records", "Lists"`) {
		t.Errorf("a sheet that is not there: %v", err)
	}
	if _, err := read(t, path, "Sheet1"); err == nil || !strings.Contains(err.Error(), "the sheet is empty") {
		t.Errorf("an empty sheet: %v", err)
	}
	check(t, book.SetSheetVisible("Lists", false))
	if got, err := read(t, save(t, book), ""); err != nil || got.header[0] != "known" || !strings.Contains(got.notes, `hidden sheet "Lists"`) {
		t.Errorf("one visible sheet: %+v %v", got, err)
	}
	if _, err := read(t, save(t, excelize.NewFile()), ""); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty workbook: %v", err)
	}
}

// pack writes a workbook by hand: its sheet, and the texts it shares.
func pack(t testing.TB, sheet, shared string) string {
	t.Helper()
	const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%s</Relationships>`
	const relation = `<Relationship Id="r%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/>`
	return packParts(t, map[string]string{
		"[Content_Types].xml": types,
		"_rels/.rels":         fmt.Sprintf(relations, fmt.Sprintf(relation, 1, "officeDocument", "xl/workbook.xml")),
		"xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
			`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": fmt.Sprintf(relations, fmt.Sprintf(relation, 1, "worksheet", "worksheets/sheet1.xml")+
			fmt.Sprintf(relation, 2, "sharedStrings", "/xl/sharedStrings.xml")),
		"xl/worksheets/sheet1.xml": sheet,
		"xl/sharedStrings.xml":     shared,
	})
}

func packParts(t testing.TB, parts map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.xlsx")
	file, err := os.Create(path)
	check(t, err)
	z := zip.NewWriter(file)
	for name, content := range parts {
		w, err := z.Create(name)
		check(t, err)
		_, err = io.WriteString(w, content)
		check(t, err)
	}
	check(t, z.Close())
	check(t, file.Close())
	return path
}

const (
	texts = `<sst><si><t>known</t></si><si><r><t>Aedes </t></r><rPh sb="0" eb="1"><t>no</t></rPh><r><t xml:space="preserve"> vexans</t></r></si></sst>`
	cells = `<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>other</t></is></c></row>%s</sheetData></worksheet>`
)

func TestWrittenByHand(t *testing.T) {
	t.Parallel()
	got, err := read(t, pack(t, fmt.Sprintf(cells, `<row><c t="s"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`+
		`<x:row r="7"><x:c r="B7" t="str"><x:f>A1</x:f><x:v>&lt;5 &amp; more</x:v></x:c></x:row><row r="8"><c r="A8" s="3"/></row>`+
		`<row r="9"><c r="A9"><v>4.2000000000000003E-2</v></c><c t="d"><v>2019-06-01</v></c></row>`), texts), "")
	check(t, err)
	if want := []string{"Aedes  vexans|", "|<5 & more", "0.042|2019-06-01"}; !slices.Equal(got.rows, want) || !slices.Equal(got.lines, []int{2, 7, 9}) {
		t.Errorf("rows %q at %v", got.rows, got.lines)
	}
	if !strings.Contains(got.notes, "cells with an error, such as #N/A, taken for empty (1, line 2)") {
		t.Errorf("notes %s", got.notes)
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 64)
	for name, c := range map[string]struct{ sheet, texts, want string }{
		"ends early":       {`<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c></row>`, texts, "unexpected EOF"},
		"no text":          {fmt.Sprintf(cells, `<row><c t="s"><v>9</v></c></row>`), texts, "there is no text 9"},
		"negative":         {fmt.Sprintf(cells, `<row><c t="s"><v>-1</v></c></row>`), texts, "there is no text -1"},
		"rows go back":     {fmt.Sprintf(cells, `<row r="5"/><row r="2"/>`), texts, "followed by row"},
		"far row":          {fmt.Sprintf(cells, `<row r="99999999"/>`), texts, "followed by row"},
		"far column":       {fmt.Sprintf(cells, `<row><c r="XFD2"><v>1</v></c></row>`), texts, "more than 2000 values"},
		"cells go back":    {fmt.Sprintf(cells, `<row><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>`), texts, "a cell is called"},
		"entity":           {`<!DOCTYPE x [<!ENTITY a "aaaa">]>` + fmt.Sprintf(cells, `<row><c t="str"><v>&a;</v></c></row>`), texts, "entity"},
		"texts end early":  {fmt.Sprintf(cells, ""), `<sst><si><t>x`, "EOF"},
		"endless text":     {fmt.Sprintf(cells, ""), `<sst><si><t>` + strings.Repeat(long, maxTextBytes/50) + `</t></si></sst>`, "a text over 1 MiB"},
		"endless value":    {fmt.Sprintf(cells, `<row><c><v>`+strings.Repeat(long, maxTextBytes/50)+`</v></c></row>`), texts, "a value over 1 MiB"},
		"endless element":  {fmt.Sprintf(cells, `<row `+strings.Repeat(long, maxTokenBytes/50)+`="1"/>`), texts, "too long"},
		"endless row":      {fmt.Sprintf(cells, `<row>`+strings.Repeat(`<c t="s"><v>1</v></c>`, 30)+`</row>`), `<sst><si><t>k</t></si><si><t>` + strings.Repeat(long, 10_000) + `</t></si></sst>`, "a row over 4 MiB"},
		"bomb":             {fmt.Sprintf(cells, "") + strings.Repeat(" ", inflateGrace+1<<20), texts, "inflates beyond"},
		"bomb in the rows": {fmt.Sprintf(cells, strings.Repeat(" ", inflateGrace+1<<20)), texts, "inflates beyond"},
		"no sheet data":    {`<worksheet/>`, texts, "unexpected EOF"},
		"not xml":          {"\x00\x01", texts, ""},
	} {
		_, err := read(t, pack(t, c.sheet, c.texts), "")
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, parts := range map[string]map[string]string{
		"no relations":      {"xl/workbook.xml": "<workbook/>"},
		"no workbook":       {"_rels/.rels": `<Relationships><Relationship Id="a" Type="/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		"large description": {"_rels/.rels": strings.Repeat(" ", maxPartBytes+1)},
	} {
		var broken *text.FileError
		if _, err := read(t, packParts(t, parts), ""); !errors.As(err, &broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole, err := os.ReadFile(pack(t, fmt.Sprintf(cells, ""), texts))
	check(t, err)
	path := filepath.Join(t.TempDir(), "cut.xlsx")
	check(t, os.WriteFile(path, whole[:len(whole)/2], 0o600))
	if _, err := read(t, path, ""); err == nil || !strings.Contains(err.Error(), "the workbook cannot be read") {
		t.Errorf("cut: %v", err)
	}
}

// A sheet of many different texts is read in little memory: they are not held in it.
func TestManyTexts(t *testing.T) {
	t.Parallel()
	const n = 40_000
	var sheet, shared bytes.Buffer
	shared.WriteString("<sst><si><t>known</t></si>")
	for i := range n {
		fmt.Fprintf(&sheet, `<row><c t="s"><v>%d</v></c></row>`, n-i)
		fmt.Fprintf(&shared, `<si><t>text %d</t></si>`, i+1)
	}
	shared.WriteString("</sst>")
	got, err := read(t, pack(t, `<worksheet><sheetData><row><c t="s"><v>0</v></c></row>`+sheet.String()+`</sheetData></worksheet>`, shared.String()), "")
	check(t, err)
	for i, row := range got.rows {
		if row != fmt.Sprintf("text %d", n-i) {
			t.Fatalf("row %d is %q", i, row)
		}
	}
	if len(got.rows) != n {
		t.Errorf("%d rows", len(got.rows))
	}
}

func FuzzSheet(f *testing.F) {
	f.Add(fmt.Sprintf(cells, `<row><c t="s"><v>1</v></c><c t="e"><v>#N/A</v></c></row><mergeCells><mergeCell ref="A1:A9"/></mergeCells>`), texts)
	f.Add(fmt.Sprintf(cells, `<row r="3"><c r="AB3"><f>1</f><v>1e9</v></c></row>`), `<sst><si/></sst>`)
	f.Fuzz(func(t *testing.T, sheet, shared string) {
		_, err := read(t, pack(t, sheet, shared), "")
		var broken *text.FileError
		if err != nil && !errors.As(err, &broken) {
			t.Errorf("error %T: %v", err, err)
		}
	})
}

func FuzzDates(f *testing.F) {
	for _, code := range []string{"yyyy-mm-dd", "[h]:mm", `"day" d`, "mmm-yy", "General", "0.00E+00", "[$-409]d/m/yy h:mm AM/PM;@"} {
		f.Add(code, 43617.25)
	}
	f.Fuzz(func(t *testing.T, code string, serial float64) {
		if format := ofCode(code); format.any() && format.iso(serial, 1900) == "" {
			t.Errorf("%q makes nothing of %v", code, serial)
		}
	})
}
