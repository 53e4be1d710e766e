package tables

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// dataEndings are the files of a zip or folder without meta.xml that can hold its rows. Those of the second list can also say
// something about them: they count when there is no other.
var (
	dataEndings = []string{
		".csv", ".tsv", ".tab", ".psv", ".geojson", ".geojsonl", ".geojsons", ".ndjson",
		".xlsx", ".xlsm", ".gpkg", ".fgb", ".parquet", ".geoparquet",
	}
	textEndings = []string{".txt", ".json"}
)

// openOnly opens the one data file of a zip or folder without meta.xml.
func (f *Files) openOnly(known text.Known, warn *text.Warnings) (t Table, file string, err error) {
	var data, texts, others []string
	for _, name := range f.files.Names {
		switch ending := strings.ToLower(path.Ext(name)); {
		case slices.Contains(dataEndings, ending):
			data = append(data, name)
		case slices.Contains(textEndings, ending):
			texts = append(texts, name)
		case strings.EqualFold(path.Base(name), "eml.xml"):
			if source, err := f.files.Source(name); err != nil {
				warn.Add(err.Error(), 0)
			} else {
				f.describe(source)
			}
		default:
			others = append(others, name)
		}
	}
	what := filetype.OfFolder(f.files.Names)
	switch {
	case len(data) > 0 || len(texts) > 0 && what.Format == filetype.Refused:
		others = append(others, texts...)
	case len(texts) > 0:
		data = texts
	case len(others) == 1:
		data, others = others, nil
	}
	switch {
	case len(data) == 0 && what.Format == filetype.Refused:
		return nil, "", text.Fail(f.files.Label, 0, what.Refusal(), nil)
	case len(data) == 0:
		return nil, "", text.Fail(f.files.Label, 0, "it holds no meta.xml and no data file", nil)
	case len(data) > 1:
		return nil, "", text.Fail(f.files.Label, 0, fmt.Sprintf("it holds no meta.xml and several data files (%s)", text.List(data)), nil)
	}
	for _, name := range others {
		warn.Add(name+" is no data file, not read", 0)
	}
	t, err = f.open(data[0], known, warn)
	return t, path.Base(data[0]), err
}
