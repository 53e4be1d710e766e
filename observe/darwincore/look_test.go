package darwincore_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

func TestLookShowsColumnsThatOpenDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.csv")
	content := "Mosquito,scientificName,n,n\nx,Aedes aegypti,1,2\n\"a\nb\",Aedes aegypti,NA,2\n,,,\nz,Culex pipiens,3,2\nw,Culex pipiens,4,2\n"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := darwincore.Open(t.Context(), path, darwincore.Options{}); err == nil {
		t.Fatal("a file without place and date opens")
	}
	outline, err := darwincore.Look(t.Context(), path, darwincore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if outline.Source.Name != "a" || len(outline.Columns) != 4 {
		t.Fatalf("the outline is %+v", outline)
	}
	if c := outline.Columns[0]; c.Name != "Mosquito" || !slices.Equal(c.Examples, []string{"x", "a b", "z"}) {
		t.Errorf("the first column is %+v", c)
	}
	if c := outline.Columns[1]; c.Suggestion == nil || c.Suggestion.Key != "species" || !c.Suggestion.Sure || len(c.Examples) != 2 {
		t.Errorf("the second column is %+v", c)
	}
	if outline.Columns[2].Name != "n#1" || outline.Columns[3].Name != "n#2" || !slices.Equal(outline.Columns[3].Examples, []string{"2"}) {
		t.Errorf("two columns of one name are %+v", outline.Columns[2:])
	}
}

func TestLookNamesTheSheets(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for _, sheet := range []string{"May", "June", "Empty"} {
		if _, err := book.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
	}
	for _, sheet := range []string{"May", "June"} {
		for cell, value := range map[string]string{"A1": "species", "B1": sheet, "A2": "Aedes aegypti", "B2": "1"} {
			if err := book.SetCellStr(sheet, cell, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "book.xlsx")
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	_, err := darwincore.Look(t.Context(), path, darwincore.Options{})
	if several := new(darwincore.SheetsError); !errors.As(err, &several) || !slices.Equal(several.Sheets, []string{"May", "June"}) {
		t.Fatalf("of several sheets: %v", err)
	}
	outline, err := darwincore.Look(t.Context(), path, darwincore.Options{Sheet: "June"})
	if err != nil || outline.Columns[1].Name != "June" {
		t.Errorf("a sheet is %+v, %v", outline, err)
	}
}
