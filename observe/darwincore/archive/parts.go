package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Parts lists the archives that a zip or folder of archives holds: zips, when it holds nothing else, or the folders of several meta.xml,
// when every file lies in one of them. It is empty for all other files, which are read as a whole.
func (f *Files) Parts() []string {
	if !f.Packed || len(f.Names) == 0 {
		return nil
	}
	if !slices.ContainsFunc(f.Names, func(name string) bool { return !isZip(name) }) {
		return f.Names
	}
	var folders []string
	for _, name := range f.Names {
		if folder, base := path.Split(name); strings.EqualFold(base, "meta.xml") && folder != "" {
			folders = append(folders, folder)
		}
	}
	for _, name := range f.Names {
		if !slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			return nil
		}
	}
	if len(folders) < 2 {
		return nil
	}
	return folders
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// Part opens one of Parts. The Files that it returns closes f as well. An error is a *text.FileError.
func (f *Files) Part(part string) (*Files, error) {
	if !slices.Contains(f.Parts(), part) {
		return nil, text.Fail(f.Label, 0, fmt.Sprintf("it holds no archive %q", part), nil)
	}
	if isZip(part) {
		return f.unpacked(part)
	}
	folder := &Files{Label: path.Base(part), Packed: true, ctx: f.ctx, close: f.close}
	for _, name := range f.Names {
		if rest, within := strings.CutPrefix(name, part); within {
			folder.Names = append(folder.Names, rest)
		}
	}
	folder.open = func(name string) (io.ReadCloser, int64, error) { return f.open(part + name) }
	return folder, nil
}

// unpacked opens a zip within a zip: in a temporary file, because a zip is read from its end.
func (f *Files) unpacked(part string) (*Files, error) {
	label := path.Base(part)
	packed, _, err := f.open(part)
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be opened", err)
	}
	defer packed.Close() //nolint:errcheck // it was only read
	file, err := os.CreateTemp("", "skeeter-*.zip")
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be unpacked", withoutPath(err))
	}
	// The file goes when it is closed, however the program ends.
	err = os.Remove(file.Name())
	size, copying := copyLocal(file, untilDone{f.ctx, packed})
	if err := errors.Join(err, copying); err != nil {
		return nil, errors.Join(text.Fail(label, 0, "cannot be unpacked", withoutPath(err)), file.Close())
	}
	within, err := openZip(file, size, label)
	if err != nil {
		return nil, err
	}
	within.ctx = f.ctx
	inner := within.close
	within.close = func() error { return errors.Join(inner(), f.close()) }
	return within, nil
}
